// The methods and tags of vmihailenco/msgpack.

//lint:file-ignore U1000 fields are there for their tags
//lint:file-ignore SA5008 tags are those of another package

package msgcodec

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/msgpack/msgp"

	"github.com/beve-org/beve-go/internal/fault"
)

// packWriter and packReader stand for the Encoder and Decoder of another package; bareWriter and
// bareReader for those of a package for which nobody registers an adapter.
type (
	packWriter struct{ w io.Writer }
	packReader struct{ r io.Reader }
	bareWriter struct{}
	bareReader struct{}
)

func init() {
	RegisterAdapter(func(w io.Writer) *packWriter { return &packWriter{w} }, func(r io.Reader) *packReader { return &packReader{r} })
}

func (p *packWriter) put(b ...byte) error {
	_, err := p.w.Write(b)
	return err
}

// Types with the methods, one for each set. They hold a number below 128, and nothing of them
// is what their kind would make.
type (
	packed   struct{ n byte } // MarshalMsgpack, UnmarshalMsgpack
	streamer struct{ n byte } // EncodeMsgpack, DecodeMsgpack
	both     struct{ n byte } // all four: those of streams come first
	allKinds struct{ n byte } // and those of text, binary and JSON
	first    struct{ n byte } // MarshalMsg, UnmarshalMsg come before them
	bare     struct{ n byte } // EncodeMsgpack, DecodeMsgpack, without an adapter

	packedList []byte         // by its value, so nil is nil
	packedMap  map[string]int // by its address, so nil is what it makes of it
	packedText string
	writesOnly struct{ N byte }
	readsOnly  struct{ N byte }

	embeds       struct{ packed }
	embedsBeside struct {
		*streamer
		More int
	}
	Generated2   struct{ N byte } // generated, and packed besides
	embedsTinier struct {
		Generated2
		More byte
	}
)

var errPack = errors.New("pack failed")

func packByte(n byte) ([]byte, error) {
	switch n {
	case 101:
		return nil, nil
	case 102:
		return []byte{1, 2}, nil
	case 103:
		return nil, errPack
	case 104:
		return []byte{0xC1}, nil
	case 105:
		return []byte{0x92, 1}, nil
	case 106:
		return bytes.Repeat([]byte{0x91}, 600), nil
	}
	return []byte{0x91, n}, nil
}

func unpackByte(b []byte) (byte, error) {
	if len(b) != 2 || b[0] != 0x91 {
		return 0, errPack
	}
	return b[1], nil
}

func (p *packWriter) one(n byte) error {
	b, err := packByte(n)
	if err != nil {
		return err
	}
	return p.put(b...)
}

func (p *packReader) one(n *byte) error {
	var b [2]byte
	_, err := io.ReadFull(p.r, b[:])
	if err == nil {
		*n, err = unpackByte(b[:])
	}
	return err
}

