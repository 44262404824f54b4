//go:build !unix

// Where there are no groups of processes, the testee itself is ended, and memory is not
// bounded.

package testee

import "os/exec"

func inGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func groupOf(cmd *exec.Cmd) []int { return []int{cmd.Process.Pid} }

func resident(int) int64 { return 0 }
