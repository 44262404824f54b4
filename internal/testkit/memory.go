package testkit

import "runtime"

// Allocated returns the bytes that f allocates, all allocations together. In a build with the detector of races it
// returns 0: there, pools drop what is put into them by chance, and what is allocated says nothing.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if Raced {
		return 0
	}
	return after.TotalAlloc - before.TotalAlloc
}

// Live returns the bytes of live values, of which those in pools are none.
func Live() uint64 {
	runtime.GC()
	runtime.GC() // what was in pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
