// The table that structs are written by: every width of key, every kind of member, room.

package msgcodec

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/internal/testkit"
)

// likeModel fails the test unless f writes v as the model does, into every room, and what it
// reads from that has the same model: members that are left out may differ by the sign of 0.
func likeModel(t *testing.T, f tested, v reflect.Value) {
	t.Helper()
	want := modelOf(nil, f, v)
	appended(t, f, v.Addr().Interface(), EncodeOptions{}, want)
	back := reflect.New(v.Type())
	if err := f.Unmarshal(want, back.Interface()); err != nil || !bytes.Equal(modelOf(nil, f, back.Elem()), want) {
		t.Errorf("%s: %x is read as %+v, %v", f.format.Name, want, back.Elem(), err)
	}
}

// keyWidths are the lengths of names: all around the words of a step, and where the head
// of a str or the width of the table changes.
func keyWidths() (all []int) {
	for n := 1; n <= 80; n++ {
		if testing.Short() && n > 2 && n%8 > 1 {
			continue
		}
		all = append(all, n)
	}
	return append(all, 252, 253, 254, 255, 256, 300)
}

func TestEveryWidthOfNameAndKindOfMember(t *testing.T) {
	for _, n := range keyWidths() {
		for kind, values := range memberValues {
			name := strings.Repeat("k", n-1) + "!"
			typ := structOf([]madeField{{"a", 0, 6, ""}, {name, 1, kind, ""}, {name + "z", 2, 12, ""}})
			for choice := range values {
				if choice != n%len(values) && n > 34 {
					continue
				}
				v := reflect.New(typ).Elem()
				setMember(v, 1, choice)
				setMember(v, 2, n)
				likeModel(t, msgpack, v)
			}
		}
	}
}

func TestEveryWidthOfNumberAndKindOfMember(t *testing.T) {
	for _, id := range []int{1, 127, 128, 255, 256, maxListedID - 1, maxListedID, 32767, 32768, 65535, 65536, 1<<31 - 2} {
		for kind, values := range memberValues {
			typ := structOf([]madeField{{"a", 0, 6, ""}, {"b", id, kind, ""}, {"c", id + 1, 12, ""}})
			for choice := range values {
				v := reflect.New(typ).Elem()
				setMember(v, 1, choice)
				setMember(v, 2, id)
				likeModel(t, unnamed, v)
			}
		}
	}
}

// TestMembersAreLeftOut tries every subset of eight members, and some of very many, of
// which the head is counted before they are written.
func TestMembersAreLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 8, 15, 16, 40, 130} {
		typ := wideStruct(n, ",omitempty")
		subsets := 1 << min(n, 8)
		if n > 8 {
			subsets = 60
		}
		for subset := range subsets {
			v := reflect.New(typ).Elem()
			for i := range n {
				if n <= 8 && subset>>i&1 != 0 || n > 8 && rng.IntN(2) == 0 {
					setMember(v, i, 1+rng.IntN(8))
				}
			}
			for _, f := range formats {
				b, err := f.Marshal(v.Addr().Interface())
				if want := modelOf(nil, f, v); err != nil || string(b) != string(want) {
					t.Fatalf("%s: %+v is %x, %v; want %x", f.format.Name, v, b, err, want)
				}
				if subset%16 == 1 {
					likeModel(t, f, v)
				}
			}
		}
	}
}

// storedBy returns how many bytes steps may store from the i-th on before one of them makes
// room itself.
func storedBy(steps []step, i int, mayOmit func(i int) bool) int {
	if i == len(steps) {
		return 0
	}
	t := &steps[i]
	switch t.Op {
	case stepAsk, stepKey:
		return int(t.N) + storedBy(steps, i+1, mayOmit)
	case stepString, stepCall:
		if mayOmit(i) {
			return max(int(t.N), storedBy(steps, i+1, mayOmit))
		}
		return int(t.N)
	}
	return int(t.N) + maxScalar + storedBy(steps, i+1, mayOmit)
}

