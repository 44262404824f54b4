//go:build !unix

package testkit

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
