//go:build !checked

package mem

// Checked says whether every access through this package is checked. Code within
// "if mem.Checked" costs nothing where it is not.
const Checked = false

// Assert panics in the checked build when what a caller guarantees does not hold: that n
// bytes from off on lie within size bytes. what names the access.
func Assert(what string, off, n, size int) {}