// TestRoomIsEnough holds the room that the table asks for to what its steps may store:
// every store is unchecked.
func TestRoomIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	types := []reflect.Type{wideStruct(1, ""), wideStruct(20, ""), wideStruct(50, ",omitempty"), wideStruct(200, "")}
	for range 200 {
		types = append(types, testkit.RandomStruct(rng, 2))
	}
	for name, f := range formats {
		checked := 0
		for _, typ := range types {
			s := f.encodeProfile(f.encoding(EncodeOptions{})).codecFor(typ).fields
			if s == nil {
				continue
			}
			checked++
			mayOmit := func(i int) bool { return s.fields[s.steps[i].Field].omit.Kind != omit.Never }
			if least := storedBy(s.steps, 0, mayOmit) + structs.Slack; s.need < least {
				t.Errorf("%s: %v has room for %d bytes and stores %d", name, typ, s.need, least)
			}
			for i, st := range s.steps {
				if st.N > structs.WordBytes || st.Op != stepKey && st.Op != stepAsk && int(st.Span) > len(s.steps) {
					t.Errorf("%s: %v: step %d stores %d bytes, spans %d", name, typ, i, st.N, st.Span)
				}
				if st.Op != stepString && st.Op != stepCall {
					continue
				}
				if least := storedBy(s.steps, i+1, mayOmit) + structs.Slack; int(st.Next) < least {
					t.Errorf("%s: %v: step %d leaves room for %d bytes, and %d follow", name, typ, i, st.Next, least)
				}
			}
		}
		if checked < 4 {
			t.Errorf("%s: %d types have tables", name, checked)
		}
	}
}

// TestSpansCoverTheirMembers walks the table: from member to member, by what each spans.
func TestSpansCoverTheirMembers(t *testing.T) {
	var fields []madeField
	for i := range 60 {
		fields = append(fields, madeField{strings.Repeat("n", i) + strconv.Itoa(i), i, i % 20, []string{"", ",omitempty"}[i%2]})
	}
	typ := structOf(fields)
	for name, f := range formats {
		s := f.encodeProfile(f.encoding(EncodeOptions{})).codecFor(typ).fields
		at, members := 0, 0
		for at < len(s.steps) {
			st := &s.steps[at]
			if st.Op == stepAsk {
				if st.Ask == nil || at+1+int(s.steps[at].Span) > len(s.steps) {
					t.Fatalf("%s: step %d asks, and spans %d", name, at, st.Span)
				}
				// What is asked of is passed over after the question.
				at++
				st = &step{Span: st.Span, Field: s.steps[at].Field}
			}
			for i := range int(st.Span) {
				if got := s.steps[at+i].Field; int(got) != members {
					t.Fatalf("%s: step %d is of member %d, not %d", name, at+i, got, members)
				}
				if last := i == int(st.Span)-1; (s.steps[at+i].Op == stepKey) == last {
					t.Fatalf("%s: step %d of member %d: key %v, last %v", name, at+i, members, s.steps[at+i].Op == stepKey, last)
				}
			}
			at += int(st.Span)
			members++
		}
		if members != len(s.fields) {
			t.Errorf("%s: %d members in the table, %d fields", name, members, len(s.fields))
		}
	}
}

// TestAbsentAgreesWithTheLoop holds the counting of members that are left out to the loop
// that leaves them out, for each way to find that out.
func TestAbsentAgreesWithTheLoop(t *testing.T) {
	for _, c := range []struct {
		kind omit.Kind
		bits []uint64 // which are absent, then which are not
		n    int
	}{
		{omit.Never, []uint64{0, 1}, 0},
		{omit.Zero8, []uint64{0, 1, 0x80}, 1},
		{omit.Zero16, []uint64{0, 1, 0x8000}, 1},
		{omit.Zero32, []uint64{0, 1, 1 << 31}, 1},
		{omit.Zero64, []uint64{0, 1, 1 << 63}, 1},
		{omitFloat32, []uint64{0, 1 << 31, 1, 1<<31 + 1}, 2},
		{omitFloat64, []uint64{0, 1 << 63, 1, 1<<63 + 1}, 2},
	} {
		for i, x := range c.bits {
			narrow := [4]any{new(uint8), new(uint16), new(uint32), new(uint64)}
			var p mem.Pointer
			switch c.kind {
			case omit.Zero8, omit.Never:
				*narrow[0].(*uint8) = uint8(x)
				p = mem.Of(narrow[0].(*uint8))
			case omit.Zero16:
				*narrow[1].(*uint16) = uint16(x)
				p = mem.Of(narrow[1].(*uint16))
			case omit.Zero32, omitFloat32:
				*narrow[2].(*uint32) = uint32(x)
				p = mem.Of(narrow[2].(*uint32))
			default:
				*narrow[3].(*uint64) = x
				p = mem.Of(narrow[3].(*uint64))
			}
			if got := absent(c.kind, p); got != (i < c.n) {
				t.Errorf("kind %d: absent(%#x) is %v", c.kind, x, got)
			}
			_, done, left := putMembers(make([]byte, 64), 0, p, []step{{Op: stepKey, Omit: c.kind, Span: 1}})
			if done != 1 || left == 1 != (i < c.n) {
				t.Errorf("kind %d, %#x: the loop did %d steps and left %d out", c.kind, x, done, left)
			}
		}
	}
}