func (v packed) MarshalMsgpack() ([]byte, error)            { return packByte(v.n) }
func (v *packed) UnmarshalMsgpack(b []byte) (err error)     { v.n, err = unpackByte(b); return err }
func (v *streamer) EncodeMsgpack(w *packWriter) error       { return w.one(v.n) }
func (v *streamer) DecodeMsgpack(r *packReader) error       { return r.one(&v.n) }
func (v both) EncodeMsgpack(w *packWriter) error            { return w.one(v.n) }
func (v *both) DecodeMsgpack(r *packReader) error           { return r.one(&v.n) }
func (v both) MarshalMsgpack() ([]byte, error)              { return nil, errors.New("the wrong method") }
func (v *both) UnmarshalMsgpack([]byte) error               { return errors.New("the wrong method") }
func (v allKinds) MarshalMsgpack() ([]byte, error)          { return packByte(v.n) }
func (v *allKinds) UnmarshalMsgpack(b []byte) (err error)   { v.n, err = unpackByte(b); return err }
func (v allKinds) MarshalText() ([]byte, error)             { return nil, errors.New("the wrong method") }
func (v *allKinds) UnmarshalText([]byte) error              { return errors.New("the wrong method") }
func (v allKinds) MarshalBinary() ([]byte, error)           { return nil, errors.New("the wrong method") }
func (v *allKinds) UnmarshalBinary([]byte) error            { return errors.New("the wrong method") }
func (v allKinds) MarshalJSON() ([]byte, error)             { return nil, errors.New("the wrong method") }
func (v *allKinds) UnmarshalJSON([]byte) error              { return errors.New("the wrong method") }
func (v *first) MarshalMsg(b []byte) ([]byte, error)        { return append(b, 0x91, v.n), nil }
func (v *first) UnmarshalMsg(b []byte) ([]byte, error)      { v.n = b[1]; return b[2:], nil }
func (v *first) EncodeMsgpack(*bareWriter) error            { return errors.New("the wrong method") }
func (v *first) DecodeMsgpack(*bareReader) error            { return errors.New("the wrong method") }
func (v *bare) EncodeMsgpack(*bareWriter) error             { return nil }
func (v *bare) DecodeMsgpack(*bareReader) error             { return nil }
func (v bare) MarshalText() ([]byte, error)                 { return nil, errors.New("the wrong method") }
func (v packedList) MarshalMsgpack() ([]byte, error)        { return packByte(v[0]) }
func (v *packedMap) EncodeMsgpack(w *packWriter) error      { return w.one(byte(len(*v))) }
func (v packedText) EncodeMsgpack(w *packWriter) error      { return w.one(byte(len(v))) }
func (v writesOnly) MarshalMsgpack() ([]byte, error)        { return packByte(v.N) }
func (v *readsOnly) DecodeMsgpack(r *packReader) error      { return r.one(&v.N) }
func (v *Generated2) MarshalMsgpack() ([]byte, error)       { return packByte(v.N) }
func (v *Generated2) UnmarshalMsgpack(b []byte) (err error) { v.N, err = unpackByte(b); return err }
func (v *Generated2) Msgsize() int                          { return 2 }
func (v *packedList) UnmarshalMsgpack(b []byte) error       { *v = b; return nil }
func (v *packedText) DecodeMsgpack(r *packReader) error {
	var n byte
	err := r.one(&n)
	*v = packedText(strings.Repeat("x", int(n)))
	return err
}

// TestMethodsOfOtherPackagesAreUsed has values with the methods wherever a value can be, in both
// formats: alone, in structs, slices, arrays, maps, as keys, through pointers and interfaces, and
// in streams.
func TestMethodsOfOtherPackagesAreUsed(t *testing.T) {
	for _, v := range []any{packed{5}, streamer{5}, both{5}, allKinds{5}, first{5}, packedText("xxxxx"), embeds{packed{5}},
		&embedsBeside{streamer: &streamer{5}}} {
		typ := reflect.TypeOf(v)
		if typ.Kind() == reflect.Pointer { // what it embeds must not be nil when it is read
			written(t, msgpack, v, EncodeOptions{}, "9105")
			continue
		}
		for _, f := range []tested{msgpack, zebrapack} {
			one := reflect.New(typ)
			one.Elem().Set(reflect.ValueOf(v))
			toOne := reflect.New(one.Type())
			toOne.Elem().Set(one)
			list := reflect.Append(reflect.MakeSlice(reflect.SliceOf(typ), 0, 1), one.Elem())
			pointers := reflect.Append(reflect.MakeSlice(reflect.SliceOf(one.Type()), 0, 2), one, reflect.Zero(one.Type()))
			array := reflect.New(reflect.ArrayOf(2, typ)).Elem()
			array.Index(0).Set(one.Elem())
			array.Index(1).Set(one.Elem())
			mapOf := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), typ))
			mapOf.SetMapIndex(reflect.ValueOf("k"), one.Elem())
			keyed := reflect.MakeMap(reflect.MapOf(typ, reflect.TypeFor[bool]()))
			keyed.SetMapIndex(one.Elem(), reflect.ValueOf(true))
			of := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ, Tag: `zid:"0"`}, {Name: "B", Type: one.Type(), Tag: `zid:"1"`}})).Elem()
			of.Field(0).Set(one.Elem())
			of.Field(1).Set(one)
			wire := "82a1419105a1429105"
			if f.format.IDs {
				wire = string(mustHex(f, of.Interface(), t))
				if !strings.HasSuffix(wire, "009105"+"019105") {
					t.Errorf("%T in a struct of %s: %s", v, f.format.Name, wire)
				}
			}
			for _, c := range []struct {
				v    any
				wire string
			}{
				{v, "9105"}, {one.Interface(), "9105"}, {toOne.Interface(), "9105"},
				{list.Interface(), "919105"}, {pointers.Interface(), "929105c0"}, {array.Interface(), "9291059105"},
				{mapOf.Interface(), "81a16b9105"}, {keyed.Interface(), "819105c3"}, {of.Interface(), wire},
			} {
				written(t, f, c.v, EncodeOptions{}, c.wire)
				written(t, f, c.v, EncodeOptions{Deterministic: true}, c.wire)
				read(t, f, unhex(t, c.wire), DecodeOptions{}, c.v)
			}
			written(t, f, []any{v, one.Interface()}, EncodeOptions{}, "9291059105")
			// nil is the zero value, and calls no method.
			if err := f.Unmarshal([]byte{0xC0}, one.Interface()); err != nil || !one.Elem().IsZero() {
				t.Errorf("%T: nil makes %v, %v", v, one.Elem(), err)
			}
		}
	}
	var stream bytes.Buffer
	enc := msgpack.NewEncoder(&stream)
	for i := range byte(3) {
		if err := enc.Encode([]any{packed{i}, &streamer{i}}); err != nil {
			t.Fatal(err)
		}
	}
	dec := msgpack.NewDecoder(iotestOneByte{&stream})
	for i := range byte(3) {
		var got struct {
			_ struct{} `msg:",tuple"`
			P packed
			S streamer
		}
		if err := dec.Decode(&got); err != nil || got.P.n != i || got.S.n != i {
			t.Errorf("%d: %v, %v", i, got, err)
		}
	}
}

