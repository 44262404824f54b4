//go:build unix

package testee

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// inGroup makes a command the first of a group of processes.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// groupOf returns the ids of the processes of the group, as Linux tells them, and otherwise
// that of the first.
func groupOf(cmd *exec.Cmd) (ids []int) {
	first := cmd.Process.Pid
	ids = []int{first}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return ids
	}
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil || id == first {
			continue
		}
		text, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		// After the name, which may have anything in it: state, parent, group.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(first) {
			ids = append(ids, id)
		}
	}
	return ids
}

// resident is how many bytes a process has in memory, and 0 where the system does not say.
func resident(id int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/statm")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
