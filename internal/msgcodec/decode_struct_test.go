// The table that structs are read by: every order of members, every form of value, every
// place that input may end at.

package msgcodec

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// pair is a member on the wire.
type pair struct{ key, value []byte }

// pairsOf returns the members of a struct as f writes them, none left out.
func pairsOf(f tested, v reflect.Value) (all []pair) {
	for i := range v.NumField() {
		all = append(all, pair{keyOf(f, v.Type().Field(i)), modelOf(nil, f, v.Field(i))})
	}
	return all
}

// keyOf returns the key of a field that structOf made.
func keyOf(f tested, field reflect.StructField) []byte {
	if f.format.IDs {
		id, _ := strconv.ParseInt(field.Tag.Get("zid"), 10, 64)
		return msgp.AppendInt64(nil, id)
	}
	name, _, _ := strings.Cut(field.Tag.Get("msg"), ",")
	return msgp.AppendString(nil, name)
}

// nameOf returns the name of a field in paths.
func nameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("msg"), ",")
	return name
}

// message returns the map of some pairs.
func message(pairs []pair) []byte {
	b := msgp.AppendMapHeader(nil, uint32(len(pairs)))
	for _, p := range pairs {
		b = append(append(b, p.key...), p.value...)
	}
	return b
}

// filled returns a value of a struct type, the choice-th of each member.
func filled(typ reflect.Type, choice int) reflect.Value {
	v := reflect.New(typ).Elem()
	for i := range typ.NumField() {
		setMember(v, i, choice+i)
	}
	return v
}

// unknownPair is a member that no field takes.
func unknownPair(f tested, i int) pair {
	values := [][]byte{{0xC0}, {0x92, 0x01, 0xA1, 'x'}, {0x81, 0xA1, 'k', 0xC0}, {0xCA, 0, 0, 0, 0}, {0xC4, 1, 7}}
	key := msgp.AppendString(nil, "unknown"+strconv.Itoa(i))
	if f.format.IDs {
		key = msgp.AppendInt(nil, 1<<20+i)
	}
	return pair{key, values[i%len(values)]}
}

// TestMembersComeInAnyOrder shuffles members, puts unknown ones between them, leaves some
// out, and puts what follows the struct at every distance. The targets are new and used.
func TestMembersComeInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{1, 2, 5, 15, 16, 17, 63, 64, 65, 100, 127, 128, 129, 200} {
		typ := wideStruct(n, "")
		for name, f := range formats {
			v := filled(typ, n)
			pairs := pairsOf(f, v)
			unknown := slices.Clone(pairs)
			for i := range 5 {
				unknown = slices.Insert(unknown, rng.IntN(len(unknown)+1), unknownPair(f, i))
			}
			reversed := slices.Clone(pairs)
			slices.Reverse(reversed)
			shuffled := slices.Clone(unknown)
			rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			swapped := slices.Clone(pairs)
			for i := 1; i < n; i += 3 {
				swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			}
			rotated := append(slices.Clone(pairs[n/2:]), pairs[:n/2]...)
			for order, list := range map[string][]pair{"expected": pairs, "reversed": reversed, "unknown between": unknown,
				"shuffled": shuffled, "swapped": swapped, "rotated": rotated} {
				b := message(list)
				for _, after := range []int{0, 1, 8, 9, 16, 31, 32, 40} {
					outer := reflect.New(reflect.StructOf([]reflect.StructField{
						{Name: "V", Type: typ, Tag: `msg:"v" zid:"0"`}, {Name: "W", Type: reflect.TypeFor[[]byte](), Tag: `msg:"w" zid:"1"`}}))
					outer.Elem().Field(0).Set(filled(typ, after))
					in := message([]pair{{keyOf(f, outer.Elem().Type().Field(0)), b}, {keyOf(f, outer.Elem().Type().Field(1)), msgp.AppendBytes(nil, make([]byte, after))}})
					err := f.Unmarshal(in, outer.Interface())
					if got := outer.Elem().Field(0).Interface(); err != nil || !testkit.EqualLoose(got, v.Interface()) {
						t.Errorf("%s, %d members %s, %d bytes after them: %v\n got %+v\nwant %+v", name, n, order, after, err, got, v)
						break
					}
				}
				read(t, f, b, DecodeOptions{}, v.Interface())
				read(t, f, b, DecodeOptions{ValidUTF8: true, NoCopy: true, RequireAll: true}, v.Interface())
			}
		}
	}
}