type iotestOneByte struct{ r io.Reader }

func (r iotestOneByte) Read(p []byte) (int, error) { return r.r.Read(p[:min(1, len(p))]) }

func mustHex(f tested, v any, t *testing.T) []byte {
	return fmt.Appendf(nil, "%x", mustMarshal(t, f, v, EncodeOptions{}))
}

// TestNilOfMethodsOfValues has slices and maps that are nil.
func TestNilOfMethodsOfValues(t *testing.T) {
	written(t, msgpack, packedList(nil), EncodeOptions{}, "c0")
	written(t, msgpack, packedList{7}, EncodeOptions{}, "9107")
	written(t, msgpack, new(packedMap), EncodeOptions{}, "9100")
	written(t, msgpack, (*packedMap)(nil), EncodeOptions{}, "c0")
}

// TestUnmarshalMsgpackMayKeepItsBytes changes a message after it was read, also under NoCopy.
func TestUnmarshalMsgpackMayKeepItsBytes(t *testing.T) {
	for _, o := range []DecodeOptions{{}, {NoCopy: true}} {
		src := []byte{0x92, 0x91, 7, 0x91, 8}
		var got []packedList
		if err := msgpack.UnmarshalWithOptions(src, &got, o); err != nil {
			t.Fatal(err)
		}
		clear(src)
		if len(got) != 2 || !bytes.Equal(got[0], []byte{0x91, 7}) || !bytes.Equal(append(got[0], 1), []byte{0x91, 7, 1}) || got[1][1] != 8 {
			t.Errorf("%x", got)
		}
	}
}

// TestOneDirectionOfMethods has types that only write, or only read: the other direction goes
// on to what the type has besides, here its fields.
func TestOneDirectionOfMethods(t *testing.T) {
	written(t, msgpack, writesOnly{5}, EncodeOptions{}, "9105")
	read(t, msgpack, unhex(t, "81a14e05"), DecodeOptions{}, writesOnly{5})
	written(t, msgpack, readsOnly{5}, EncodeOptions{}, "81a14e05")
	read(t, msgpack, unhex(t, "9105"), DecodeOptions{}, readsOnly{5})
	var w writesOnly
	if err := msgpack.Unmarshal(unhex(t, "9105"), &w); !errors.Is(err, fault.ErrMismatch) {
		t.Error(w, err)
	}
}

