package seek

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// lookUp is what a pointer with wildcards leads to in plain Go values, in order; members are those of the text, so maps
// are not enough. Of repeated ones the last counts, in the place of the first.
func lookUp(v any, steps []Step) []any {
	if len(steps) == 0 {
		return []any{v}
	}
	var found []any
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if steps[0].Any || steps[0].Name == strconv.Itoa(i) {
				found = append(found, lookUp(e, steps[1:])...)
			}
		}
	case ordered:
		for i, name := range v.names {
			switch {
			case steps[0].Any && slices.Index(v.names, name) == i:
				last := i
				for k, other := range v.names {
					if other == name {
						last = k
					}
				}
				found = append(found, lookUp(v.values[last], steps[1:])...)
			case steps[0].Name == name: // the last
				found = lookUp(v.values[i], steps[1:])
			}
		}
	}
	return found
}

// ordered is an object.
type ordered struct {
	names  []string
	values []any
}

func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(o.values[i])
		if err != nil {
			return nil, err
		}
		b.WriteString(strconv.Quote(name) + ":")
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// random is a value of few names, so that pointers lead somewhere and names repeat.
func random(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n < 3 && depth > 0:
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = random(r, depth-1)
		}
		return list
	case n < 6 && depth > 0:
		var o ordered
		members, names := r.IntN(5), 3
		if r.IntN(20) == 0 {
			members, names = r.IntN(40), 26
		}
		for range members {
			o.names = append(o.names, string('a'+rune(r.IntN(names))))
			o.values = append(o.values, random(r, depth-1))
		}
		return o
	case n == 6:
		return "täxt " + strconv.Itoa(r.IntN(100))
	}
	return r.IntN(1000)
}

// A Seeker finds what a walk over Go values does, and ends where a wire.Scanner does, however the bytes arrive.
func TestSeekerFindsWhatIsThere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 3000 {
		value := random(r, 4)
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		data, err := translator.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		var p fault.Pointer
		for range r.IntN(4) {
			p = p.Key([]string{"*", "*", "a", "b", "0", "1", "2"}[r.IntN(7)])
		}
		steps, _ := Steps(p, true)
		s := New(steps)
		s.Reset(wire.Limits{}, false)
		end := 0
		for n := 0; ; n += 1 + r.IntN(3) { // in pieces
			n = min(n, len(data))
			if end, err = s.Next(data[:n], n == len(data)); err == nil || n == len(data) {
				break
			}
			if !Incomplete(err) {
				t.Fatalf("%s in %s: %v", p, text, err)
			}
		}
		if err != nil || end != len(data) {
			t.Fatalf("%s in %s: ends at %d of %d, %v", p, text, end, len(data), err)
		}
		c := New(steps)
		c.Checked = true
		c.Reset(wire.Limits{}, false)
		if end, err := c.Next(data, true); err != nil || end != len(data) || !slices.Equal(c.Leads, s.Leads) {
			t.Fatalf("%s in %s, checked before: ends at %d of %d with %v, %v", p, text, end, len(data), c.Leads, err)
		}
		want := lookUp(value, steps)
		if len(want) != len(s.Leads) {
			t.Fatalf("%s in %s: %d leads, want %d", p, text, len(s.Leads), len(want))
		}
		if len(want) > 1 {
			several++
		}
		for i, lead := range s.Leads {
			got, err := translator.ToJSON(data[lead.Off:lead.End])
			text, _ := json.Marshal(want[i])
			if err != nil || string(got) != string(text) || lead.Rest != 0 {
				t.Fatalf("%s: lead %d is %s, want %s, %v", p, i, got, text, err)
			}
		}
	}
	if several < 100 {
		t.Errorf("only %d values with several parts", several)
	}
}

// Whatever a path leads through, a Seeker refuses what a wire.Scanner refuses, and at the same end accepts.
func TestSeekerChecksAllOfAValue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 3000 {
		text, _ := json.Marshal(random(r, 4))
		data, _ := translator.FromJSON(text)
		data[r.IntN(len(data))] ^= byte(1 << r.IntN(8))
		limits := wire.Limits{MaxDepth: 1 + r.IntN(5), MaxElements: int64(1 + r.IntN(20))}
		var scan wire.Scanner
		scan.Reset(limits, false)
		want, wantErr := scan.Next(data, true)
		steps, _ := Steps([]fault.Pointer{"", "/*", "/a/*", "/0", "/*/*/*"}[r.IntN(5)], true)
		s := New(steps)
		s.Reset(limits, false)
		end, err := s.Next(data, true)
		if (err == nil) != (wantErr == nil) || err == nil && end != want {
			t.Fatalf("% x: %d, %v, want %d, %v", data, end, err, want, wantErr)
		}
		if err != nil {
			refused++
		}
	}
	if refused < 500 {
		t.Errorf("only %d values are refused", refused)
	}
}

func TestSeekerEndsAtTheFirst(t *testing.T) {
	data, _ := translator.FromJSON([]byte(`{"a":1,"b":{"c":[1,2]},"a":2}`))
	packed, _ := translator.Options{TypedArrays: true}.FromJSON([]byte(`{"a":[1,2,3],"b":4}`))
	for p, stops := range map[fault.Pointer]bool{"/a/2": true, "/a/3": false, "/a/*": true, "/a/x": false} {
		steps, _ := Steps(p, true)
		s := New(steps)
		s.First = true
		s.Reset(wire.Limits{}, false)
		if _, err := s.Next(packed, true); err != nil || s.Stopped != stops {
			t.Errorf("%s: %v, %v", p, s.Stopped, err)
		}
	}
	for p, want := range map[fault.Pointer]string{"/a": "1", "/b/c/1": "2", "/b": `{"c":[1,2]}`, "/b/*": "[1,2]"} {
		steps, _ := Steps(p, true)
		s := New(steps)
		s.First = true
		s.Reset(wire.Limits{}, false)
		end, err := s.Next(append(data[:len(data)-3:len(data)-3], 0xff), false)
		if err != nil || !s.Stopped || len(s.Leads) != 1 || end != s.Leads[0].End {
			t.Fatalf("%s: %d, %v, %+v", p, end, err, s.Leads)
		}
		got, err := translator.ToJSON(data[s.Leads[0].Off:end])
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", p, got, err)
		}
	}
}

// isASCII sees every byte that is not, wherever it is and whatever lies beside the text.
func TestEveryByteOfTextIsLookedAt(t *testing.T) {
	for size := range 70 {
		for before := range 10 {
			for after := range 10 {
				src := bytes.Repeat([]byte{0xff}, before+size+after)
				for i := range size {
					src[before+i] = 0x7f
				}
				if !isASCII(src, before, before+size) {
					t.Fatalf("%d bytes between %d and %d that are not ASCII are", size, before, after)
				}
				for i := range size {
					src[before+i] = 0x80
					if isASCII(src, before, before+size) {
						t.Fatalf("byte %d of %d, between %d and %d, is not seen", i, size, before, after)
					}
					src[before+i] = 0x7f
				}
			}
		}
	}
}
