// Package redistest runs a private redis-server, on a port of loopback and with
// data in a temporary folder: for tests, and for programs that show something.
//
//	server := redistest.Run(t)
//	client := redis.NewClient(&redis.Options{Addr: server.Addr()})
package redistest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// command is what is run.
const command = "redis-server"

// patience is how long a server may take until it answers.
const patience = 20 * time.Second

// ErrMissing: the path has no redis-server.
var ErrMissing = errors.New("redistest: " + command + " is not installed")

// Server is a running redis-server. What it acknowledges is on disk. It is not safe
// for concurrent use.
type Server struct {
	addr   string
	dir    string
	cmd    *exec.Cmd
	exited chan struct{} // closed when cmd has ended
}

// Start runs the redis-server of the system and waits until it answers; the context
// bounds that wait alone. The caller closes the server. The error matches ErrMissing
// where there is none to run.
func Start(ctx context.Context) (*Server, error) {
	// A free port, which the server takes a moment later.
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "redis-*")
	if err != nil {
		return nil, err
	}
	s := &Server{addr: addr, dir: dir}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// Addr returns the address of the server, "127.0.0.1:port".
func (s *Server) Addr() string { return s.addr }

// Restart kills the server, if it still runs, and runs it again, at the same address
// and with the same data, until it answers.
func (s *Server) Restart(ctx context.Context) error {
	s.Kill()
	return s.start(ctx)
}

// start runs the server and waits until it answers.
func (s *Server) start(ctx context.Context) error {
	_, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		return err
	}
	cmd := exec.Command(command, "--port", port, "--bind", "127.0.0.1", "--dir", s.dir,
		"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no")
	switch err := cmd.Start(); {
	case errors.Is(err, exec.ErrNotFound):
		return ErrMissing
	case err != nil:
		return fmt.Errorf("redistest: %w", err)
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = cmd.Wait() // that it was killed
	}()
	s.cmd, s.exited = cmd, exited
	if err := s.wait(ctx); err != nil {
		s.Kill()
		return err
	}
	return nil
}

// wait returns when the server answers.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	client := redis.NewClient(&redis.Options{Addr: s.addr})
	defer client.Close()
	for client.Ping(ctx).Err() != nil {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-s.exited:
			return fmt.Errorf("redistest: %s ended: %v", command, s.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("redistest: %s does not answer: %w", command, ctx.Err())
		}
	}
	return nil
}

// Kill ends the server as a crash would. Its data stays for Restart.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill() // that it has ended
	<-s.exited
}

// Close ends the server and removes its data.
func (s *Server) Close() error {
	s.Kill()
	return os.RemoveAll(s.dir)
}

// Run runs a server until the test ends. On Debian it is installed where it is missing
// and the test may; the test is skipped where there is none to run.
func Run(t testing.TB) *Server {
	t.Helper()
	if _, err := exec.LookPath(command); err != nil {
		if os.Getuid() != 0 {
			t.Skip(ErrMissing)
		}
		if out, err := exec.Command("apt-get", "install", "-y", "-q", command).CombinedOutput(); err != nil {
			t.Skipf("%v, and cannot be: %v\n%s", ErrMissing, err, out)
		}
	}
	s, err := Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