// TestPromotedMethodsOfOtherPackages: those written by hand count for the struct around, as in
// encoding/json; those of a type with generated methods do not.
func TestPromotedMethodsOfOtherPackages(t *testing.T) {
	written(t, msgpack, Generated2{5}, EncodeOptions{}, "9105")
	written(t, msgpack, embedsTinier{Generated2{5}, 6}, EncodeOptions{}, "82aa47656e6572617465643291"+"05a44d6f726506")
}

func TestMethodsOfOtherPackagesThatFailSayWhere(t *testing.T) {
	for n, want := range map[byte]struct {
		cause error
		text  string
	}{
		101: {fault.ErrSyntax, "/1: not exactly one value"},
		102: {fault.ErrTrailing, "/1: more than one value"},
		103: {errPack, "/1: pack failed"},
		104: {fault.ErrSyntax, "/1: not exactly one value"},
		105: {fault.ErrSyntax, "/1: not exactly one value"},
		106: {fault.ErrDepth, "/1: "},
	} {
		for _, v := range []any{[]packed{{1}, {n}}, []*streamer{{1}, {n}}} {
			prefix := []byte("prefix")
			b, err := msgpack.Append(prefix, v)
			if !errors.Is(err, want.cause) || !strings.Contains(err.Error(), want.text) || string(b) != "prefix" {
				t.Errorf("%T %d: %q, %v; want %v", v, n, b, err, want)
			}
		}
	}
	for _, c := range []struct {
		wire  string
		cause error
		at    int64
		path  fault.Pointer
	}{
		{"920505", errPack, 1, "/0"},              // as it does not like it
		{"92910592", fault.ErrTruncated, 4, "/1"}, // before the method is called
		{"919105c1", fault.ErrTrailing, 3, ""},
		{"91c1", fault.ErrSyntax, 1, "/0"},
	} {
		for _, v := range []any{new([]packed), new([]streamer)} {
			var got *DecodeError
			err := msgpack.Unmarshal(unhex(t, c.wire), v)
			if !errors.As(err, &got) || got.Offset != c.at && c.cause != fault.ErrTruncated || c.cause != errPack && !errors.Is(err, c.cause) || !strings.HasPrefix(string(got.Path), string(c.path)) {
				t.Errorf("%s into a %T: %v", c.wire, v, err)
			}
		}
	}
	// It reads the array, and not what is in the second element.
	if err := msgpack.Unmarshal(unhex(t, "91920105"), new([]streamer)); err == nil {
		t.Error("no error")
	}
	if err := msgpack.Unmarshal(unhex(t, "91dc00020505"), new([]short)); !errors.Is(err, fault.ErrSyntax) || !strings.Contains(err.Error(), "/0 at byte 1: the method did not read the whole value") {
		t.Error(err)
	}
}

// short reads one byte of whatever comes.
type short struct{}

func (*short) DecodeMsgpack(r *packReader) error {
	_, err := r.r.Read(make([]byte, 1))
	return err
}

