//go:build unix

package machine

import (
	"syscall"
	"time"
)

// used returns what this program and those that it started and waited for have used of processors.
func used() (time.Duration, bool) {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			return 0, false
		}
		sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return sum, true
}
