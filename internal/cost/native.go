//go:build amd64 || (arm64 && darwin)

package cost

// native says that tests of this architecture run on machines of it.
const native = true
