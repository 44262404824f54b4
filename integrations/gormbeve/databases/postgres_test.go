package databases

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// startPostgres runs a PostgreSQL server of the test's own and returns the address of
// a database in it. On Debian the server is installed where it is missing and the
// test may.
func startPostgres(t *testing.T) string {
	t.Helper()
	bin := postgresBin(t)
	dir := t.TempDir()
	// PostgreSQL does not run as root.
	var as *syscall.SysProcAttr
	if os.Getuid() == 0 {
		who, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(who.Uid)
		gid, _ := strconv.Atoi(who.Gid)
		as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		var err2 error
		if dir, err2 = os.MkdirTemp("", "postgres"); err2 != nil {
			t.Fatal(err2)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Dir, cmd.SysProcAttr = dir, as
		return cmd
	}
	if out, err := command("initdb", "-D", data, "-U", "test", "-A", "trust", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	server := command("postgres", "-D", data, "-p", strconv.Itoa(port), "-h", "127.0.0.1", "-k", dir, "-F")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGINT) // a fast shutdown
		_ = server.Wait()
	})
	addr := fmt.Sprintf("postgres://test@127.0.0.1:%d/postgres", port)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(t.Context(), addr)
		if err == nil {
			conn.Close(t.Context())
			return addr
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// postgresBin returns the folder of the server's programs.
func postgresBin(t *testing.T) string {
	t.Helper()
	find := func() string {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
		if len(found) == 0 {
			if path, err := exec.LookPath("initdb"); err == nil {
				return filepath.Dir(path)
			}
			return ""
		}
		return filepath.Dir(found[len(found)-1])
	}
	if bin := find(); bin != "" {
		return bin
	}
	if os.Getuid() != 0 {
		t.Skip("PostgreSQL is not installed")
	}
	if out, err := exec.Command("apt-get", "install", "-y", "-q", "postgresql").CombinedOutput(); err != nil {
		t.Skipf("PostgreSQL is not installed, and cannot be: %v\n%s", err, out)
	}
	return find()
}
