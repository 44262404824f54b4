package testkit

import (
	"bytes"
	"testing"
	"time"
)

// This file has inputs that want to hurt: nesting that exhausts stacks, counts that nothing backs, and small bytes
// that stand for large Go values. They are BEVE; every reader of it has to survive them.

// Hostile is an input that every reader has to reject, fast and in little memory.
type Hostile struct {
	Name string
	Data []byte
}

// beveContainers are the ways to be one level deeper: the bytes before a child, and none after it.
var beveContainers = []Hostile{
	{"array", []byte{0x05, 0x04}},
	{"object", []byte{0x03, 0x04, 0x00}},
	{"object with a key", []byte{0x03, 0x04, 0x04, 'k'}},
	{"int8-keyed object", []byte{0x0B, 0x04, 0x01}},
	{"uint64-keyed object", []byte{0x73, 0x04, 1, 0, 0, 0, 0, 0, 0, 0}},
	{"int128-keyed object", append([]byte{0x8B, 0x04}, make([]byte, 16)...)},
	{"table", []byte{0x0E, 0x04, 0x04, 'k', 0x04}},
	{"type tag", []byte{0x0E, 0x00}},
	{"type tag with a long index", []byte{0x0E, 0x02, 0x00, 0x01, 0x00}},
	{"array of two", []byte{0x05, 0x08, 0x00}},
	{"matrix over a matrix", []byte{0x16, 0x00, 0x14, 0x04, 0x01}},
}

// BEVENesting returns values nested levels deep, one of every kind of container, and the same without their innermost
// value. The last is not a nesting of the format, and fails at once.
func BEVENesting(levels int) []Hostile {
	var all []Hostile
	for _, c := range beveContainers {
		open := bytes.Repeat(c.Data, levels)
		all = append(all, Hostile{c.Name, append(open[:len(open):len(open)], 0x00)}, Hostile{c.Name + ", unfinished", open})
	}
	return all
}

