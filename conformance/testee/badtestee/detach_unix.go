//go:build unix

package badtestee

import (
	"os/exec"
	"syscall"
)

// detach lets a command leave the group of processes.
func detach(cmd *exec.Cmd, out bool) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: out} }
