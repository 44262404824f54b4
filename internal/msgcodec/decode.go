// The state of one call of decoding.

package msgcodec

import (
	"reflect"
	"sync"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// DecodeError says where in the input and in the value a decode failed.
type DecodeError = fault.DecodeError

// decodeState is what one call of decoding passes down.
type decodeState struct {
	src     []byte
	root    int // where in src the message begins
	budget  fault.Budget
	profile *profile
	options DecodeOptions

	// block is where short strings are cut from, and lists where short slices of
	// strings are, within one message.
	block []byte
	lists []string
	slab  int // the size of lists when it was new

	// maker makes the values of the interfaces in the present field; see interface.go.
	maker maker

	spent, allowed int // memory for the result, in bytes; see charge

	err   *DecodeError
	trail fault.Trail
	whole bool // the path of err is complete already
}

var decodePool = sync.Pool{New: func() any { return new(decodeState) }}

func (g *Engine) newDecodeState(o *DecodeOptions) *decodeState {
	d := decodePool.Get().(*decodeState)
	d.profile, d.options = g.decodeProfile(o), *o
	return d
}

// begin prepares for the message at src[root:].
func (d *decodeState) begin(src []byte, root int) {
	d.src, d.root = src, root
	d.budget = d.options.Limits.Budget()
	d.spent, d.allowed = 0, 32*(len(src)-root)+512<<10
	d.lists, d.slab = nil, 0
}

func (d *decodeState) release() {
	d.forget()
	decodePool.Put(d)
}

// forget drops what d knows of the user's data.
func (d *decodeState) forget() {
	d.src, d.maker, d.lists = nil, maker{}, nil
	d.recover()
}

// recover makes d ready for the next message.
func (d *decodeState) recover() {
	if d.err != nil {
		d.err, d.whole = nil, false
		d.trail.Reset()
	}
}

// fail records the first failure and returns -1. cause may be a *DecodeError, whose
// offset is better than off.
func (d *decodeState) fail(off int, goType string, cause error) int {
	if d.err != nil {
		return -1
	}
	d.err = &DecodeError{Offset: int64(off), GoType: goType, Err: cause, Format: d.profile.key.format.Name}
	if inner, ok := cause.(*DecodeError); ok {
		d.err.Offset, d.err.Err = inner.Offset, inner.Err
		d.trail.Inner(inner.Path)
		if inner.GoType != "" {
			d.err.GoType = inner.GoType
		}
	}
	return -1
}

// failMethod records that a user's method failed on the value at off: the offset of an
// error of ours is within that value.
func (d *decodeState) failMethod(off int, goType string, cause error) int {
	if inner, ok := cause.(*DecodeError); ok {
		moved := *inner
		moved.Offset += int64(off)
		cause = &moved
	}
	return d.fail(off, goType, cause)
}

// inIndex and inKey note, while a failure unwinds, where it happened.
func (d *decodeState) inIndex(i int) int {
	d.trail.Index(i)
	return -1
}

func (d *decodeState) inKey(name string) int {
	d.trail.Key(name)
	return -1
}

// failure returns the error with its path, which is complete only now.
func (d *decodeState) failure() error {
	if !d.whole {
		d.err.Path = d.trail.Pointer()
	}
	return d.err
}

// enter descends into a container of n > 0 children or pairs at off.
func (d *decodeState) enter(off, n int) bool {
	return d.budget.Enter(n) || d.fail(off, "", d.budget.Err()) >= 0
}

func (d *decodeState) leave() { d.budget.Leave() }

// charge accounts for n bytes about to be allocated. A Go value can be much larger than
// the bytes that make it; so once the result outgrows the input by a certain factor, the
// whole message is checked, once, before more is given.
func (d *decodeState) charge(n int) bool {
	d.spent += n
	return d.spent <= d.allowed || d.prove()
}

func (d *decodeState) prove() bool {
	b := d.options.Limits.Budget()
	if _, err := msgwire.Skip(d.src, d.root, &b); err != nil {
		d.fail(d.root, "", err)
		d.err.Path, d.whole = msgwire.Path(d.src, d.root, int(d.err.Offset)), true
		return false
	}
	d.allowed = int(^uint(0) >> 1)
	return true
}

// head reads the head at off. ok is false when it failed.
func (d *decodeState) head(off int) (h msgwire.Head, ok bool) {
	h, err := msgwire.ReadHead(d.src, off)
	if err != nil {
		d.fail(off, "", err)
		return h, false
	}
	return h, true
}

// mismatch fails because the value at off is of a kind that a Go type does not take.
func (d *decodeState) mismatch(off int, k msgwire.Kind, goType string) int {
	return d.fail(off, goType, fault.Because(fault.ErrMismatch, k.String()+" does not fit"))
}

// skip passes over the value at off, and fails with the path of what is wrong in it.
func (d *decodeState) skip(off int) int {
	next, err := msgwire.Skip(d.src, off, &d.budget)
	if err != nil {
		at := int(err.(*DecodeError).Offset)
		d.trail.Inner(msgwire.Path(d.src, off, at))
		return d.fail(off, "", err)
	}
	return next
}

// Strings up to longestCut bytes are cut from blocks, so that a message of many strings
// takes few allocations and a string that is kept holds a block alive at most.
const (
	longestCut = 64
	blockSize  = 1024
)

// string returns text as a string.
func (d *decodeState) string(text []byte) string {
	n := len(text)
	switch {
	case n == 0:
		return ""
	case d.options.NoCopy:
		return mem.String(text)
	case n > longestCut:
		return string(text)
	case n > cap(d.block)-len(d.block):
		d.block = make([]byte, 0, blockSize)
	}
	at := len(d.block)
	d.block = append(d.block, text...)
	return mem.String(d.block[at:])
}

// Slices of up to mostListed strings are cut from slabs that double up to longestSlab: the
// first is no larger than what is asked for, so that a message with one slice pays for no
// more.
const (
	mostListed  = 8
	longestSlab = 64
)

// strings returns a new slice of n strings.
func (d *decodeState) strings(n int) []string {
	if n == 0 || n > mostListed {
		return make([]string, n)
	}
	if n > len(d.lists) {
		d.slab = min(max(n, 2*d.slab), longestSlab)
		d.lists = make([]string, d.slab)
	}
	list := d.lists[:n:n]
	d.lists = d.lists[n:]
	return list
}

// valid reports whether text may be that of a str, and fails if not.
func (d *decodeState) valid(off int, text []byte) bool {
	if d.options.ValidUTF8 && !utf8.Valid(text) {
		d.fail(off, "", fault.ErrUTF8)
		return false
	}
	return true
}

// message decodes data, which holds exactly one value, into the variable at p.
func (d *decodeState) message(data []byte, c *codec, p mem.Pointer) error {
	if !d.options.Limits.Admits(len(data)) {
		d.fail(0, "", fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
		return d.failure()
	}
	d.begin(data, 0)
	off := c.read(d, 0, p)
	if off >= 0 && off < len(data) {
		off = d.fail(off, "", fault.ErrTrailing)
	}
	if off < 0 {
		return d.failure()
	}
	return nil
}

// destination resolves what a user passed to Unmarshal.
func (d *decodeState) destination(v any) (*codec, mem.Pointer, error) {
	t := reflect.TypeOf(v)
	if c := d.profile.target(t); c != nil {
		if p := mem.From(reflect.ValueOf(v).UnsafePointer()); !p.IsNil() {
			return c, p, nil
		}
	}
	name := "nil"
	if t != nil {
		name = t.String()
	}
	return nil, mem.Pointer{}, &DecodeError{GoType: name, Format: d.profile.key.format.Name,
		Err: fault.Because(fault.ErrUnsupported, "decoding needs a pointer that is not nil")}
}

// Unmarshal decodes data, exactly one value, into the variable that v points to.
func (g *Engine) Unmarshal(data []byte, v any, o *DecodeOptions) error {
	d := g.newDecodeState(o)
	c, p, err := d.destination(v)
	if err == nil {
		err = d.message(data, c, p)
	}
	d.release()
	return err
}
