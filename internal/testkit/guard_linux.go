package testkit

import (
	"syscall"
	"testing"
)

// Guarded returns n writable bytes at least, whole pages between two pages that
// may not be read: what touches a byte outside crashes the test.
func Guarded(t testing.TB, n int) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	n = (n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, page+n+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, outside := range [][]byte{all[:page], all[page+n:]} {
		if err := syscall.Mprotect(outside, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[page : page+n : page+n]
}
