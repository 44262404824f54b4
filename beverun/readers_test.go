// Each function that generated code reads and writes with, held to what reflection does with
// the same bytes: the same value, or the same error at the same place.

package beverun_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// A subject is one type with the functions that generated code would call for it.
type subject struct {
	zero  any
	read  func(d *beverun.Decoder, off int, p any) int
	write func(e *beverun.Encoder, dst []byte, p any) []byte
}

func of[T any](read beverun.ElementFunc[T], write func(e *beverun.Encoder, dst []byte, v *T) []byte) subject {
	return subject{
		zero:  *new(T),
		read:  func(d *beverun.Decoder, off int, p any) int { return read(d, off, p.(*T)) },
		write: func(e *beverun.Encoder, dst []byte, p any) []byte { return write(e, dst, p.(*T)) },
	}
}

// reads makes an ElementFunc of a function that returns a value.
func reads[T any](read func(d *beverun.Decoder, off int) (T, int)) beverun.ElementFunc[T] {
	return func(d *beverun.Decoder, off int, v *T) (next int) {
		got, next := read(d, off)
		if next >= 0 {
			*v = got
		}
		return next
	}
}

func integer[T beverun.Integer]() subject {
	name := reflect.TypeFor[T]().String()
	return of(func(d *beverun.Decoder, off int, v *T) int { return beverun.ReadInteger(d, off, v, name) }, writeInteger[T])
}

func writeInteger[T beverun.Integer](_ *beverun.Encoder, dst []byte, v *T) []byte {
	if T(0)-1 < 0 {
		return wire.AppendInt(dst, int64(*v))
	}
	return wire.AppendUint(dst, uint64(*v))
}

func numbers[T wire.Numeric](elem wire.Header) []subject {
	name := reflect.TypeFor[T]().String()
	return []subject{
		of(func(d *beverun.Decoder, off int, v *[]T) int { return beverun.ReadNumbers(d, off, v, elem, name) },
			func(_ *beverun.Encoder, dst []byte, v *[]T) []byte { return beverun.AppendNumeric(dst, *v, elem) }),
		of(func(d *beverun.Decoder, off int, v *[3]T) int {
			return beverun.ReadNumberArray(d, off, v[:], elem, name)
		},
			func(_ *beverun.Encoder, dst []byte, v *[3]T) []byte {
				return beverun.AppendNumericArray(dst, v[:], elem)
			}),
	}
}

// item is a struct as bevegen writes its methods, without the comparison of expected keys.
type item struct {
	N   int
	S   string
	Sub []item
}

func writeItem(e *beverun.Encoder, dst []byte, x *item) []byte {
	if !e.Enter() {
		return nil
	}
	dst = wire.AppendText(wire.AppendObject(dst, 3), "N")
	dst = wire.AppendText(wire.AppendInt(dst, int64(x.N)), "S")
	if dst = e.Text(dst, x.S); dst == nil {
		return e.InKey("S")
	}
	dst = wire.AppendText(dst, "Sub")
	if dst = beverun.AppendSlice(e, dst, x.Sub, "[]beverun_test.item", writeItem); dst == nil {
		return e.InKey("Sub")
	}
	e.Leave()
	return dst
}

func readItem(d *beverun.Decoder, off int, x *item) int {
	var o beverun.Object
	if off = d.OpenObject(&o, off, "beverun_test.item"); off < 0 {
		return -1
	}
	if o.Len < 0 {
		*x = item{}
		return off
	}
	seen := [3]bool{}
	for range o.Len {
		name, at := d.Member(&o, off)
		if at < 0 {
			return -1
		}
		again := d.Stale
		switch string(name) {
		case "N":
			off, seen[0] = beverun.ReadInteger(d, at, &x.N, "int"), true
		case "S":
			off, seen[1] = beverun.ReadText(d, at, &x.S), true
		case "Sub":
			d.Stale = d.Stale || seen[2]
			off = beverun.ReadSlice(d, at, &x.Sub, 15, true, "[]beverun_test.item", readItem)
			d.Stale, seen[2] = again, true
		default:
			if off = d.SkipMember(at, name); off < 0 {
				return -1
			}
			continue
		}
		if off < 0 {
			return d.InKey(string(name))
		}
	}
	if d.Stale {
		if !seen[0] {
			beverun.Zero(&x.N)
		}
		if !seen[1] {
			beverun.Zero(&x.S)
		}
		if !seen[2] {
			beverun.Zero(&x.Sub)
		}
	}
	return d.CloseObject(&o, off)
}

