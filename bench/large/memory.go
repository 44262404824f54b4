//go:build unix

// Where the figures of a process come from.

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// settled returns the bytes of live values, after collections have given all free memory back.
func settled() int64 {
	runtime.GC()
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// watchPeak returns a function that returns by how much the memory of the process has grown meanwhile, at its peak: 0
// where the system does not tell.
func watchPeak() func() int64 {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // sets the peak back to what there is
		return func() int64 { return 0 }
	}
	before := status("VmRSS:")
	return func() int64 { return max(status("VmHWM:")-before, 0) }
}

// status returns a line of what the system tells of the process, in bytes.
func status(line string) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), line)
	rest, _, _ = strings.Cut(rest, "kB")
	n, _ := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
	return n << 10
}

// processorTime returns what the process has used of processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// garbageTime returns what collections that have ended used of processors, less what was idle.
func garbageTime() time.Duration {
	s := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/gc/mark/idle:cpu-seconds"}}
	metrics.Read(s)
	return time.Duration((s[0].Value.Float64() - s[1].Value.Float64()) * 1e9)
}