// TestMembersThatDoNotComeAreZero leaves some members out: into a used target they are
// zero, and under RequireAll the first that is missing is named.
func TestMembersThatDoNotComeAreZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	for _, n := range []int{1, 8, 64, 65, 130} {
		typ := wideStruct(n, "")
		for name, f := range formats {
			for range 10 {
				want := filled(typ, 1)
				pairs := pairsOf(f, want)
				var some []pair
				missing := ""
				for i, p := range pairs {
					if rng.IntN(3) > 0 {
						some = append(some, p)
						continue
					}
					if want.Field(i).SetZero(); missing == "" {
						missing = nameOf(typ.Field(i))
					}
				}
				rng.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
				used := filled(typ, 2)
				if err := f.Unmarshal(message(some), used.Addr().Interface()); err != nil || !testkit.EqualLoose(used.Interface(), want.Interface()) {
					t.Fatalf("%s: %d of %d members: %v\n got %+v\nwant %+v", name, len(some), n, err, used, want)
				}
				err := f.UnmarshalWithOptions(message(some), reflect.New(typ).Interface(), DecodeOptions{RequireAll: true})
				if missing == "" || f.format.IDs {
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				failure{fault.ErrMissing, 0, fault.Pointer("").Key(missing)}.of(t, name, err)
			}
			// nil over a struct empties it.
			used := filled(typ, 3)
			if err := f.Unmarshal([]byte{0xC0}, used.Addr().Interface()); err != nil || !testkit.EqualLoose(used.Interface(), reflect.Zero(typ).Interface()) {
				t.Errorf("%s: nil over %d members: %+v, %v", name, n, used, err)
			}
		}
	}
}

// TestAMemberComesOnce repeats each member, at once and later, where the order is expected
// and where it is not.
func TestAMemberComesOnce(t *testing.T) {
	for _, n := range []int{1, 3, 40, 64, 65, 130} {
		typ := wideStruct(n, "")
		for name, f := range formats {
			pairs := pairsOf(f, filled(typ, 1))
			for i := 0; i < n; i += 1 + n/10 {
				for _, at := range []int{i, i + 1, n} {
					list := slices.Insert(slices.Clone(pairs), at, pairs[i])
					second := max(at, i+1) // where the later of the two is
					path := fault.Pointer("").Key(nameOf(typ.Field(i)))
					offset := len(message(list)) - len(message(list[second:])) + len(msgp.AppendMapHeader(nil, uint32(len(list)-second)))
					err := f.Unmarshal(message(list), reflect.New(typ).Interface())
					failure{fault.ErrDuplicate, int64(offset), path}.of(t, name+": member "+strconv.Itoa(i)+" of "+strconv.Itoa(n), err)
				}
			}
		}
	}
}

// everyForm returns a value of every lead byte: what the byte claims is there.
func everyForm() (all [][]byte) {
	for c := range 256 {
		b := []byte{byte(c)}
		switch {
		case c < 0x80 || c >= 0xE0 || c == 0xC0 || c == 0xC2 || c == 0xC3:
		case c < 0x90:
			for i := range c & 15 {
				b = append(b, byte(i), 0xC0)
			}
		case c < 0xA0:
			b = append(b, bytes.Repeat([]byte{7}, c&15)...)
		case c < 0xC0:
			b = append(b, bytes.Repeat([]byte{'1'}, c&31)...)
		case c == 0xC1:
			continue
		case c <= 0xC6:
			b = append(append(b, make([]byte, 1<<(c-0xC4)-1)...), 2, 'h', 'i')
		case c <= 0xC9:
			b = append(append(b, make([]byte, 1<<(c-0xC7)-1)...), 4, 0xFF, 0, 0, 0, 9)
		case c <= 0xD3:
			width := []int{4, 8, 1, 2, 4, 8, 1, 2, 4, 8}[c-0xCA]
			for _, fill := range []byte{0x00, 0x7F, 0x80, 0xFF} {
				all = append(all, append([]byte{byte(c)}, append([]byte{fill}, bytes.Repeat([]byte{fill &^ 0x10}, width-1)...)...))
			}
			b = append(append(b, make([]byte, width-1)...), 5)
		case c <= 0xD8:
			b = append(append(b, 0xFF), make([]byte, 1<<(c-0xD4))...)
		case c <= 0xDB:
			b = append(append(b, make([]byte, 1<<(c-0xD9)-1)...), 3, 'a', 'b', 0xFF)
		default:
			b = append(append(b, make([]byte, 2<<(c&1)-1)...), 1, 0x01)
			if c >= 0xDE {
				b = append(b, 0x02)
			}
		}
		all = append(all, b)
	}
	return all
}

