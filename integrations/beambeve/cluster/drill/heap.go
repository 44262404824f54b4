//go:build unix

// What a worker's memory holds.

package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"
)

// watchHeap writes a profile of the heap each time that it is a quarter larger than before.
func watchHeap(dir string) {
	name := filepath.Join(dir, fmt.Sprintf("heap-%d.pprof", os.Getpid()))
	for largest := uint64(16 << 20); ; time.Sleep(100 * time.Millisecond) {
		var now runtime.MemStats
		if runtime.ReadMemStats(&now); now.HeapAlloc < largest+largest/4 {
			continue
		}
		largest = now.HeapAlloc
		if err := writeHeap(name); err != nil {
			log.Print(err)
			return
		}
	}
}

func writeHeap(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return pprof.WriteHeapProfile(f)
}