type (
	tuple struct {
		_ struct{} `msg:",tuple"`
		A int      `msg:"a" zid:"0"`
		B any      `msg:"b" zid:"1"`
	}
	emptyTuple struct {
		_ struct{} `msg:",tuple"`
	}
)

func TestTuples(t *testing.T) {
	for name, f := range formats {
		written(t, f, &tuple{A: 300, B: "x"}, EncodeOptions{}, "92d1012ca178")
		written(t, f, &emptyTuple{}, EncodeOptions{}, "90")
		read(t, f, unhex(t, "92d1012ca178"), DecodeOptions{}, tuple{A: 300, B: "x"})
		read(t, f, []byte{0x90}, DecodeOptions{}, emptyTuple{})
		used := tuple{A: 1, B: 2}
		if err := f.Unmarshal([]byte{0xC0}, &used); err != nil || used != (tuple{}) {
			t.Errorf("%s: nil over a tuple: %+v, %v", name, used, err)
		}
		for wire, want := range map[string]failure{
			"":         {fault.ErrTruncated, 0, ""},
			"9101":     {fault.ErrMismatch, 0, ""},
			"93010203": {fault.ErrMismatch, 0, ""},
			"80":       {fault.ErrMismatch, 0, ""},
			"92a0c0":   {fault.ErrMismatch, 1, "/0"},
			"920192c1": {fault.ErrTruncated, 2, "/1"},
			"92019101": {nil, 0, ""},
			"920191c1": {fault.ErrSyntax, 3, "/1/0"},
		} {
			err := f.Unmarshal(unhex(t, wire), new(tuple))
			if want.cause == nil {
				if err != nil {
					t.Errorf("%s: %s: %v", name, wire, err)
				}
				continue
			}
			want.of(t, name+": "+wire, err)
		}
		err := f.UnmarshalWithOptions(unhex(t, "920105"), new(tuple), DecodeOptions{Limits: Limits{MaxElements: 1}})
		failure{fault.ErrLimit, 0, ""}.of(t, name, err)
		for _, c := range []struct {
			o     EncodeOptions
			v     *tuple
			cause error
			path  fault.Pointer
		}{
			{EncodeOptions{}, &tuple{B: make(chan int)}, fault.ErrUnsupported, "/b"},
			{EncodeOptions{MaxDepth: 1}, &tuple{}, fault.ErrDepth, ""},
			{EncodeOptions{MaxDepth: 2}, &tuple{B: &tuple{}}, fault.ErrDepth, "/b"},
		} {
			var got *EncodeError
			if _, err := f.MarshalWithOptions(c.v, c.o); !errors.As(err, &got) || !errors.Is(err, c.cause) || got.Path != c.path {
				t.Errorf("%s: %+v: %v", name, c.v, err)
			}
		}
	}
}

// TestStructsThatTheTablesDoNotHold have too many members, or too long a name.
func TestStructsThatTheTablesDoNotHold(t *testing.T) {
	long := structOf([]madeField{{strings.Repeat("n", maxName+1), 0, 0, ""}})
	fits := structOf([]madeField{{strings.Repeat("n", maxName), 0, 0, ""}})
	likeModel(t, msgpack, reflect.New(fits).Elem())
	for _, typ := range []reflect.Type{long} {
		if _, err := msgpack.Marshal(reflect.New(typ).Interface()); !errors.Is(err, fault.ErrUnsupported) {
			t.Error(err)
		}
		if err := msgpack.Unmarshal([]byte{0x80}, reflect.New(typ).Interface()); !errors.Is(err, fault.ErrUnsupported) {
			t.Error(err)
		}
	}
}
