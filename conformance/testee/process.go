// A testee as a process: requests and answers, and what bounds them.

package testee

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Hello is what a testee says of itself.
type Hello struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Profile  string `json:"profile"`  // "extended", or empty
	Notation string `json:"notation"` // "json" if answers are JSON texts by section 10, or empty
}

const maxAnswer = 1 << 28

// Process is a running testee.
type Process struct {
	Hello
	testee  *Testee
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errors  tail
	limit   atomic.Int64 // bytes of memory; 0 until the testee has said hello
	tooMuch atomic.Bool
	late    atomic.Bool
	done    chan struct{}
}

// tail keeps the last of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-2000):]
	return len(p), nil
}

// start starts a testee and waits for its hello.
func start(t *Testee) (*Process, error) {
	p := &Process{testee: t, cmd: exec.Command(t.Run[0], t.Run[1:]...), done: make(chan struct{})}
	p.cmd.Dir = t.Folder
	p.cmd.Env = append(os.Environ(), t.Env...)
	p.cmd.Stderr = &p.errors
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.watch()
	kind, text, err := p.ask('H', nil, time.Minute)
	if err == nil && kind != 'V' {
		err = fmt.Errorf("hello is answered by %c", kind)
	}
	if err == nil {
		err = json.Unmarshal(text, &p.Hello)
	}
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("%w\n%s", err, p.errors.text)
	}
	p.limit.Store(p.memory() + int64(t.Megabytes)<<20)
	return p, nil
}

// memory is how much the process has resident, and 0 where the system does not say.
func (p *Process) memory() int64 {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "statm"))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// watch ends the process when it takes too much memory.
func (p *Process) watch() {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-tick.C:
			if limit := p.limit.Load(); limit > 0 && p.memory() > limit {
				p.tooMuch.Store(true)
				p.cmd.Process.Kill()
				return
			}
		}
	}
}

func (p *Process) stop() {
	close(p.done)
	p.in.Close()
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// ask sends a request and returns the answer.
func (p *Process) ask(verb byte, content []byte, limit time.Duration) (kind byte, text []byte, err error) {
	timer := time.AfterFunc(limit, func() {
		p.late.Store(true)
		p.cmd.Process.Kill()
	})
	defer timer.Stop()
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(content)+1))
	frame = append(append(frame, verb), content...)
	if _, err := p.in.Write(frame); err != nil {
		return 0, nil, err
	}
	var head [4]byte
	if _, err := io.ReadFull(p.out, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxAnswer {
		return 0, nil, errors.New("an answer of " + strconv.Itoa(int(n)) + " bytes")
	}
	answer := make([]byte, n)
	if _, err := io.ReadFull(p.out, answer); err != nil {
		return 0, nil, err
	}
	return answer[0], answer[1:], nil
}
