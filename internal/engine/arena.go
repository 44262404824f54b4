// Arenas: memory for what a batch of messages decodes to, given back at once.

package engine

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/internal/mem"
)

// An Arena holds the memory of decoded values until it is given back with
// [ArenaPool.Put]: after that no string, slice or pointer that came out of a
// decoder with this arena may be used any more, because the next decoder writes
// there. An Arena is not safe for concurrent use.
//
// It gives memory for strings, byte slices, slices of numbers, slices of structs
// and strings, and what pointers point to; maps, and what methods of a user's type
// allocate, are the runtime's. Nothing is hidden from the garbage collector: bytes
// hold no pointers, and memory for types with pointers is made as memory of that
// type. Values that are too large for an arena are allocated as without one.
type Arena struct {
	size   int
	chunks [][]uint64 // eight-byte words, so that numbers of every width are aligned
	used   int        // chunks that are given out
	rest   []byte     // of the last of them
	typed  map[reflect.Type]*typedSlab
	last   *typedSlab
}

// typedSlab is memory for values of one type.
type typedSlab struct {
	typ    reflect.Type
	size   uintptr
	chunks []reflect.Value // slices of per elements
	at     []mem.Pointer   // of their first elements
	per    int
	used   int // chunks
	next   int // elements of the last of them
}

// ArenaPool keeps arenas that were given back. It is safe for concurrent use.
type ArenaPool struct {
	size int
	pool sync.Pool
}

// What an arena may keep and give out.
const (
	minChunk    = 4 << 10
	maxChunk    = 16 << 20
	keptChunks  = 64 // of each kind, beyond which memory goes back to the runtime
	largestPart = 4  // a part is at most one in so many of a chunk
	keptTypes   = 64 // types with memory of their own
	typedPart   = 4  // chunks of a type are one in so many of a chunk of bytes
)

// NewArenaPool returns a pool of arenas that take memory in chunks of size bytes, at
// least 4 KB and at most 16 MB. A chunk that holds the strings of one batch is a
// good size.
func NewArenaPool(size int) *ArenaPool {
	return &ArenaPool{size: min(max(size, minChunk), maxChunk)}
}

// Get returns an empty Arena.
func (p *ArenaPool) Get() *Arena {
	if a, ok := p.pool.Get().(*Arena); ok {
		return a
	}
	return &Arena{size: p.size}
}

// Put ends the life of everything that was decoded with a: none of it may be used
// any more. In builds with the race detector, and in tests, the memory is
// overwritten, so that what is used nevertheless shows: strings and bytes become
// 0xDD, and what has pointers is zero in all builds.
func (p *ArenaPool) Put(a *Arena) {
	if a == nil {
		return
	}
	a.reset()
	p.pool.Put(a)
}

// reset makes a empty.
func (a *Arena) reset() {
	if len(a.chunks) > keptChunks {
		a.chunks = a.chunks[:keptChunks:keptChunks]
	}
	if raceEnabled || inTest() {
		for _, chunk := range a.chunks[:min(a.used, len(a.chunks))] {
			for i := range chunk {
				chunk[i] = poison
			}
		}
	}
	a.used, a.rest = 0, nil
	if len(a.typed) > keptTypes {
		a.typed, a.last = nil, nil
	}
	for _, s := range a.typed {
		s.reset()
	}
}

func (s *typedSlab) reset() {
	for i := range s.used {
		n := s.per
		if i == s.used-1 {
			n = s.next
		}
		s.chunks[i].Slice(0, n).Clear()
	}
	if len(s.chunks) > keptChunks {
		s.chunks, s.at = s.chunks[:keptChunks:keptChunks], s.at[:keptChunks:keptChunks]
	}
	s.used, s.next = 0, 0
}

const poison = 0xDDDDDDDD_DDDDDDDD

// inTest reports whether this is a test binary, which is known by its name and what go test passes it.
// Package flag, which knows as well, would be part of every program.
var inTest = sync.OnceValue(func() bool {
	return len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") ||
		slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.") })
})

// alloc returns n bytes, whatever they hold, or nil if that is too much for a.
func (a *Arena) alloc(n int) []byte {
	if n > a.size/largestPart {
		return nil
	}
	room := (n + 7) &^ 7 // so that the next part is aligned for every number
	if room > len(a.rest) {
		if a.used == len(a.chunks) {
			a.chunks = append(a.chunks, make([]uint64, a.size/8))
		}
		a.rest = mem.Memory(a.chunks[a.used])
		a.used++
	}
	part := a.rest[:n:n]
	a.rest = a.rest[room:]
	return part
}