func readText(d *beverun.Decoder, off int, v *string) int        { return beverun.ReadText(d, off, v) }
func writeText(e *beverun.Encoder, dst []byte, v *string) []byte { return e.Text(dst, *v) }
func readInts(d *beverun.Decoder, off int, v *[]int32) int {
	return beverun.ReadNumbers(d, off, v, wire.HeaderInt32, "int32")
}

func subjects() []subject {
	all := []subject{
		of(func(d *beverun.Decoder, off int, v *bool) int { return beverun.ReadBoolean(d, off, v) },
			func(_ *beverun.Encoder, dst []byte, v *bool) []byte { return wire.AppendBool(dst, *v) }),
		of(reads(beverun.BoolValue[bool]), func(_ *beverun.Encoder, dst []byte, v *bool) []byte { return wire.AppendBool(dst, *v) }),
		integer[int8](), integer[int16](), integer[int32](), integer[int64](), integer[int](),
		integer[uint8](), integer[uint16](), integer[uint32](), integer[uint64](), integer[uint](),
		of(reads(func(d *beverun.Decoder, off int) (int16, int) { return beverun.IntegerValue[int16](d, off, "int16") }), writeInteger[int16]),
		of(func(d *beverun.Decoder, off int, v *float32) int { return beverun.ReadSingle(d, off, v) },
			func(_ *beverun.Encoder, dst []byte, v *float32) []byte { return wire.AppendFloat32(dst, *v) }),
		of(func(d *beverun.Decoder, off int, v *float64) int { return beverun.ReadDouble(d, off, v) },
			func(_ *beverun.Encoder, dst []byte, v *float64) []byte { return wire.AppendFloat64(dst, *v) }),
		of(reads(beverun.SingleValue[float32]), func(_ *beverun.Encoder, dst []byte, v *float32) []byte { return wire.AppendFloat32(dst, *v) }),
		of(reads(beverun.DoubleValue[float64]), func(_ *beverun.Encoder, dst []byte, v *float64) []byte { return wire.AppendFloat64(dst, *v) }),
		of(readText, writeText), of(reads(beverun.TextValue[string]), writeText),
		of(func(d *beverun.Decoder, off int, v *[]bool) int { return beverun.ReadBooleans(d, off, v) },
			func(_ *beverun.Encoder, dst []byte, v *[]bool) []byte { return beverun.AppendBooleans(dst, *v) }),
		of(func(d *beverun.Decoder, off int, v *[11]bool) int {
			return beverun.ReadFixed(d, off, v[:], "bool", beverun.ReadBooleans[[]bool])
		}, func(_ *beverun.Encoder, dst []byte, v *[11]bool) []byte { return beverun.AppendBooleanArray(dst, v[:]) }),
		of(func(d *beverun.Decoder, off int, v *[]string) int { return beverun.ReadTexts(d, off, v) },
			func(e *beverun.Encoder, dst []byte, v *[]string) []byte { return beverun.AppendTexts(e, dst, *v) }),
		of(func(d *beverun.Decoder, off int, v *[2]string) int {
			return beverun.ReadFixed(d, off, v[:], "string", beverun.ReadTexts[[]string])
		}, func(e *beverun.Encoder, dst []byte, v *[2]string) []byte {
			return beverun.AppendTextArray(e, dst, v[:])
		}),
		of(readItem, writeItem),
		of(func(d *beverun.Decoder, off int, v *[]item) int {
			return beverun.ReadSlice(d, off, v, 15, true, "[]beverun_test.item", readItem)
		}, func(e *beverun.Encoder, dst []byte, v *[]item) []byte {
			return beverun.AppendSlice(e, dst, *v, "[]beverun_test.item", writeItem)
		}),
		of(func(d *beverun.Decoder, off int, v *[2]item) int {
			return beverun.ReadArrayOf(d, off, v[:], true, "[2]beverun_test.item", readItem)
		}, func(e *beverun.Encoder, dst []byte, v *[2]item) []byte {
			return beverun.AppendElements(e, dst, v[:], writeItem)
		}),
		of(func(d *beverun.Decoder, off int, v *[][]int32) int {
			return beverun.ReadSlice(d, off, v, 1, false, "[][]int32", readInts)
		}, func(e *beverun.Encoder, dst []byte, v *[][]int32) []byte {
			return beverun.AppendSlice(e, dst, *v, "[][]int32", func(_ *beverun.Encoder, dst []byte, v *[]int32) []byte {
				return beverun.AppendNumeric(dst, *v, wire.HeaderInt32)
			})
		}),
		of(func(d *beverun.Decoder, off int, v **string) int { return beverun.ReadPointer(d, off, v, readText) },
			func(e *beverun.Encoder, dst []byte, v **string) []byte {
				return beverun.AppendPointer(e, dst, *v, "*string", writeText)
			}),
		of(func(d *beverun.Decoder, off int, v *map[string]int) int {
			return beverun.ReadMap(d, off, v, "map[string]int", "", func(d *beverun.Decoder, off int) (int, int) { return beverun.IntegerValue[int](d, off, "int") })
		}, func(e *beverun.Encoder, dst []byte, v *map[string]int) []byte {
			return beverun.AppendMap(e, dst, *v, "map[string]int", func(_ *beverun.Encoder, dst []byte, v int) []byte { return wire.AppendInt(dst, int64(v)) })
		}),
		of(func(d *beverun.Decoder, off int, v *map[int8]string) int {
			return beverun.ReadIntegerMap(d, off, v, "map[int8]string", "int8", beverun.TextValue[string])
		}, func(e *beverun.Encoder, dst []byte, v *map[int8]string) []byte {
			return beverun.AppendIntegerMap(e, dst, *v, wire.HeaderInt8, "map[int8]string", func(e *beverun.Encoder, dst []byte, v string) []byte { return e.Text(dst, v) })
		}),
		of(func(d *beverun.Decoder, off int, v *map[uint16]bool) int {
			return beverun.ReadIntegerMap(d, off, v, "map[uint16]bool", "uint16", beverun.BoolValue[bool])
		}, func(e *beverun.Encoder, dst []byte, v *map[uint16]bool) []byte {
			return beverun.AppendIntegerMap(e, dst, *v, wire.HeaderUint16, "map[uint16]bool", func(_ *beverun.Encoder, dst []byte, v bool) []byte { return wire.AppendBool(dst, v) })
		}),
		of(func(d *beverun.Decoder, off int, v *time.Time) int { return d.ReadTime(off, v) },
			func(e *beverun.Encoder, dst []byte, v *time.Time) []byte { return e.Time(dst, *v) }),
		of(func(d *beverun.Decoder, off int, v *time.Duration) int { return d.ReadDuration(off, v) },
			func(_ *beverun.Encoder, dst []byte, v *time.Duration) []byte { return wire.AppendInt(dst, int64(*v)) }),
	}
	all = append(all, numbers[int8](wire.HeaderInt8)...)
	all = append(all, numbers[uint16](wire.HeaderUint16)...)
	all = append(all, numbers[int64](wire.HeaderInt64)...)
	all = append(all, numbers[float32](wire.HeaderFloat32)...)
	return append(all, numbers[float64](wire.HeaderFloat64)...)
}

