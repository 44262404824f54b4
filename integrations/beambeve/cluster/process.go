//go:build unix

// Processes that end with all that they have started.

package cluster

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// process is a running command, the leader of a group.
type process struct {
	cmd    *exec.Cmd
	exited chan struct{} // closed when it has ended
	status string        // then: that of a command which ended by itself; empty where the group was killed
	hold   *os.File      // closed at the latest when we end
}

// watched runs a command, tells its status to descriptor 3, and kills its group when the command ends and
// when standard input does: that of a test which was killed itself, and could not clean up.
const watched = `exec 4<&0; (read _ <&4; kill -KILL 0) 3>&- & "$@" </dev/null 3>&- 4<&-; echo $? >&3; kill -KILL 0`

// start runs a command whose output goes to a file.
func start(dir, log string, command []string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	in, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	status, tell, err := os.Pipe()
	if err != nil {
		hold.Close()
		return nil, err
	}
	defer tell.Close()
	p := &process{cmd: exec.Command("sh", append([]string{"-c", watched, "sh"}, command...)...), exited: make(chan struct{}), hold: hold}
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = dir, in, out, out
	p.cmd.ExtraFiles = []*os.File{tell}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		hold.Close()
		status.Close()
		return nil, fmt.Errorf("cluster: %w", err)
	}
	go func() {
		defer close(p.exited)
		defer status.Close()
		_ = p.cmd.Wait() // that it was killed
		// All of the group that could write to it have ended, or will: the kill has reached them.
		text, _ := io.ReadAll(status)
		p.status = strings.TrimSpace(string(text))
	}()
	return p, nil
}

// kill ends the process and what it has started, as the crash of a machine would.
func (p *process) kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // that it has ended
	<-p.exited
	p.hold.Close()
}