// TestAnAdapterIsAskedFor: without one, the error names the type, the method and what to do; and
// a codec may be older than its adapter.
func TestAnAdapterIsAskedFor(t *testing.T) {
	_, err := msgpack.Marshal(map[string][]bare{"k": {{1}}})
	var got *EncodeError
	if !errors.As(err, &got) || got.Path != "/k/0" || got.GoType != "msgcodec.bare" || !errors.Is(err, fault.ErrUnsupported) ||
		!strings.Contains(err.Error(), "EncodeMsgpack(*msgcodec.bareWriter)") || !strings.Contains(err.Error(), "msgpack.RegisterAdapter") {
		t.Error(err)
	}
	for _, f := range []tested{msgpack, zebrapack} {
		err = f.Unmarshal([]byte{0x91, 0x05}, new([]bare))
		failure{fault.ErrUnsupported, 1, "/0"}.of(t, "no adapter", err)
		if !strings.Contains(err.Error(), "DecodeMsgpack(*msgcodec.bareReader)") || !strings.Contains(err.Error(), "msgpack.RegisterAdapter") {
			t.Error(err)
		}
	}
	if _, err := msgpack.Marshal(late{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	RegisterAdapter(func(w io.Writer) *lateWriter { return &lateWriter{w} }, func(r io.Reader) *bareReader { return nil })
	defer decodersOf.Delete(reflect.TypeFor[*bareReader]())
	defer encodersOf.Delete(reflect.TypeFor[*lateWriter]())
	written(t, msgpack, late{}, EncodeOptions{}, "05")
	for _, call := range []func(){
		func() { RegisterAdapter[*lateWriter, *bareReader](nil, func(io.Reader) *bareReader { return nil }) },
		func() { RegisterAdapter[*lateWriter, *bareReader](func(io.Writer) *lateWriter { return nil }, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		}()
	}
}

type (
	late       struct{}
	lateWriter struct{ w io.Writer }
)

func (late) EncodeMsgpack(w *lateWriter) error {
	_, err := w.w.Write([]byte{5})
	return err
}

// TestOtherShapesAreNoMethods has methods of these names that mean something else.
func TestOtherShapesAreNoMethods(t *testing.T) {
	written(t, msgpack, otherShape{5}, EncodeOptions{}, "81a14e05")
	read(t, msgpack, unhex(t, "81a14e05"), DecodeOptions{}, otherShape{5})
}

type otherShape struct{ N int }

func (otherShape) EncodeMsgpack(...*packWriter) error     { return errPack }
func (otherShape) DecodeMsgpack(*packReader) (int, error) { return 0, errPack }
func (otherShape) MarshalMsgpack([]byte) ([]byte, error)  { return nil, errPack }
func (otherShape) UnmarshalMsgpack(string) error          { return errPack }

func TestAdaptersByManyAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range byte(100) {
				b, err := msgpack.Marshal([]streamer{{i}})
				var got []streamer
				if err == nil {
					err = msgpack.Unmarshal(b, &got)
				}
				if err != nil || got[0].n != i {
					t.Error(got, err)
				}
			}
		})
	}
	all.Wait()
}

// TestStructOptionsOfOtherPackages has the field _msgpack, and aliases.
func TestStructOptionsOfOtherPackages(t *testing.T) {
	type array struct {
		_msgpack struct{} `msgpack:",as_array"`
		A        int
		B        string `msgpack:",omitempty"`
	}
	written(t, msgpack, array{A: 1}, EncodeOptions{}, "9201a0")
	read(t, msgpack, unhex(t, "9205a178"), DecodeOptions{}, array{A: 5, B: "x"})
	type arrayOf5 struct {
		_msgpack struct{} `msgpack:",asArray"`
		A        int      `zid:"0"`
	}
	written(t, zebrapack, arrayOf5{A: 1}, EncodeOptions{}, "9101")
	type sparse struct {
		First    int
		_msgpack struct{} `msgpack:",omitempty"`
		A        int
		B        []string
		C        *int `msgpack:"c"`
	}
	written(t, msgpack, sparse{}, EncodeOptions{}, "81a5466972737400")
	written(t, msgpack, sparse{A: 1, B: []string{}}, EncodeOptions{}, "82a5466972737400a14101")
	type Outer struct {
		sparse
		D int
	}
	written(t, msgpack, Outer{}, EncodeOptions{}, "82a5466972737400a14400")
	type aliases struct {
		A int `msgpack:"a,alias:old,alias:older"`
		B int `msgpack:"b,omitempty,alias:bee"`
		C int `json:"c,alias:sea"`
	}
	written(t, msgpack, aliases{1, 2, 3}, EncodeOptions{}, "83a16101a16202a16303")
	for _, wire := range []string{"83a16101a16202a16303", "83a36f6c6401a362656502a16303", "83a16303a5" + "6f6c64657201a16202"} {
		read(t, msgpack, unhex(t, wire), DecodeOptions{RejectUnknown: true, RequireAll: true}, aliases{1, 2, 3})
	}
	if err := msgpack.UnmarshalWithOptions(unhex(t, "81a373656101"), new(aliases), DecodeOptions{RejectUnknown: true}); !errors.Is(err, fault.ErrUnknownField) {
		t.Error("json has no aliases:", err)
	}
	failure{fault.ErrDuplicate, 4, "/a"}.of(t, "a name and its alias", msgpack.Unmarshal(unhex(t, "82a16101a36f6c6402"), new(aliases)))

	type twice struct {
		A int `msgpack:",alias:B"`
		B int
	}
	type again struct {
		A int `msgpack:",alias:x"`
		B int `msgpack:",alias:x"`
	}
	type noName struct {
		A int `msgpack:",alias:"`
	}
	type interned struct {
		A string `msgpack:",intern"`
	}
	type unknownOption struct {
		_msgpack struct{} `msgpack:",as_map"`
		A        int
	}
	for v, text := range map[any]string{
		twice{}: "twice.A: another field has the name of the alias", again{}: "again.B: another field has the name of the alias",
		noName{}: "noName.A: the alias", interned{}: "interned.A: the option intern is not supported", unknownOption{}: "unknownOption._msgpack: the option",
	} {
		if _, err := msgpack.Marshal(v); !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), text) {
			t.Errorf("%T: %v", v, err)
		}
		err := msgpack.Unmarshal([]byte{0x80}, reflect.New(reflect.TypeOf(v)).Interface())
		if !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), text) {
			t.Errorf("%T: %v", v, err)
		}
	}
}

