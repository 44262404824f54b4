package redisbeve_test

import (
	"net"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// server is a redis-server of the test's own, on a port of loopback.
type server struct {
	t    *testing.T
	addr string
	dir  string
	cmd  *exec.Cmd
}

// start runs a server and returns a client of it. The server is that of the system;
// on Debian it is installed where it is missing and the test may.
func start(t *testing.T) (*server, *redis.Client) {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getuid() != 0 {
			t.Skip("redis-server is not installed")
		}
		if out, err := exec.Command("apt-get", "install", "-y", "-q", "redis-server").CombinedOutput(); err != nil {
			t.Skipf("redis-server is not installed, and cannot be: %v\n%s", err, out)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, addr: listener.Addr().String(), dir: t.TempDir()}
	listener.Close()
	s.run()
	t.Cleanup(s.kill)
	client := redis.NewClient(&redis.Options{Addr: s.addr, MaxRetries: -1})
	t.Cleanup(func() { client.Close() })
	return s, client
}

// run starts the server and waits until it answers.
func (s *server) run() {
	s.t.Helper()
	_, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.cmd = exec.Command("redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", s.dir,
		"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no")
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	probe := redis.NewClient(&redis.Options{Addr: s.addr})
	defer probe.Close()
	for deadline := time.Now().Add(20 * time.Second); probe.Ping(s.t.Context()).Err() != nil; {
		if time.Now().After(deadline) {
			s.t.Fatal("redis-server does not answer")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// kill ends the server as a crash would.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}
