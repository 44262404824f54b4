// Parts of messages, decoded where nothing is known of them yet: what loops over a View do.

package engine

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A PartDecoder decodes parts of one message with the default options, one after another, where
// nothing is known of them. It is had from [GetPartDecoder] and given back by Release.
type PartDecoder struct {
	state   *decodeState
	of      reflect.Type // of the latest variable, a pointer
	profile *profile
	codec   *codec
	methods *codec       // of a type with methods that an attempt must not call
	table   *tableReader // of the latest row, opened in state
}

var partDecoders = sync.Pool{New: func() any { return &PartDecoder{state: plainPool.New().(*decodeState)} }}

// GetPartDecoder returns a PartDecoder, which one goroutine may use.
func GetPartDecoder() *PartDecoder { return partDecoders.Get().(*PartDecoder) }

// Release gives d back.
func (d *PartDecoder) Release() {
	d.closeTable()
	d.state.clear()
	d.methods = nil
	partDecoders.Put(d)
}

// PartBytes is how much of a message [PartDecoder.Try] should be shown at least: what it sees
// bounds the memory that a malformed value may claim.
const PartBytes = attemptBytes

// Try decodes the value at src[off:], which was not checked, into the variable v points to,
// under what is left of a budget. It returns the offset after the value, or -1 where it takes
// another way to decode it: because it is not all there or does not fit, or has a method of the
// user's, which is to be called once. Then decoding it again sets whatever was set once more.
func (d *PartDecoder) Try(src []byte, off int, b *fault.Budget, v any) (next int) {
	p := d.target(v)
	if p.IsNil() || d.methods == d.codec {
		return -1
	}
	s := d.state
	s.beginWithin(src, off, b)
	s.tentative = true
	return d.done(d.codec.read(s, off, p))
}

// TryRow is [PartDecoder.Try] for the row of a table whose values start at off, of which it sees
// the first bytes of the message, shown. Where the names of the table are copied for the row,
// repeat is asked whether it may have so many bytes of them.
func (d *PartDecoder) TryRow(src []byte, shown, table, off int, b *fault.Budget, v any, repeat func(off, names int) error) (next int) {
	p := d.target(v)
	if p.IsNil() || d.methods == d.codec {
		return -1
	}
	s := d.state
	s.beginWithin(src[:shown], off, b)
	if d.table == nil || d.table.off != table {
		d.closeTable()
		t, err := s.openTableOf(src, table)
		if err != nil {
			return -1
		}
		d.table = t
	}
	if d.codec.rowStruct == nil && repeat(off, d.table.NamesLen()) != nil {
		return -1
	}
	s.tentative = true
	return d.done(s.readRow(d.codec, d.table, off, p))
}

// target returns the variable that v points to, for which d.codec is then; nil where there is none.
func (d *PartDecoder) target(v any) (p mem.Pointer) {
	t, profile := reflect.TypeOf(v), defaultProfile.Load()
	if t != d.of || profile != d.profile {
		c, _, err := profile.target(v)
		if err != nil {
			return p
		}
		d.of, d.profile, d.codec = t, profile, c
		d.state.profile = profile
	}
	return mem.From(reflect.ValueOf(v).UnsafePointer())
}

// done ends an attempt.
func (d *PartDecoder) done(next int) int {
	d.state.tentative = false
	if d.state.Err != nil {
		if d.state.Err.Err == errMethod {
			d.methods = d.codec // which the next element has, too, most likely
		}
		d.state.Forget()
	}
	return next
}

func (d *PartDecoder) closeTable() {
	if d.table != nil {
		d.state.closeTable(d.table)
		d.table = nil
	}
}
