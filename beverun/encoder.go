// The state of generated encoders, and the values that are not stored in place.

package beverun

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// EncodeError says which part of a Go value could not be written.
type EncodeError = fault.EncodeError

// An Encoder is what one call of generated code passes down: how deep it is and
// what went wrong. Its methods take a nil Encoder too, for values that cannot nest
// without end: a failure is then found a second time, with one.
type Encoder struct {
	level int // containers entered
	hops  int // pointers followed since the innermost container that is open

	failed fault.Refusal
	open   fault.Open[string]
}

// Appender is the method of generated types, and of types that encode themselves,
// that an Encoder calls for fields of other packages.
type Appender interface {
	AppendBEVE(dst []byte) ([]byte, error)
}

// maxHops is how many pointers in a row may lead to a value.
const maxHops = 1000

// visit is memory that is being written.
type visit = fault.Part[string]

// refusal returns what knows of a failure, nil without a state.
func (e *Encoder) refusal() *fault.Refusal {
	if e == nil {
		return nil
	}
	return &e.failed
}

// Fail records the first failure and returns nil. Inlined it would keep its callers from
// being so.
//
//go:noinline
func (e *Encoder) Fail(goType string, cause error) []byte {
	return e.refusal().Fail("", goType, cause)
}

func (e *Encoder) failYear() []byte {
	return e.Fail("time.Time", fault.Because(fault.ErrOverflow, "year is not within 0 to 9999"))
}

// BadText and BadTime record that the text, or the time, of a member cannot be
// written: what [Room.PutText] and [Room.PutTime] return -1 for. They return nil.
//
//go:noinline
func (e *Encoder) BadText(member string) []byte {
	e.Fail("string", fault.ErrUTF8)
	return e.InKey(member)
}

// BadTime is BadText for times.
//
//go:noinline
func (e *Encoder) BadTime(member string) []byte {
	e.failYear()
	return e.InKey(member)
}

// InKey notes, while a failure unwinds, in which member it happened. It returns
// nil.
//
//go:noinline
func (e *Encoder) InKey(name string) []byte { return e.refusal().InKey(name) }

// InIndex is InKey for elements.
//
//go:noinline
func (e *Encoder) InIndex(i int) []byte { return e.refusal().InIndex(i) }

var encoderPool = sync.Pool{New: func() any { return new(Encoder) }}

// OpenEncoder returns a pooled Encoder for one message. [Encoder.CloseMessage] must
// follow.
func OpenEncoder() *Encoder { return encoderPool.Get().(*Encoder) }

// CloseMessage gives e back. It returns out, or dst and the failure where out is
// nil.
func (e *Encoder) CloseMessage(out, dst []byte) ([]byte, error) {
	var err error
	if out == nil {
		out, err = dst, e.failed.Complete()
		*e = Encoder{}
	}
	e.level, e.hops = 0, 0
	encoderPool.Put(e)
	return out, err
}

// Level returns how many containers have been entered.
func (e *Encoder) Level() int {
	if e == nil {
		return 0
	}
	return e.level
}

// Enter descends into a container that has children.
func (e *Encoder) Enter() bool { return e == nil || e.descend() }

// descend is not inlined, so that Enter is.
//
//go:noinline
func (e *Encoder) descend() bool {
	e.level++
	e.hops = 0
	return e.level < fault.DefaultMaxDepth || e.Fail("", fault.ErrDepth) != nil
}

// Leave goes back up.
func (e *Encoder) Leave() {
	if e != nil {
		e.level--
	}
}

// begin notes that the memory of a pointer, map or slice is being written, and
// fails if it already is. It is for values below fault.CycleLevel only.
func (e *Encoder) begin(v visit) bool {
	return e.open.Begin(v) || e.Fail(v.Type, fault.ErrCycle) != nil
}

// Text appends a string value.
func (e *Encoder) Text(dst []byte, s string) []byte {
	w, n := MakeRoom(dst, Slack+1+len(s)+TextRoom), len(dst)
	w.PutByte(n, 0, byte(wire.HeaderString))
	if n = w.PutText(n, 1, s); n < 0 {
		if n = w.EndText(n, s); n < 0 {
			return e.Fail("string", fault.ErrUTF8)
		}
	}
	return w.Upto(n)
}

// Key appends the key of a member.
func (e *Encoder) Key(dst []byte, s string) []byte {
	w, n := MakeRoom(dst, Slack+len(s)+TextRoom), len(dst)
	if n = w.PutText(n, 0, s); n < 0 {
		if n = w.EndText(n, s); n < 0 {
			return e.Fail("string", fault.ErrUTF8)
		}
	}
	return w.Upto(n)
}