// TestOnlyTheTagsThatAreAskedFor has StructTag with keys that are all there are.
func TestOnlyTheTagsThatAreAskedFor(t *testing.T) {
	type s struct {
		A int    `msgpack:"a" json:"x"`
		B int    `json:"b"`
		C string `json:"-"`
		D int    `msg:"d"`
		E int    `own:"e" msgpack:"f"`
	}
	v := s{1, 2, "c", 4, 5}
	for tag, want := range map[string]string{
		"":             "84a16101a16202a16404a16605",
		"own":          "84a16101a16202a16404a16505",
		"=msgpack":     "85a16101a14202a143a163a14404a16605",
		"=msgpack,msg": "85a16101a14202a143a163a16404a16605",
		"=own":         "85a14101a14202a143a163a14404a16505",
		"=json":        "84a17801a16202a14404a14505",
		"=":            "85a14101a14202a143a163a14404a14505",
	} {
		written(t, msgpack, v, EncodeOptions{StructTag: tag}, want)
		back := v
		if !strings.Contains(want, "a143a163") {
			back.C = ""
		}
		read(t, msgpack, unhex(t, want), DecodeOptions{StructTag: tag, RejectUnknown: true, RequireAll: true}, back)
		c := CodecWith[s](msgpack.Engine, EncodeOptions{StructTag: tag}, DecodeOptions{StructTag: tag})
		if b, err := c.Marshal(&v); err != nil || !bytes.Equal(b, unhex(t, want)) {
			t.Errorf("%q: %x, %v", tag, b, err)
		}
	}
}