// string returns a copy of text.
func (a *Arena) string(text []byte) string {
	// Texts need no alignment, and are too many to pay for it.
	if n := len(text); n <= len(a.rest) {
		part := a.rest[:n:n]
		copy(part, text)
		a.rest = a.rest[n:]
		return mem.String(part)
	}
	if part := a.alloc(len(text)); part != nil {
		copy(part, text)
		return mem.String(part)
	}
	return string(text)
}

// align gives up bytes until the next part is aligned.
func (a *Arena) align() { a.rest = a.rest[len(a.rest)&7:] }

// numbers sets v to a slice of n numbers of size bytes, whatever they hold, and
// reports false if that is too much.
func (a *Arena) numbers(v *mem.Slice, n, size int) bool {
	if n == 0 || n > a.size/largestPart/size {
		return false
	}
	a.align()
	*v = mem.Slice{Data: mem.Of(&a.alloc(n * size)[0]).Unsafe(), Len: n, Cap: n}
	return true
}

// slice sets v to a zeroed slice of n elements of type t, of length 0, and reports
// false if that is too much.
func (a *Arena) slice(v *mem.Slice, t reflect.Type, n int) bool {
	s := a.last
	if s == nil || s.typ != t {
		s = a.slab(t)
	}
	if n > s.per/2 {
		return false
	}
	*v = mem.Slice{Data: s.take(n).Unsafe(), Cap: n}
	return true
}

// one returns the address of a new zero variable of type t.
func (a *Arena) one(t reflect.Type) (p mem.Pointer, ok bool) {
	var v mem.Slice
	if !a.slice(&v, t, 1) {
		return p, false
	}
	return mem.From(v.Data), true
}

var stringType = reflect.TypeFor[string]()

// strings returns a slice of n strings, or nil.
func (a *Arena) strings(n int) []string {
	var v mem.Slice
	if !a.slice(&v, stringType, n) {
		return nil
	}
	return mem.SliceAt[string](mem.From(v.Data), n)[:n:n]
}

// new returns the address of a new zero variable of type t, in the arena if there is
// one.
func (d *decodeState) new(t reflect.Type) mem.Pointer {
	if d.arena != nil {
		if p, ok := d.arena.one(t); ok {
			return p
		}
	}
	return mem.From(reflect.New(t).UnsafePointer())
}

// slab returns the slab of a type.
func (a *Arena) slab(t reflect.Type) *typedSlab {
	s := a.typed[t]
	if s == nil {
		s = &typedSlab{typ: t, size: t.Size()}
		s.per = a.size / typedPart / max(int(s.size), 1)
		if a.typed == nil {
			a.typed = map[reflect.Type]*typedSlab{}
		}
		a.typed[t] = s
	}
	a.last = s
	return s
}

// take returns n zero elements side by side; n is at most per.
func (s *typedSlab) take(n int) mem.Pointer {
	if s.used == 0 || s.next+n > s.per {
		if s.used == len(s.chunks) {
			chunk := reflect.MakeSlice(reflect.SliceOf(s.typ), s.per, s.per)
			s.chunks = append(s.chunks, chunk)
			s.at = append(s.at, mem.From(chunk.UnsafePointer()))
		}
		s.used++
		s.next = 0
	}
	p := s.at[s.used-1].Add(uintptr(s.next) * s.size)
	s.next += n
	return p
}

// GetEncoderFromPoolWithArena is [GetEncoderFromPool] with a buffer from an arena:
// what Bytes returns is valid until the arena is given back, at most. A stream that
// outgrows the arena goes on in memory of the runtime.
func GetEncoderFromPoolWithArena(a *Arena) *Encoder {
	e := GetEncoderFromPool()
	if a == nil {
		return e
	}
	e.buf = a.alloc(a.size / largestPart)[:0]
	e.borrowed = true
	return e
}

// NewDecoderWithArena is [NewDecoderBytes] whose values lie in an arena: no string, slice
// or pointer of them may be used after the arena was given back. It comes from the
// pool; give it back with [PutDecoderToPool], before the arena.
func NewDecoderWithArena(data []byte, a *Arena) *Decoder {
	d := GetDecoderBytesFromPool(data)
	d.state.arena = a
	return d
}