// Time appends a time as RFC 3339 text.
func (e *Encoder) Time(dst []byte, t time.Time) []byte {
	w, n := MakeRoom(dst, Slack+1+TimeRoom), len(dst)
	w.PutByte(n, 0, byte(wire.HeaderString))
	if n = w.PutTime(n, 1, t); n < 0 {
		if n = w.EndTime(n, t); n < 0 {
			return e.failYear()
		}
	}
	return w.Upto(n)
}

// AppendTexts appends a string array, or null for nil.
func AppendTexts[S ~[]T, T ~string](e *Encoder, dst []byte, s S) []byte {
	if s == nil {
		return wire.AppendNull(dst)
	}
	return e.texts(dst, Texts(s))
}

// AppendTextArray appends the elements of an array as a string array.
func AppendTextArray[T ~string](e *Encoder, dst []byte, s []T) []byte {
	return e.texts(dst, Texts(s))
}

func (e *Encoder) texts(dst []byte, s []string) []byte {
	if len(s) > 0 {
		if !e.Enter() {
			return nil
		}
		defer e.Leave()
	}
	w, n := MakeRoom(dst, Slack+ScalarRoom+TextsRoom(s)), len(dst)
	if n = w.PutTexts(n, 0, s); n < 0 {
		e.Fail("string", fault.ErrUTF8)
		return e.InIndex(slices.IndexFunc(s, func(v string) bool { return !utf8.ValidString(v) }))
	}
	return w.Upto(n)
}

// AppendBooleans appends a boolean array, or null for nil.
func AppendBooleans[S ~[]T, T ~bool](dst []byte, s S) []byte {
	if s == nil {
		return wire.AppendNull(dst)
	}
	return wire.AppendBools(dst, *mem.Ref[[]bool](mem.Of(&s)))
}

// AppendBooleanArray appends the elements of an array as a boolean array.
func AppendBooleanArray[T ~bool](dst []byte, s []T) []byte {
	return wire.AppendBools(dst, *mem.Ref[[]bool](mem.Of(&s)))
}

// AppendNumeric appends a typed array of numbers with header elem, or null for nil.
func AppendNumeric[S ~[]T, T wire.Numeric](dst []byte, s S, elem wire.Header) []byte {
	if s == nil {
		return wire.AppendNull(dst)
	}
	return AppendNumericArray(dst, s, elem)
}

// AppendNumericArray appends the elements of an array as numbers with header elem.
func AppendNumericArray[T wire.Numeric](dst []byte, s []T, elem wire.Header) []byte {
	if elem.Width() == mem.SizeOf[T]() {
		if raw, ok := mem.Raw(s); ok {
			return append(wire.AppendNumbersStart(dst, elem, len(s)), raw...)
		}
	}
	if elem == wire.HeaderOf[T]() {
		return wire.AppendNumbers(dst, s)
	}
	// A type that is defined as an int where an int has four bytes: no float.
	dst = wire.AppendNumbersStart(dst, elem, len(s))
	for _, v := range s {
		dst = wire.AppendIntKey(dst, uint64(v), elem.Width())
	}
	return dst
}

// AppendSlice appends a generic array of what write writes, or null for nil. name is
// the type of the slice.
func AppendSlice[S ~[]T, T any](e *Encoder, dst []byte, s S, name string, write func(e *Encoder, dst []byte, v *T) []byte) []byte {
	if s == nil {
		return wire.AppendNull(dst)
	}
	if e == nil || e.level < fault.CycleLevel || len(s) == 0 {
		return AppendElements(e, dst, s, write)
	}
	id := visit{Type: name, Data: mem.Of(&s[0]), Len: len(s)}
	if !e.begin(id) {
		return nil
	}
	dst = AppendElements(e, dst, s, write)
	e.open.End(id)
	return dst
}

// AppendElements appends elements as a generic array.
func AppendElements[T any](e *Encoder, dst []byte, s []T, write func(e *Encoder, dst []byte, v *T) []byte) []byte {
	dst = wire.AppendArray(dst, len(s))
	if len(s) == 0 {
		return dst
	}
	if !e.Enter() {
		return nil
	}
	ahead := mem.Foresee(dst, len(s))
	for i := range s {
		dst = ahead.Room(dst, i)
		if dst = write(e, dst, &s[i]); dst == nil {
			return e.InIndex(i)
		}
	}
	e.Leave()
	return dst
}

// AppendPointer appends what p leads to, or null for nil. name is the type of the
// pointer.
func AppendPointer[T any](e *Encoder, dst []byte, p *T, name string, write func(e *Encoder, dst []byte, v *T) []byte) []byte {
	if p == nil {
		return wire.AppendNull(dst)
	}
	if e == nil {
		return write(e, dst, p)
	}
	hops := e.hops
	if e.hops++; e.hops > maxHops {
		return e.Fail(name, fault.ErrCycle)
	}
	if e.level < fault.CycleLevel {
		dst = write(e, dst, p)
	} else {
		id := visit{Type: name, Data: mem.Of(p)}
		if !e.begin(id) {
			return nil
		}
		dst = write(e, dst, p)
		e.open.End(id)
	}
	e.hops = hops // of the next element, say, there are no more
	return dst
}