// TestEmbeddedStructsInline has the option Inline, and the tags that say otherwise.
func TestEmbeddedStructsInline(t *testing.T) {
	type Base struct{ A int }
	type Other struct{ B int }
	type plain struct {
		Base
		Other   `msgpack:",noinline"`
		Packed2 *Packed2
		C       int
	}
	p := plain{Base{1}, Other{2}, &Packed2{3}, 4}
	written(t, msgpack, p, EncodeOptions{Inline: true}, "84a14101a54f7468657281a14202a75061636b6564329103a14304")
	read(t, msgpack, unhex(t, "84a14101a54f7468657281a14202a75061636b6564329103a14304"), DecodeOptions{Inline: true, RejectUnknown: true}, p)
	written(t, msgpack, p, EncodeOptions{}, "84a44261736581a14101a54f7468657281a14202a75061636b6564329103a14304")
	// Of two embedded types with methods neither is promoted, nor their fields.
	type byMethods struct {
		Named2
		Packed2
		Base
	}
	written(t, msgpack, byMethods{Named2{3}, Packed2{4}, Base{1}}, EncodeOptions{Inline: true}, "83a64e616d65643291"+"03a75061636b6564329104a14101")
	// What promotion would leave out is an error.
	type Hides struct {
		Base
		A string
	}
	type Deep struct{ Hides }
	type Clash struct {
		Base
		Deeper struct{ Base } `msgpack:",inline"`
		Again
	}
	type Renamed struct {
		Base `msgpack:"base"`
		A    string
	}
	type LeftOut struct {
		Base `msgpack:"-"`
		A    string
	}
	for _, v := range []any{Hides{}, Deep{}, Clash{}, Recursive{}} {
		if _, err := msgpack.MarshalWithOptions(v, EncodeOptions{Inline: true}); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	written(t, msgpack, Renamed{Base{1}, "x"}, EncodeOptions{Inline: true}, "82a46261736581a14101a141a178")
	written(t, msgpack, LeftOut{Base{1}, "x"}, EncodeOptions{Inline: true}, "81a141a178")
	c := &compiler{profile: profileFor(profileKey{})}
	for _, typ := range []reflect.Type{timeType, reflect.TypeFor[netip.Addr](), reflect.TypeFor[jsonBoth](), reflect.TypeFor[msgp.RawExtension](), reflect.TypeFor[*Packed2]()} {
		if c.byFields(typ) {
			t.Errorf("%v is promoted", typ)
		}
	}
	type byPointer struct {
		*Base
		C int
	}
	if _, err := msgpack.MarshalWithOptions(byPointer{&Base{1}, 2}, EncodeOptions{Inline: true}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
}

type (
	Packed2 struct{ N byte }
	Named2  struct{ N byte }

	Again     struct{ A int }
	Recursive struct {
		*Recursive
		N int
	}
)

func (v Named2) MarshalMsgpack() ([]byte, error)         { return packByte(v.N) }
func (v *Named2) UnmarshalMsgpack(b []byte) (err error)  { v.N, err = unpackByte(b); return err }
func (v Packed2) MarshalMsgpack() ([]byte, error)        { return packByte(v.N) }
func (v *Packed2) UnmarshalMsgpack(b []byte) (err error) { v.N, err = unpackByte(b); return err }

// TestTypesWithTextReadBins has what vmihailenco/msgpack writes of types with methods of text: a
// bin of their binary, or else of their text.
func TestTypesWithTextReadBins(t *testing.T) {
	for _, o := range []DecodeOptions{{}, {NoCopy: true}, {ValidUTF8: true}} {
		read(t, msgpack, unhex(t, "91c40174"), o, []textBoth{{"t"}})
		read(t, msgpack, unhex(t, "91c5000174"), o, []textBoth{{"t"}})
		read(t, msgpack, unhex(t, "91c60000000174"), o, []textBoth{{"t"}})
		read(t, msgpack, unhex(t, "92c40401020304b0"+hex.EncodeToString([]byte("2001:db8::1:2:3a"))), o,
			[]netip.Addr{netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("2001:db8::1:2:3a")})
	}
	read(t, msgpack, unhex(t, "91c407"+hex.EncodeToString([]byte("1.2.3.4"))), DecodeOptions{AnyText: true}, []netip.Addr{netip.MustParseAddr("1.2.3.4")})
	failure{errMethod, 1, "/0"}.of(t, "a bin", msgpack.Unmarshal(unhex(t, "91c403626164"), new([]textBoth)))
	failure{fault.ErrTruncated, 1, "/0"}.of(t, "a bin", msgpack.Unmarshal(unhex(t, "91c403"), new([]textBoth)))
}

// bufWriter and bufReader stand for the buffered coders of another package, as those of
// tinylib/msgp are.
type (
	bufWriter struct{ *bufio.Writer }
	bufReader struct{ *bufio.Reader }
	// buffered has the methods of generated code for streams alone; it also has those of text.
	buffered struct{ n byte }
	// unbuffered has such methods for coders without an adapter.
	unbuffered struct{ N byte }
	// Stamped was generated with a size, for those coders; what embeds it has fields besides.
	Stamped       struct{ N byte }
	embedsStamped struct {
		Stamped
		More byte
	}
)

func init() {
	RegisterAdapter(func(w io.Writer) bufWriter { return bufWriter{bufio.NewWriter(w)} }, func(r io.Reader) bufReader { return bufReader{bufio.NewReader(r)} })
}

func (v *buffered) EncodeMsg(w bufWriter) error {
	if v.n == 103 {
		return errPack
	}
	_, err := w.Write([]byte{0x91, v.n})
	return err
}

func (v *buffered) DecodeMsg(r bufReader) (err error) {
	if _, err = r.ReadByte(); err == nil {
		v.n, err = r.ReadByte()
	}
	return err
}
func (v buffered) MarshalText() ([]byte, error)      { return nil, errors.New("the wrong method") }
func (v *buffered) UnmarshalText([]byte) error       { return errors.New("the wrong method") }
func (v *unbuffered) EncodeMsg(*bareWriter) error    { return nil }
func (v *unbuffered) DecodeMsg(*bareReader) error    { return nil }
func (v *Stamped) EncodeMsg(w bufWriter) error       { return w.WriteByte(v.N) }
func (v *Stamped) DecodeMsg(r bufReader) (err error) { v.N, err = r.ReadByte(); return err }
func (v *Stamped) Msgsize() int                      { return 1 }

// TestStreamMethodsOfOtherRuntimes has EncodeMsg and DecodeMsg whose parameters are those of
// another package than this module's.
func TestStreamMethodsOfOtherRuntimes(t *testing.T) {
	for _, f := range []tested{msgpack, zebrapack} {
		written(t, f, []buffered{{5}, {6}}, EncodeOptions{}, "9291059106")
		read(t, f, unhex(t, "9291059106"), DecodeOptions{}, []buffered{{5}, {6}})
		written(t, f, map[string]*buffered{"k": {5}}, EncodeOptions{}, "81a16b9105")
		if _, err := f.Marshal([]unbuffered{{1}}); !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "EncodeMsg(*msgcodec.bareWriter)") {
			t.Error(err)
		}
		if err := f.Unmarshal([]byte{0x91, 1}, new([]unbuffered)); !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "DecodeMsg(*msgcodec.bareReader)") {
			t.Error(err)
		}
	}
	if _, err := msgpack.Marshal(&buffered{103}); !errors.Is(err, errPack) {
		t.Error(err)
	}
	failure{fault.ErrSyntax, 1, "/0"}.of(t, "a value that is not read to its end", msgpack.Unmarshal(unhex(t, "91920506"), new([]buffered)))
	written(t, msgpack, Stamped{5}, EncodeOptions{}, "05")
	written(t, msgpack, embedsStamped{Stamped{5}, 6}, EncodeOptions{}, "82a75374616d70656405a44d6f726506")
	read(t, msgpack, unhex(t, "82a75374616d70656405a44d6f726506"), DecodeOptions{}, embedsStamped{Stamped{5}, 6})
}

// TestFieldsWithoutNumbers: those of tuples need none; others are an error that says what gives
// them some.
func TestFieldsWithoutNumbers(t *testing.T) {
	type plain struct {
		A int `zid:"0"`
		B int
	}
	for _, err := range []error{func() error { _, err := zebrapack.Marshal(plain{}); return err }(), zebrapack.Unmarshal([]byte{0x80}, new(plain))} {
		if !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "plain.B: no tag zid; the command addzid") {
			t.Error(err)
		}
	}
	type array struct {
		_msgpack struct{} `msgpack:",as_array"`
		A        int
		B        string
	}
	type tuple struct {
		_ struct{} `msg:",tuple"`
		A int      `zid:"0"`
		B string
	}
	for _, v := range []any{array{A: 1, B: "x"}, tuple{A: 1, B: "x"}} {
		written(t, zebrapack, v, EncodeOptions{}, "9201a178")
		read(t, zebrapack, unhex(t, "9201a178"), DecodeOptions{}, v)
	}
	type wrong struct {
		_ struct{} `msg:",tuple"`
		A int      `zid:"-1"`
	}
	if _, err := zebrapack.Marshal(wrong{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
}