// decode reads data, which holds exactly one value, as generated methods do.
func (s subject) decode(data []byte, p any) error {
	d, off := beverun.OpenMessage(data)
	if off >= 0 {
		off = s.read(d, off, p)
	}
	return d.CloseMessage(off)
}

// decodeNext reads the next value of d, as the method DecodeBEVE does.
func (s subject) decodeNext(d *beverun.Decoder, p any) error {
	off := d.Start()
	if off >= 0 {
		off = s.read(d, off, p)
	}
	return d.Finish(off)
}

func (s subject) encode(dst []byte, p any) ([]byte, error) {
	e := beverun.OpenEncoder()
	return e.CloseMessage(s.write(e, dst, p), dst)
}

// messages are values of every kind, in every form, those of the vectors that are malformed,
// and what is left of good ones that are cut or changed.
func messages(t *testing.T) [][]byte {
	t.Helper()
	var all [][]byte
	values := append(testkit.Zoo(), []item{{N: 1, S: "a", Sub: []item{{}}}, {N: 2}}, map[string]any{"N": 1, "X": []any{1}, "S": "s"},
		[]map[string]any{{"N": 1, "S": "s", "Sub": nil}, {"N": 2, "S": "", "Sub": nil}}, time.Second, []time.Duration{1, 2},
		[2]string{"a", "b"}, [11]bool{3: true}, [3]int8{1, 2, 3}, map[int8]string{1: "a", 2: "b"}, map[uint16]bool{7: true},
		map[string]int{"a": 1, "b": 300}, [][]int32{{1}, nil, {2, 3}}, [2]item{{N: 1}, {S: "x"}}, map[string]any{"Sub": 1, "N": "text"})
	for _, v := range values {
		for _, o := range []engine.EncodeOptions{{Deterministic: true}, {Deterministic: true, Extended: true, MinTableRows: 1},
			{Deterministic: true, FixedWidth: true}, {Deterministic: true, Aligned: true}, {Deterministic: true, Framing: true}} {
			if b, err := o.Marshal(v); err == nil {
				all = append(all, b)
			}
		}
		if b, err := (engine.IndexOptions{IncludeNested: true}).AppendIndexed(nil, v); err == nil {
			all = append(all, b)
		}
	}
	good := len(all)
	for _, v := range testkit.BEVEVectors(t, filepath.Join("..", "testdata", "beve", "malformed")) {
		if len(v.Data) < 1000 {
			all = append(all, v.Data)
		}
	}
	if len(all) == good {
		t.Fatal("no malformed vectors")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		b := bytes.Clone(all[rng.IntN(good)])
		if len(b) > 200 {
			continue
		}
		switch rng.IntN(3) {
		case 0:
			b = b[:rng.IntN(len(b))]
		case 1:
			b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		default:
			b[rng.IntN(len(b))] = byte(rng.Uint32())
		}
		all = append(all, b)
	}
	return all
}

