//go:build !amd64 && !(arm64 && darwin)

package cost

// native says that tests of this architecture run on machines of it: the others are
// emulated, or have words of half the width.
const native = false
