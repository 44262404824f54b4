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
	"strings"
	"sync"
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

// maxAnswer bounds an answer: no meaning of a case is as long as a hundredth of it.
const maxAnswer = 1 << 26

// helloLimit is how long a testee may take to start.
var helloLimit = time.Minute

// Process is a running testee, with whatever processes it has started.
type Process struct {
	Hello
	testee  *Testee
	cmd     *exec.Cmd
	in      io.WriteCloser
	pipe    io.Closer // of the output
	out     *bufio.Reader
	errors  tail
	limit   atomic.Int64 // bytes of memory; 0 until the testee has said hello
	tooMuch atomic.Bool
	late    atomic.Bool
	done    chan struct{}
	once    sync.Once
}

// tail keeps the last of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-2000):]
	return len(p), nil
}

// lastLine is the last line that was written, shortened.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	line := lines[len(lines)-1]
	return line[:min(len(line), 200)]
}

// start starts a testee and waits for its hello.
func start(t *Testee) (*Process, error) {
	p := &Process{testee: t, cmd: exec.Command(t.Run[0], t.Run[1:]...), done: make(chan struct{})}
	p.cmd.Dir = t.Folder
	p.cmd.Env = append(os.Environ(), t.Env...)
	p.cmd.Stderr = &p.errors
	p.cmd.WaitDelay = time.Second // for those who have left the group and hold the pipes open
	inGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.pipe, p.out = out, bufio.NewReaderSize(out, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	running.Store(p, nil)
	go p.watch()
	kind, text, err := p.ask('H', nil, helloLimit)
	switch {
	case err != nil && p.late.Load():
		err = fmt.Errorf("no answer to hello in %v", helloLimit)
	case err != nil:
		err = fmt.Errorf("no answer to hello: %w", err)
	default:
		err = p.greet(kind, text)
	}
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("%w%s", err, p.last())
	}
	p.limit.Store(p.memory(groupOf(p.cmd)) + int64(t.Megabytes)<<20)
	return p, nil
}

// greet reads a hello.
func (p *Process) greet(kind byte, text []byte) error {
	if kind != 'V' {
		return fmt.Errorf("hello is answered by %q instead of V", kind)
	}
	if err := json.Unmarshal(text, &p.Hello); err != nil {
		return fmt.Errorf("hello is answered by %.60q: %w", text, err)
	}
	switch {
	case p.Name == "":
		return errors.New("hello has no name")
	case p.Profile != "" && p.Profile != "extended":
		return fmt.Errorf("hello has the profile %q: extended, or none", p.Profile)
	case p.Notation != "" && p.Notation != "json":
		return fmt.Errorf("hello has the notation %q: json, or none", p.Notation)
	}
	return nil
}

// memory is how much processes have resident, and 0 where the system does not say.
func (p *Process) memory(ids []int) (bytes int64) {
	for _, id := range ids {
		bytes += resident(id)
	}
	return bytes
}

// watch ends the testee when it takes too much memory. Whom it has started is looked up
// less often than what they take.
func (p *Process) watch() {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	var group []int
	for n := 0; ; n++ {
		select {
		case <-p.done:
			return
		case <-tick.C:
			if n%10 == 0 {
				group = groupOf(p.cmd)
			}
			if limit := p.limit.Load(); limit > 0 && p.memory(group) > limit {
				p.tooMuch.Store(true)
				p.kill()
				return
			}
		}
	}
}

// running has each process that has started and not been stopped.
var running sync.Map

// KillAll ends all testees that run: they do not get the interrupt of the terminal, since
// each is in a group of its own.
func KillAll() {
	running.Range(func(p, _ any) bool {
		p.(*Process).kill()
		return true
	})
}

// kill ends the testee and whom it has started, and whoever waits for its answer.
func (p *Process) kill() {
	killGroup(p.cmd)
	p.in.Close()
	p.pipe.Close()
}

// stop ends the testee, if it has not ended, and waits for it.
func (p *Process) stop() {
	p.once.Do(func() {
		running.Delete(p)
		close(p.done)
		p.kill()
		p.cmd.Wait()
	})
}

// last is how a testee that has been stopped ended, and what it said at last.
func (p *Process) last() string {
	text := " (" + p.cmd.ProcessState.String() + ")"
	if line := p.errors.lastLine(); line != "" {
		text += ": " + line
	}
	return text
}

// ask sends a request and returns the answer.
func (p *Process) ask(verb byte, content []byte, limit time.Duration) (kind byte, text []byte, err error) {
	timer := time.AfterFunc(limit, func() {
		p.late.Store(true)
		p.kill()
	})
	defer timer.Stop()
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(content)+1))
	frame = append(append(frame, verb), content...)
	if _, err := p.in.Write(frame); err != nil {
		return 0, nil, errors.New("it has ended, or closed its input")
	}
	var head [4]byte
	if _, err := io.ReadFull(p.out, head[:]); err == io.EOF {
		return 0, nil, errors.New("it has ended, or closed its output")
	} else if err != nil {
		return 0, nil, fmt.Errorf("an answer without its length: %w", err)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxAnswer {
		return 0, nil, badLength(head)
	}
	answer := make([]byte, n)
	if got, err := io.ReadFull(p.out, answer); err != nil {
		return 0, nil, fmt.Errorf("%d of %d bytes of an answer: %w", got, n, err)
	}
	if !timer.Stop() {
		return 0, nil, os.ErrDeadlineExceeded // it has been killed meanwhile
	}
	return answer[0], answer[1:], nil
}

// badLength is the error for a length that no answer has.
func badLength(head [4]byte) error {
	for _, c := range head {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return fmt.Errorf("an answer of %d bytes, which is not 1 to %d", binary.LittleEndian.Uint32(head[:]), maxAnswer)
		}
	}
	return fmt.Errorf("%q where the length of an answer should be: is text printed to the standard output?", head[:])
}