// same reports whether two errors say the same. Within a value that is malformed generated
// code does not always know the Go type.
func same(a, b error) bool {
	var x, y *fault.DecodeError
	if !errors.As(a, &x) || !errors.As(b, &y) {
		return a == b
	}
	return x.Offset == y.Offset && x.Path == y.Path && (x.GoType == y.GoType || x.GoType == "") && x.Err.Error() == y.Err.Error()
}

func TestReadersReadWhatReflectionReads(t *testing.T) {
	data := messages(t)
	for _, s := range subjects() {
		for _, b := range data {
			if len(b) > 0 && wire.TypeTagAt(b, 0, false) {
				continue // generated methods that are called by hand do not read type tags
			}
			want, got := reflect.New(reflect.TypeOf(s.zero)), reflect.New(reflect.TypeOf(s.zero))
			failed := engine.Unmarshal(b, want.Interface())
			err := s.decode(bytes.Clone(b), got.Interface())
			if !same(err, failed) || err == nil && !testkit.Equal(got.Elem().Interface(), want.Elem().Interface()) {
				t.Errorf("%T from %x: %+v, %v; want %+v, %v", s.zero, b, got.Elem(), err, want.Elem(), failed)
			}
			if err != nil {
				continue
			}
			// Over what the variable holds the message is read the same, and not at all less.
			again := s.decode(b, got.Interface())
			if failed := engine.Unmarshal(b, want.Interface()); !same(again, failed) || !testkit.Equal(got.Elem().Interface(), want.Elem().Interface()) {
				t.Errorf("%T from %x once more: %+v, %v; want %+v, %v", s.zero, b, got.Elem(), again, want.Elem(), failed)
			}
		}
	}
}

func TestWritersWriteWhatReflectionWrites(t *testing.T) {
	for _, s := range subjects() {
		typ := reflect.TypeOf(s.zero)
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range 200 {
			p := reflect.New(typ)
			if i > 0 {
				p.Elem().Set(testkit.RandomValue(rng, typ))
			}
			if m := p.Elem(); m.Kind() == reflect.Map && m.Len() > 1 {
				continue // in any order
			}
			want, failed := engine.Append([]byte("prefix"), p.Interface())
			got, err := s.encode([]byte("prefix"), p.Interface())
			if !bytes.Equal(got, want) || (err == nil) != (failed == nil) || err != nil && err.Error() != failed.Error() {
				t.Errorf("%T %+v: %x, %v; want %x, %v", s.zero, p.Elem(), got, err, want, failed)
			}
			b := beverun.Scratch()
			if out, err := b.Result(s.encode(b.Bytes, p.Interface())); err == nil && !bytes.Equal(out, want[len("prefix"):]) {
				t.Errorf("%T: the result of a buffer is %x, want %x", s.zero, out, want)
			}
			b = beverun.Scratch()
			if n := b.Len(s.encode(b.Bytes, p.Interface())); err == nil && n != len(want)-len("prefix") || err != nil && n != 0 {
				t.Errorf("%T: %d bytes, want %d", s.zero, n, len(want)-len("prefix"))
			}
		}
	}
}