// BEVEBombs returns inputs of about size bytes in which little stands for much, malformed at the end, so that a reader
// which believes them before it has seen the end pays for it.
func BEVEBombs(size int) []Hostile {
	var all []Hostile
	add := func(name string, head byte, unit, tail []byte) {
		n := size / len(unit)
		b := append([]byte{head}, beveSize(n+1)...)
		b = append(b, bytes.Repeat(unit, n)...)
		all = append(all, Hostile{name, append(b, tail...)})
	}
	for _, t := range []Hostile{{"cut", nil}, {"reserved header", []byte{0x07}}, {"delimiter", []byte{0x06}}} {
		add("maps of one member, "+t.Name, 0x05, []byte{0x03, 0x04, 0x00, 0x00}, t.Data)
		add("tables of one row, "+t.Name, 0x05, []byte{0x0E, 0x04, 0x04, 'k', 0x04, 0x00}, t.Data)
		add("empty tables, "+t.Name, 0x05, []byte{0x0E, 0x00, 0x00}, t.Data)
		add("empty indexed objects, "+t.Name, 0x05, []byte{0x06, 0x03, 0x00}, t.Data)
		add("empty objects, "+t.Name, 0x05, []byte{0x03, 0x00}, t.Data)
		add("empty integer-keyed objects, "+t.Name, 0x05, []byte{0x6B, 0x00}, t.Data)
		add("empty arrays, "+t.Name, 0x05, []byte{0x05, 0x00}, t.Data)
		add("empty typed arrays, "+t.Name, 0x05, []byte{0x64, 0x00}, t.Data)
		add("empty string arrays, "+t.Name, 0x05, []byte{0x3C, 0x00}, t.Data)
		add("nulls, "+t.Name, 0x05, []byte{0x00}, t.Data)
		add("booleans, "+t.Name, 0x05, []byte{0x18}, t.Data)
		add("small numbers, "+t.Name, 0x05, []byte{0x11, 0x01}, t.Data)
		add("bytes of typed arrays, "+t.Name, 0x05, []byte{0x14, 0x04, 0x01}, t.Data)
		add("boolean arrays, "+t.Name, 0x05, append([]byte{0x1C, 0x41, 0x00}, 0xFF, 0xFF), t.Data)
		add("empty strings, "+t.Name, 0x05, []byte{0x02, 0x00}, t.Data)
		add("arrays of an empty array, "+t.Name, 0x05, []byte{0x05, 0x04, 0x05, 0x00}, t.Data)
		add("empty matrices, "+t.Name, 0x05, []byte{0x16, 0x00, 0x14, 0x04, 0x00, 0x64, 0x00}, t.Data)
		add("type tags, "+t.Name, 0x05, []byte{0x0E, 0x00, 0x00}, t.Data)
		add("empty complex arrays, "+t.Name, 0x05, []byte{0x1E, 0x61, 0x00}, t.Data)
		add("members of nulls, "+t.Name, 0x03, []byte{0x04, 'k', 0x00}, t.Data)
		add("members of empty objects, "+t.Name, 0x03, []byte{0x04, 'k', 0x03, 0x00}, t.Data)
		add("members of one-member maps, "+t.Name, 0x03, []byte{0x00, 0x03, 0x04, 0x00, 0x00}, t.Data)
		add("int8-keyed nulls, "+t.Name, 0x0B, []byte{0x01, 0x00}, t.Data)
	}
	// The packed forms, whose elements have no bytes of their own to be wrong: what follows them is.
	packed := func(name string, b []byte) {
		all = append(all, Hostile{name + ", then garbage", append(append([]byte{0x05, 0x08}, b...), 0x07)})
	}
	bits := append([]byte{0x1C}, beveSize(8*size)...)
	packed("bits", append(bits, bytes.Repeat([]byte{0xFF}, size)...))
	octets := append([]byte{0x14}, beveSize(size)...)
	packed("octets", append(octets, make([]byte, size)...))
	texts := append([]byte{0x3C}, beveSize(size)...)
	packed("empty texts", append(texts, make([]byte, size)...))
	// Counts that the input cannot back, at every width of SIZE.
	for _, head := range [][]byte{{0x02}, {0x03}, {0x05}, {0x3C}, {0x1C}, {0x14}, {0x64}, {0x84}, {0x5C, 0x64}, {0x6B}, {0x8B},
		{0x1E, 0x61}, {0x1E, 0x62, 0x5C, 0x64}, {0x26, 0x01}, {0x16, 0x00, 0x14}, {0x16, 0x00, 0x14, 0x04, 0x02, 0x64}} {
		for _, n := range [][]byte{{0xFC}, {0xFD, 0xFF}, {0xFE, 0xFF, 0xFF, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF},
			{0x03, 0, 0, 0, 0, 0, 0, 0x80}, {0x07, 0, 0, 0, 0, 0, 0, 0x20}} {
			all = append(all, Hostile{"count of nothing", append(append([]byte{}, head...), n...)})
		}
	}
	return all
}

// beveSize returns SIZE in its shortest form.
func beveSize(n int) []byte {
	switch {
	case n < 1<<6:
		return []byte{byte(n << 2)}
	case n < 1<<14:
		return []byte{byte(n<<2) | 1, byte(n >> 6)}
	}
	return []byte{byte(n<<2) | 2, byte(n >> 6), byte(n >> 14), byte(n >> 22)}
}

// Most says what a hostile input of n bytes may cost. Inputs are a few MB at most: what takes more than their length
// takes minutes, and the time leaves room for emulators and machines that do other work.
func Most(n int) (bytes uint64, took time.Duration) { return 64*uint64(n) + 1<<20, 15 * time.Second }

// Costs runs f on an input of n bytes, and fails the test if it takes more memory, all allocations together, or more
// time than Most allows.
func Costs(t testing.TB, name string, n int, f func()) {
	t.Helper()
	var took time.Duration
	got := Allocated(func() {
		clock := Clock()
		f()
		took = clock()
	})
	most, longest := Most(n)
	if got > most {
		t.Errorf("%s: %d bytes of input make %d bytes of allocations, more than %d", name, n, got, most)
	}
	if took > longest {
		t.Errorf("%s: %d bytes of input take %v", name, n, took)
	}
}