// TestAValueMeansTheSameEverywhere reads values of every form into every kind of member, by
// itself and within structs and slices, with and without more after it: the result is the
// same, and so is the error, but for where it is.
func TestAValueMeansTheSameEverywhere(t *testing.T) {
	forms := everyForm()
	if testing.Short() { // of the leads that hold a value, every second
		forms = slices.DeleteFunc(forms, func(b []byte) bool { return b[0]%2 == 1 && (b[0] < 0xC0 || b[0] >= 0xE0) })
	}
	for name, f := range formats {
		for kind := range memberValues {
			leaf := memberType(kind)
			first := structOf([]madeField{{"a", 0, kind, ""}, {"b", 1, 14, ""}})
			middle := structOf([]madeField{{"x", 0, 6, ""}, {strings.Repeat("long", 6), 1, kind, ""}, {"b", 2, 6, ""}})
			late := structOf([]madeField{{"x", 0, 12, ""}, {"y", 1, 1, ""}, {"z", 2, kind, ""}})
			for _, b := range forms {
				for _, o := range []DecodeOptions{{}, {ValidUTF8: true, AnyText: true}} {
					alone := reflect.New(leaf)
					aloneErr := f.UnmarshalWithOptions(b, alone.Interface(), o)
					pad := msgp.AppendBytes(nil, make([]byte, 40))
					for place, c := range map[string]struct {
						typ   reflect.Type
						pairs []pair
						at    int // the member that has the value
					}{
						"first":        {first, []pair{{keyOf(f, first.Field(0)), b}, {keyOf(f, first.Field(1)), pad}}, 0},
						"out of order": {first, []pair{{keyOf(f, first.Field(1)), pad}, {keyOf(f, first.Field(0)), b}}, 0},
						"middle":       {middle, []pair{{keyOf(f, middle.Field(0)), []byte{1}}, {keyOf(f, middle.Field(1)), b}, {keyOf(f, middle.Field(2)), []byte{2}}}, 1},
						"last":         {late, []pair{{keyOf(f, late.Field(0)), []byte{0xA0}}, {keyOf(f, late.Field(1)), []byte{3}}, {keyOf(f, late.Field(2)), b}}, 2},
					} {
						got := reflect.New(c.typ)
						err := f.UnmarshalWithOptions(message(c.pairs), got.Interface(), o)
						sameOutcome(t, name+" "+place, b, got.Elem().Field(c.at), err, alone.Elem(), aloneErr, fault.Pointer("").Key(nameOf(c.typ.Field(c.at))))
					}
					list := reflect.New(reflect.SliceOf(leaf))
					err := f.UnmarshalWithOptions(append(append([]byte{0x92}, b...), 0xC0), list.Interface(), o)
					if leaf.Kind() == reflect.Uint8 {
						continue // that is a bin
					}
					if err == nil {
						sameOutcome(t, name+" element", b, list.Elem().Index(0), nil, alone.Elem(), aloneErr, "/0")
					} else {
						sameOutcome(t, name+" element", b, list.Elem(), err, alone.Elem(), aloneErr, "/0")
					}
				}
			}
		}
	}
}

