//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime returns what all threads of the process, the garbage collector's among
// them, have used so far.
func cpuTime() (time.Duration, bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}