func TestWritersSayWhere(t *testing.T) {
	bad := "\xff"
	loop := item{Sub: make([]item, 1)}
	loop.Sub[0].Sub = loop.Sub
	for _, c := range []struct {
		v     any
		path  fault.Pointer
		cause error
	}{
		{&bad, "", fault.ErrUTF8}, {&[]string{"a", bad}, "/1", fault.ErrUTF8}, {&[2]string{"", bad}, "/1", fault.ErrUTF8},
		{&[]item{{}, {S: bad}}, "/1/S", fault.ErrUTF8}, {&[2]item{{}, {S: bad}}, "/1/S", fault.ErrUTF8},
		{&item{Sub: []item{{Sub: []item{{S: bad}}}}}, "/Sub/0/Sub/0/S", fault.ErrUTF8},
		{&map[string]int{bad: 1}, "/\xff", fault.ErrUTF8}, {&map[int8]string{-7: bad}, "/-7", fault.ErrUTF8},
		{ptr(&bad), "", fault.ErrUTF8}, {ptr(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)), "", fault.ErrOverflow},
		{&loop, "", fault.ErrCycle},
	} {
		found := false
		for _, s := range subjects() {
			if reflect.TypeOf(c.v).Elem() != reflect.TypeOf(s.zero) {
				continue
			}
			found = true
			out, err := s.encode([]byte("prefix"), c.v)
			var e *fault.EncodeError
			if !errors.As(err, &e) || !errors.Is(err, c.cause) || c.path != "" && e.Path != c.path || string(out) != "prefix" {
				t.Errorf("%T: %q, %v; want %v at %q", c.v, out, err, c.cause, c.path)
			}
			if _, failed := engine.Marshal(c.v); failed == nil || !errors.Is(failed, c.cause) {
				t.Errorf("%T: reflection says %v", c.v, failed)
			}
		}
		if !found {
			t.Errorf("no subject is of type %T", c.v)
		}
	}
}

func ptr[T any](v T) *T { return &v }

// TestLimitsAreThoseOfReflection finds the least limits under which values are read.
func TestLimitsAreThoseOfReflection(t *testing.T) {
	data := messages(t)
	for _, s := range subjects() {
		for i, b := range data {
			if i%7 != 0 || s.decode(b, reflect.New(reflect.TypeOf(s.zero)).Interface()) != nil {
				continue
			}
			for n := range 8 {
				for _, limits := range []wire.Limits{{MaxDepth: n + 1}, {MaxElements: int64(n + 1)}, {MaxBytes: int64(n*3 + 1)}} {
					want, got := reflect.New(reflect.TypeOf(s.zero)), reflect.New(reflect.TypeOf(s.zero))
					d := engine.NewDecoderBytes(b)
					d.SetOptions(engine.DecodeOptions{Limits: limits})
					failed := d.Decode(want.Interface())
					err := s.decodeNext(beverun.NewDecoder(b, beverun.DecoderOptions{Limits: limits}), got.Interface())
					if (err == nil) != (failed == nil) || err != nil && errors.Is(err, fault.ErrLimit) != errors.Is(failed, fault.ErrLimit) {
						t.Errorf("%T from %x, %+v: %v; want %v", s.zero, b, limits, err, failed)
					}
				}
			}
		}
	}
}