// AppendMap appends an object with string keys, or null for nil. The members come in
// the order of the map. name is the type of the map.
func AppendMap[M ~map[K]V, K ~string, V any](e *Encoder, dst []byte, m M, name string, write func(e *Encoder, dst []byte, v V) []byte) []byte {
	if m == nil {
		return wire.AppendNull(dst)
	}
	dst = wire.AppendObject(dst, len(m))
	if len(m) == 0 {
		return dst
	}
	id, watched, ok := enterMap(e, m, name)
	if !ok {
		return nil
	}
	i, ahead := 0, mem.Foresee(dst, len(m))
	for key, v := range m {
		dst = ahead.Room(dst, i)
		i++
		if dst = e.Key(dst, string(key)); dst != nil {
			dst = write(e, dst, v)
		}
		if dst == nil {
			return e.InKey(string(key))
		}
	}
	if watched {
		e.open.End(id)
	}
	e.Leave()
	return dst
}

// AppendIntegerMap appends an object with integer keys of type key, or null for nil.
func AppendIntegerMap[M ~map[K]V, K Integer, V any](e *Encoder, dst []byte, m M, key wire.Header, name string, write func(e *Encoder, dst []byte, v V) []byte) []byte {
	if m == nil {
		return wire.AppendNull(dst)
	}
	dst = wire.AppendIntObject(dst, key, len(m))
	if len(m) == 0 {
		return dst
	}
	id, watched, ok := enterMap(e, m, name)
	if !ok {
		return nil
	}
	width := key.Width()
	i, ahead := 0, mem.Foresee(dst, len(m))
	for k, v := range m {
		dst = ahead.Room(dst, i)
		i++
		if dst = write(e, wire.AppendIntKey(dst, uint64(k), width), v); dst == nil {
			return e.InKey(keyText(k))
		}
	}
	if watched {
		e.open.End(id)
	}
	e.Leave()
	return dst
}

// enterMap descends into a map and, deep down, watches it for cycles.
func enterMap[M ~map[K]V, K comparable, V any](e *Encoder, m M, name string) (id visit, watched, ok bool) {
	if !e.Enter() {
		return id, false, false
	}
	if e == nil || e.level <= fault.CycleLevel {
		return id, false, true
	}
	id = visit{Type: name, Data: mem.Elem(mem.Of(&m))} // a map is a pointer
	return id, true, e.begin(id)
}

// Method appends what a type of another package, called goType, encodes itself to.
// It must be exactly one valid value; that is checked.
func (e *Encoder) Method(dst []byte, v Appender, goType string) []byte {
	n := len(dst)
	out, err := v.AppendBEVE(dst)
	if err != nil {
		return e.Fail(goType, err)
	}
	if len(out) < n {
		return e.Fail(goType, fault.Because(fault.ErrSyntax, "AppendBEVE did not append"))
	}
	budget := wire.Limits{MaxDepth: fault.DefaultMaxDepth - e.Level()}.Budget()
	end, err := wire.SkipWithin(out, n, &budget)
	switch {
	case errors.Is(err, fault.ErrDepth):
		return e.Fail(goType, fault.ErrDepth)
	case err != nil:
		return e.Fail(goType, fault.Because(fault.ErrSyntax, "the method did not return exactly one value: "+err.Error()))
	case end != len(out):
		return e.Fail(goType, fault.Because(fault.ErrSyntax, "the method did not return exactly one value: "+strconv.Itoa(len(out)-end)+" bytes follow it"))
	}
	return out
}

// scratchPool holds buffers for results whose length is not known beforehand.
var scratchPool = sync.Pool{New: func() any { return new(Buffer) }}

// A Buffer is memory to append to, from a pool.
type Buffer struct {
	Bytes []byte // empty
}

// Scratch returns a pooled buffer to encode into; [Buffer.Result] must follow.
func Scratch() *Buffer { return scratchPool.Get().(*Buffer) }

// Result returns a copy of the message that was appended to b.Bytes, or the error,
// and gives b back.
func (b *Buffer) Result(out []byte, err error) ([]byte, error) {
	result := mem.Result(out, err)
	b.keep(out)
	return result, err
}

// Clone returns a copy of a message.
func Clone(message []byte) []byte { return mem.Clone(message) }

// Len is Result for those who only ask how long the message is; it is 0 after an
// error.
func (b *Buffer) Len(out []byte, err error) int {
	n := len(out)
	b.keep(out)
	if err != nil {
		return 0
	}
	return n
}

func (b *Buffer) keep(out []byte) {
	b.Bytes = mem.Kept(out)
	scratchPool.Put(b)
}
