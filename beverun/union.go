// Unions in generated code: what is written in the usual way is read here; the rest is left to reflection.

package beverun

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// HasHead reports whether head stands at src[off:].
func HasHead(src []byte, off int, head string) bool {
	return uint(off) < uint(len(src)) && len(src)-off >= len(head) && string(src[off:off+len(head)]) == head
}

// HasTag reports whether an object is at src[off:] that has a count of one byte, which the bytes left can pay for,
// and whose first member is tag: the key and the value of an id.
func HasTag(src []byte, off int, tag string) bool {
	return uint(off) < uint(len(src)) && len(src)-off > len(tag)+1 && wire.Header(src[off]) == wire.HeaderObject &&
		src[off+1] != 0 && src[off+1]&3 == 0 && int(src[off+1])>>1 <= len(src)-off-2 && string(src[off+2:off+2+len(tag)]) == tag
}

// ReadCase reads the value at at of a case of a union, into the new variable v. Where the union is an object of
// members at off, of which the one called name has the value, members is not 0.
func ReadCase[T any](d *Decoder, off, at, members int, name string, v *T, read ElementFunc[T]) int {
	if members > 0 && !d.enter(off, members) || !d.Charge(mem.SizeOf[T]()) {
		return -1
	}
	stale := d.Stale
	d.Stale = false
	next := read(d, at, v)
	d.Stale = stale
	switch {
	case members == 0:
	case next < 0:
		return d.InKey(name)
	default:
		d.Budget.Leave()
	}
	return next
}

// Duplicate is the cause of the error about a member that comes twice and must not.
func Duplicate(name string) error {
	return fault.DuplicateKey(name)
}