// sameOutcome compares what became of a value in some place with what becomes of it alone.
func sameOutcome(t *testing.T, place string, b []byte, got reflect.Value, err error, want reflect.Value, wantErr error, path fault.Pointer) {
	t.Helper()
	if (err == nil) != (wantErr == nil) {
		t.Errorf("%s: %x into a %v: %v; alone %v", place, b, want.Type(), err, wantErr)
		return
	}
	if err == nil {
		if !testkit.EqualLoose(got.Interface(), want.Interface()) {
			t.Errorf("%s: %x into a %v: %v; alone %v", place, b, want.Type(), got, want)
		}
		return
	}
	var here, alone *DecodeError
	if !errors.As(err, &here) || !errors.As(wantErr, &alone) || here.Path != path+alone.Path || here.Err.Error() != alone.Err.Error() || here.GoType != alone.GoType {
		t.Errorf("%s: %x into a %v: %v; alone %v", place, b, want.Type(), err, wantErr)
	}
}

// TestInputMayEndAnywhere cuts messages at every byte, in memory that ends there: what is
// read beyond crashes. The error is that the input ends, within the input.
func TestInputMayEndAnywhere(t *testing.T) {
	guarded := testkit.Guarded(t, 1<<12)
	for _, n := range []int{1, 12, 30} {
		typ := wideStruct(n, "")
		for name, f := range formats {
			for choice := range 3 {
				pairs := pairsOf(f, filled(typ, choice))
				b := message(pairs)
				shuffled := slices.Clone(pairs)
				slices.Reverse(shuffled)
				for _, whole := range [][]byte{b, message(shuffled)} {
					step := 1
					if testing.Short() {
						step = 1 + len(whole)/300
					}
					for cut := 0; cut <= len(whole); cut += step {
						in := guarded[len(guarded)-cut:]
						copy(in, whole)
						for _, o := range []DecodeOptions{{}, {RejectUnknown: true, RequireAll: true, ValidUTF8: true}} {
							err := f.UnmarshalWithOptions(in, reflect.New(typ).Interface(), o)
							if cut == len(whole) {
								if err != nil {
									t.Errorf("%s: %v", name, err)
								}
								continue
							}
							var where *DecodeError
							if !errors.As(err, &where) || !errors.Is(err, fault.ErrTruncated) || where.Offset < 0 || where.Offset > int64(cut) {
								t.Fatalf("%s: %d of %d bytes: %v", name, cut, len(whole), err)
							}
						}
					}
				}
			}
		}
	}
}

// TestReadsStayWithinTheInput has keys of every width before members of every kind, and
// every distance from there to the end, in memory that ends there.
func TestReadsStayWithinTheInput(t *testing.T) {
	guarded := testkit.Guarded(t, 1<<12)
	for n := 1; n <= 36; n++ {
		if testing.Short() && n%8 > 1 && n%8 < 6 {
			continue
		}
		for kind := range 13 { // the scalars and strings, which the table reads itself
			typ := structOf([]madeField{{strings.Repeat("n", n), 0, kind, ""}, {"z", 1, 14, ""}})
			for choice := range memberValues[kind] {
				v := reflect.New(typ).Elem()
				setMember(v, 0, choice)
				for after := range 34 {
					v.Field(1).SetBytes(make([]byte, after))
					b := message(pairsOf(msgpack, v))
					if after == 0 { // nothing at all follows
						b = message(pairsOf(msgpack, v)[:1])
					}
					if len(b) > 300 {
						break
					}
					in := guarded[len(guarded)-len(b):]
					copy(in, b)
					read(t, msgpack, in, DecodeOptions{}, v.Interface())
				}
			}
		}
	}
}

