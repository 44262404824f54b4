// The state of one call of decoding.

package msgcodec

import (
	"reflect"
	"sync"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/internal/walked"
)

// DecodeError says where in the input and in the value a decode failed.
type DecodeError = fault.DecodeError

// decodeState is what one call of decoding passes down.
type decodeState struct {
	fault.Failure

	src     []byte
	root    int // where in src the message begins
	budget  fault.Budget
	profile *profile
	options DecodeOptions

	// block is where short strings are cut from, and lists where short slices of
	// strings are, within one message.
	block slab.Text
	lists slab.Strings

	// maker makes the values of the interfaces in the present field; see codec_interface.go.
	maker maker

	memory fault.Memory // for the result
	texts  costly.Texts // read by methods that are bounded

	walk  walked.Walk // over members before the id of a union
	names [][]byte    // of the members of a map that may be of several cases
}

var decodePool = sync.Pool{New: func() any { return new(decodeState) }}

func (g *Engine) newDecodeState(o *DecodeOptions) *decodeState {
	d := decodePool.Get().(*decodeState)
	d.profile, d.options = g.decodeProfile(o), *o
	d.Format = d.profile.key.format.Name
	return d
}

// begin prepares for the message at src[root:].
func (d *decodeState) begin(src []byte, root int) {
	d.src, d.root = src, root
	d.budget = d.options.Limits.Budget()
	d.memory.Begin(len(src) - root)
	if d.texts.Spent() {
		d.texts = costly.Texts{}
	}
	d.lists.Reset()
	d.walk.Reset()
}

func (d *decodeState) release() {
	d.forget()
	decodePool.Put(d)
}

// forget drops what d knows of the user's data.
func (d *decodeState) forget() {
	d.src, d.maker = nil, maker{}
	d.lists.Reset()
	d.walk.Reset()
	d.Forget()
}

// enter descends into a container of n > 0 children or pairs at off.
func (d *decodeState) enter(off, n int) bool {
	return d.budget.Enter(n) || d.Fail(off, "", d.budget.Err()) >= 0
}

func (d *decodeState) leave() { d.budget.Leave() }

// charge accounts for n bytes about to be allocated, and fails if the message is malformed
// and may not have them.
func (d *decodeState) charge(n int) bool { return d.memory.Charge(n) || d.prove() }

func (d *decodeState) prove() bool {
	b := d.options.Limits.Budget()
	if _, err := msgwire.Skip(d.src, d.root, &b); err != nil {
		failed := *err.(*DecodeError)
		failed.Path, failed.Format = msgwire.Path(d.src, d.root, int(failed.Offset)), d.Format
		d.FailWhole(&failed)
		return false
	}
	d.memory.Prove()
	return true
}

// head reads the head at off. ok is false when it failed.
func (d *decodeState) head(off int) (h msgwire.Head, ok bool) {
	h, err := msgwire.ReadHead(d.src, off)
	if err != nil {
		d.Fail(off, "", err)
		return h, false
	}
	return h, true
}

// mismatch fails because the value at off is of a kind that a Go type does not take.
func (d *decodeState) mismatch(off int, k msgwire.Kind, goType string) int {
	return d.Fail(off, goType, fault.Because(fault.ErrMismatch, msgwire.Misfit(k, goType)))
}

// skip passes over the value at off, and fails with the path of what is wrong in it.
func (d *decodeState) skip(off int) int {
	next, err := msgwire.Skip(d.src, off, &d.budget)
	if err != nil {
		at := int(err.(*DecodeError).Offset)
		d.Within(msgwire.Path(d.src, off, at))
		return d.Fail(off, "", err)
	}
	return next
}

// string returns text as a string.
func (d *decodeState) string(text []byte) string {
	if d.options.NoCopy && len(text) > 0 {
		return mem.String(text)
	}
	return d.block.String(text)
}

// valid reports whether text may be that of a str, and fails if not.
func (d *decodeState) valid(off int, text []byte) bool {
	if d.options.ValidUTF8 && !utf8.Valid(text) {
		d.Fail(off, "", fault.ErrUTF8)
		return false
	}
	return true
}

// message decodes data, which holds exactly one value, into the variable at p.
func (d *decodeState) message(data []byte, c *codec, p mem.Pointer) error {
	if !d.options.Limits.Admits(len(data)) {
		d.Fail(0, "", fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
		return d.Complete()
	}
	d.begin(data, 0)
	off := c.read(d, 0, p)
	if off >= 0 && off < len(data) {
		off = d.Fail(off, "", fault.ErrTrailing)
	}
	if off < 0 {
		return d.Complete()
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

// UnmarshalAt decodes the value at src[off:], which was checked, into the variable that v points
// to, and returns the offset after it. Offsets of errors are those in src, paths begin at the
// value.
func (g *Engine) UnmarshalAt(src []byte, off int, v any, o *DecodeOptions) (next int, err error) {
	d := g.newDecodeState(o)
	c, p, err := d.destination(v)
	if err == nil {
		d.begin(src, off)
		if next = c.read(d, off, p); next < 0 {
			err = d.Complete()
		}
	}
	d.release()
	return next, err
}

// Within returns an error about a part of a message, which begins at an offset and has a
// path, as one about the message.
func Within(err error, off int, path fault.Pointer) error {
	inner, ok := err.(*DecodeError)
	if !ok {
		return err
	}
	e := *inner
	e.Offset += int64(off)
	e.Path = path.Then(e.Path)
	return &e
}