// TestStreams reads a run of values, of which some do not fit, from memory, from readers and
// byte by byte: each gives the same values and errors as the next, and ends alike.
func TestStreams(t *testing.T) {
	for _, s := range subjects() {
		typ := reflect.TypeOf(s.zero)
		rng := rand.New(rand.NewPCG(5, 6))
		var stream []byte
		var want []any
		for i := range 20 {
			p := reflect.New(typ)
			p.Elem().Set(testkit.RandomValue(rng, typ))
			b, err := engine.Marshal(p.Interface())
			if err != nil {
				continue
			}
			if i%3 == 0 {
				stream = wire.AppendDelimiter(stream)
			}
			stream = append(stream, b...)
			got := reflect.New(typ)
			if err := engine.Unmarshal(b, got.Interface()); err != nil {
				t.Fatal(err)
			}
			want = append(want, got.Elem().Interface())
		}
		for name, d := range map[string]*beverun.Decoder{
			"bytes":         beverun.NewDecoder(stream, beverun.DecoderOptions{}),
			"reader":        beverun.NewStreamDecoder(bytes.NewReader(stream), beverun.DecoderOptions{}),
			"byte by byte":  beverun.NewStreamDecoder(iotest.OneByteReader(bytes.NewReader(stream)), beverun.DecoderOptions{}),
			"end with data": beverun.NewStreamDecoder(iotest.DataErrReader(bytes.NewReader(stream)), beverun.DecoderOptions{}),
		} {
			for i, w := range want {
				got := reflect.New(typ)
				if !d.More() {
					t.Errorf("%T, %s: no more after %d of %d", s.zero, name, i, len(want))
				}
				if err := s.decodeNext(d, got.Interface()); err != nil || !testkit.Equal(got.Elem().Interface(), w) {
					t.Errorf("%T, %s: value %d is %+v, %v; want %+v", s.zero, name, i, got.Elem(), err, w)
				}
			}
			if d.More() {
				t.Errorf("%T, %s: more after the end", s.zero, name)
			}
			if err := s.decodeNext(d, reflect.New(typ).Interface()); err != io.EOF || d.InputOffset() != int64(len(stream)) {
				t.Errorf("%T, %s: after the end %v, at %d of %d", s.zero, name, err, d.InputOffset(), len(stream))
			}
		}
		// Cut anywhere, a reader gives whole values, and then says that the input ends.
		for cut := range min(len(stream), 60) {
			inMemory := beverun.NewDecoder(stream[:cut], beverun.DecoderOptions{})
			reader := beverun.NewStreamDecoder(iotest.HalfReader(bytes.NewReader(stream[:cut])), beverun.DecoderOptions{})
			for {
				a, b := reflect.New(typ), reflect.New(typ)
				x, y := s.decodeNext(inMemory, a.Interface()), s.decodeNext(reader, b.Interface())
				if (x == nil) != (y == nil) || (x == io.EOF) != (y == io.EOF) ||
					x != nil && x != io.EOF && (!errors.Is(x, fault.ErrTruncated) || !errors.Is(y, fault.ErrTruncated)) {
					t.Errorf("%T from %x: in memory %v, from a reader %v", s.zero, stream[:cut], x, y)
				}
				if x != nil || y != nil {
					break
				}
			}
		}
		broken := errors.New("the line is cut")
		d := beverun.NewStreamDecoder(io.MultiReader(bytes.NewReader(stream[:min(1, len(stream))]), iotest.ErrReader(broken)), beverun.DecoderOptions{})
		for range len(want) + 1 {
			if err := s.decodeNext(d, reflect.New(typ).Interface()); err != nil {
				if !errors.Is(err, broken) {
					t.Errorf("%T: a broken reader gives %v", s.zero, err)
				}
				break
			}
		}
	}
}

// TestTextIsCopiedOrNot changes the input after it was read. The build purego always copies.
func TestTextIsCopiedOrNot(t *testing.T) {
	want := []string{"short", strings.Repeat("long text ", 20), "", "ä"}
	for _, noCopy := range []bool{false, true} {
		data, err := engine.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		d := beverun.NewDecoder(data, beverun.DecoderOptions{NoCopy: noCopy})
		if err := d.Finish(beverun.ReadTexts(d, d.Start(), &got)); err != nil || !testkit.Equal(got, want) {
			t.Fatalf("%q, %v", got, err)
		}
		clear(data)
		if testkit.Equal(got, want) == (noCopy && mem.Unchecked) {
			t.Errorf("NoCopy %v: after the input changed the texts are %q", noCopy, got)
		}
	}
}