// TestKeysThatAreNone has keys of another kind than those of the format, and such as no
// struct has.
func TestKeysThatAreNone(t *testing.T) {
	typ := wideStruct(3, "")
	for _, c := range []struct {
		f     tested
		wire  string
		o     DecodeOptions
		cause error
		at    int64
		path  fault.Pointer
	}{
		{msgpack, "8105c0", DecodeOptions{}, fault.ErrMismatch, 1, ""},
		{msgpack, "81c0c0", DecodeOptions{}, fault.ErrMismatch, 1, ""},
		{msgpack, "8190c0", DecodeOptions{}, fault.ErrMismatch, 1, ""},
		{msgpack, "81c1c0", DecodeOptions{}, fault.ErrSyntax, 1, ""},
		{msgpack, "81a178", DecodeOptions{}, fault.ErrTruncated, 3, ""},
		{msgpack, "81a1ffc0", DecodeOptions{ValidUTF8: true}, fault.ErrUTF8, 1, ""},
		{msgpack, "81a1ffc0", DecodeOptions{}, nil, 0, ""},
		{msgpack, "81c40178c0", DecodeOptions{}, nil, 0, ""}, // text may be a bin
		{msgpack, "81a178c1", DecodeOptions{}, fault.ErrSyntax, 3, "/x"},
		{unnamed, "81a178c0", DecodeOptions{}, fault.ErrMismatch, 1, ""},
		{unnamed, "81c0c0", DecodeOptions{}, fault.ErrMismatch, 1, ""},
		{unnamed, "81c1c0", DecodeOptions{}, fault.ErrSyntax, 1, ""},
		{unnamed, "81cd01", DecodeOptions{}, fault.ErrTruncated, 0, ""},
		{unnamed, "81cfffffffffffffffffc0", DecodeOptions{}, nil, 0, ""}, // a number that no field has
		{unnamed, "81cfffffffffffffffffc0", DecodeOptions{RejectUnknown: true}, fault.ErrUnknownField, 1, "/18446744073709551615"},
		{unnamed, "81fec0", DecodeOptions{RejectUnknown: true}, fault.ErrUnknownField, 1, "/-2"},
		{unnamed, "81ffa178", DecodeOptions{RejectUnknown: true}, nil, 0, ""}, // the name of the struct
		{unnamed, "82ff9101ff90", DecodeOptions{RejectUnknown: true}, nil, 0, ""},
		{unnamed, "81ffa2", DecodeOptions{}, fault.ErrTruncated, 2, ""},
		{unnamed, "81d1007fc0", DecodeOptions{}, nil, 0, ""}, // no field has that number
	} {
		err := c.f.UnmarshalWithOptions(unhex(t, c.wire), reflect.New(typ).Interface(), c.o)
		if c.cause == nil {
			if err != nil {
				t.Errorf("%s: %s: %v", c.f.format.Name, c.wire, err)
			}
			continue
		}
		if c.cause == fault.ErrTruncated && errors.Is(err, c.cause) {
			continue // where is TestInputMayEndAnywhere's
		}
		failure{c.cause, c.at, c.path}.of(t, c.f.format.Name+": "+c.wire, err)
	}
}

// TestLongKeysAreLookedUp has keys that the table does not compare, before, between and
// after others, and keys that differ from them in one place.
func TestLongKeysAreLookedUp(t *testing.T) {
	for _, n := range []int{13, 14, 15, 16, 17, 30, 31, 32, 200, 251, 252, 253, 254, 255, 256, 400, 70_000} {
		if n > maxName {
			continue
		}
		long := strings.Repeat("n", n)
		typ := structOf([]madeField{{long + "1", 0, 1, ""}, {"b", 1, 12, ""}, {long + "2", 2, 11, ""}, {long + "3", 3, 1, ""}})
		v := filled(typ, 1)
		pairs := pairsOf(msgpack, v)
		read(t, msgpack, message(pairs), DecodeOptions{}, v.Interface())
		slices.Reverse(pairs)
		read(t, msgpack, message(pairs), DecodeOptions{}, v.Interface())
		for _, at := range []int{0, 1, n / 2, n - 1, n} {
			other := []byte(long + "1")
			other[at] ^= 1
			b := message([]pair{{msgp.AppendString(nil, string(other)), []byte{7}}})
			if other[n] == '0' || at < n {
				read(t, msgpack, b, DecodeOptions{}, reflect.New(typ).Elem().Interface())
				err := msgpack.UnmarshalWithOptions(b, reflect.New(typ).Interface(), DecodeOptions{RejectUnknown: true})
				if !errors.Is(err, fault.ErrUnknownField) {
					t.Errorf("a name of %d bytes that differs in byte %d: %v", n, at, err)
				}
			}
		}
	}
}
