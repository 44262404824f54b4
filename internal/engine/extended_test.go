// The extended profile: what is written, what comes back, from either profile, and
// how much of it costs an allocation.

package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// everyExtension has a field for each form of the profile, at several depths.
type everyExtension struct {
	At       time.Time
	Took     time.Duration
	Took2    []time.Duration
	Took3    [2]time.Duration
	Took4    map[string]time.Duration
	Quoted   time.Duration `json:",string"`
	When     beve.Interval
	Stamp    beve.Timestamp
	ID       beve.UUID
	IDs      []beve.UUID
	Pattern  *regexp.Regexp
	Pattern2 beve.RegExpData
	Rows     []extendedRow
	Pointers []*extendedRow
	Fixed    [6]extendedRow
	Maps     []map[string]int
	Named    []map[testkit.MyString]beve.UUID
}

type extendedRow struct {
	ID     int64
	Small  int8
	U      uint16
	Name   string
	F      float32
	X      float64
	OK     bool
	At     time.Time
	Took   time.Duration `json:"took,omitempty"`
	Parts  []extendedPart
	Any    any
	Next   *extendedRow
	Labels map[string]string
}

type extendedPart struct {
	A uint8 `json:"a"`
	B string
}

func randomRow(rng *rand.Rand, depth int) extendedRow {
	r := extendedRow{ID: rng.Int64() >> rng.IntN(64), Small: int8(rng.Int()), U: uint16(rng.Int()), Name: string(make([]byte, rng.IntN(100))),
		F: rng.Float32(), X: rng.NormFloat64(), OK: rng.IntN(2) == 0, At: time.Unix(rng.Int64N(1<<40)-1<<39, rng.Int64N(1e9)).UTC(),
		Took: time.Duration(rng.Int64()), Any: []any{nil, "x", int64(3)}[rng.IntN(3)]}
	if year := r.At.Year(); year < 0 || year > 9999 {
		r.At = time.Time{}
	}
	for range rng.IntN(8) {
		r.Parts = append(r.Parts, extendedPart{uint8(rng.Int()), "b"})
	}
	if depth > 0 {
		next := randomRow(rng, depth-1)
		r.Next = &next
		r.Labels = map[string]string{"k": "v"}
	}
	return r
}

func randomExtension(rng *rand.Rand) *everyExtension {
	at := time.Unix(rng.Int64N(1<<33), rng.Int64N(1e9)).UTC()
	v := &everyExtension{At: at, Took: time.Duration(rng.Int64()), Took2: []time.Duration{math.MinInt64, 0, math.MaxInt64}, Took4: map[string]time.Duration{"a": 1},
		Took3: [2]time.Duration{-1, 1}, Quoted: -5, When: beve.Interval{Start: at, End: at.Add(time.Duration(rng.IntN(1e9)))},
		Stamp: beve.Timestamp{Seconds: rng.Int64N(1 << 33), Nanoseconds: 5}, ID: beve.UUID{6: byte(rng.Int())},
		IDs: []beve.UUID{{}, {15: 1}}, Pattern: regexp.MustCompile(`(?is)^a.b$`), Pattern2: beve.RegExpData{Pattern: "(", Flags: extended.FlagGlobal}}
	for range rng.IntN(12) {
		row := randomRow(rng, 2)
		v.Rows, v.Pointers = append(v.Rows, row), append(v.Pointers, &row)
		v.Maps = append(v.Maps, map[string]int{"a": rng.Int(), "b": 2})
		v.Named = append(v.Named, map[testkit.MyString]beve.UUID{"u": {1: byte(rng.Int())}})
	}
	for i := range v.Fixed {
		v.Fixed[i] = randomRow(rng, 0)
	}
	return v
}

// The same Go value comes back from either profile, into a new target and into one
// that held something else.
func TestBothProfilesHoldTheSameValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range testkit.Rounds(200) {
		v := randomExtension(rng)
		portable, err := beve.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		extended, err := beve.MarshalAuto(v)
		if err != nil {
			t.Fatal(err)
		}
		typed, err := beve.MarshalTyped(v)
		if err != nil {
			t.Fatal(err)
		}
		indexed, err := beve.IndexOptions{IncludeNested: true, MinFieldCount: 3}.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if wire.Validate(extended) != nil || wire.Validate(typed) != nil || wire.Validate(indexed) != nil {
			t.Fatalf("% X is not valid", extended)
		}
		for name, data := range map[string][]byte{"portable": portable, "extended": extended, "typed": typed, "indexed": indexed} {
			for _, o := range []beve.DecodeOptions{{}, {NoCopy: true, RejectUnknown: true, RejectDuplicates: true}} {
				for _, got := range []*everyExtension{{}, randomExtension(rng)} {
					got.Took4, got.Pattern = nil, nil // maps are added to
					if err := o.Unmarshal(data, got); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if got.Pattern.String() != v.Pattern.String() {
						t.Errorf("%s: pattern %s", name, got.Pattern)
					}
					got.Pattern = v.Pattern
					if !testkit.Equal(v, got) {
						t.Fatalf("%s:\n%+v\n%+v", name, v, got)
					}
				}
			}
			for n := 0; n < len(data); n += 1 + len(data)/40 {
				if err := beve.Unmarshal(data[:n:n], new(everyExtension)); !errors.Is(err, beve.ErrTruncated) {
					t.Fatalf("%s: the first %d of %d bytes: %v", name, n, len(data), err)
				}
			}
		}
	}
}

func TestTimesOfEveryEdgeRoundTrip(t *testing.T) {
	for _, at := range []time.Time{
		{}, time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), time.Unix(0, 0), time.Unix(-1, 1),
		time.Date(2024, 2, 29, 1, 2, 3, 4, time.FixedZone("", 14*3600)), time.Date(2024, 2, 29, 1, 2, 3, 4, time.FixedZone("", -14*3600)),
		time.Date(2024, 2, 29, 1, 2, 3, 4, time.FixedZone("", 23*3600+59*60)), time.Date(-5000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(100_000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2024, 2, 29, 1, 2, 3, 4, time.FixedZone("", 3601)), time.Unix(1<<55, 5),
	} {
		data, err := beve.MarshalTimestamp(at)
		if err != nil {
			t.Fatal(at, err)
		}
		got, err := beve.UnmarshalTimestamp(data)
		if err != nil || !got.Equal(at) || got.IsZero() != at.IsZero() {
			t.Errorf("%v: %v, %v", at, got, err)
		}
		_, zone := at.Zone()
		if _, offset := got.Zone(); offset != zone && zone%60 == 0 {
			t.Errorf("%v: offset %d", at, offset)
		}
		ts, err := extended.DecodeTimestamp(data)
		again, err2 := extended.EncodeTimestamp(ts)
		if err != nil || err2 != nil || !bytes.Equal(data, again) {
			t.Errorf("%v: % X, % X, %v, %v", at, data, again, err, err2)
		}
	}
	far := time.Unix(math.MaxInt64-62135596800, 0)
	if _, err := beve.MarshalTimestamp(far); err != nil {
		t.Error(err)
	}
	if _, err := beve.UnmarshalTimestamp(wire.AppendTimestamp(nil, beve.Timestamp{Seconds: math.MaxInt64})); !errors.Is(err, beve.ErrOverflow) {
		t.Error(err)
	}
	for _, bad := range []beve.Timestamp{{Nanoseconds: 1e9}, {TimezoneOffset: 1440}, {TimezoneOffset: -1440}} {
		if _, err := extended.EncodeTimestamp(bad); !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := extended.DecodeTimestamp(wire.AppendTimes(nil, []uint64{1})); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
}

func TestDurationsOfEveryEdgeRoundTrip(t *testing.T) {
	for _, d := range []time.Duration{0, 1, -1, 999999999, 1e9, -1e9, math.MaxInt64, math.MinInt64, math.MinInt64 + 1} {
		data, _ := beve.EncodeDuration(d)
		if got, err := extended.DecodeDuration(data); err != nil || got != d || len(data) != 14 {
			t.Errorf("%d: %d, %v", d, got, err)
		}
		var v any
		if err := beve.Unmarshal(data, &v); err != nil || v != d {
			t.Errorf("%d: %v, %v", d, v, err)
		}
	}
	for _, d := range []scalar.Duration{{Seconds: math.MaxUint64}, {Seconds: 9223372036, Nanoseconds: 854775808}, {Negative: true, Seconds: 9223372036, Nanoseconds: 854775809}} {
		data := wire.AppendDuration(nil, d)
		if _, err := extended.DecodeDuration(data); !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("%+v: %v", d, err)
		}
		if err := beve.Unmarshal(data, new(time.Duration)); !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("%+v: %v", d, err)
		}
		var v any
		var long scalar.Duration
		if err := errors.Join(beve.Unmarshal(data, &v), beve.Unmarshal(data, &long)); err != nil || v != d || long != d {
			t.Errorf("%+v: %v, %v, %v", d, v, long, err)
		}
		again, err := beve.MarshalAuto([]any{v, long})
		if err != nil || !bytes.Equal(again, wire.AppendDuration(append([]byte{5, 8}, data...), d)) {
			t.Errorf("%+v: %x, %v", d, again, err)
		}
		if !beve.Valid(data) {
			t.Errorf("%+v is not valid", d)
		}
	}
}

func TestIntervalsAreHalfOpen(t *testing.T) {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	day := beve.Interval{Start: at, End: at.Add(24 * time.Hour)}
	if !day.Contains(at) || day.Contains(day.End) || day.Duration() != 24*time.Hour {
		t.Error("the ends are wrong")
	}
	next := beve.Interval{Start: day.End, End: day.End.Add(time.Hour)}
	empty := beve.Interval{Start: at.Add(time.Hour), End: at.Add(time.Hour)}
	if day.Overlaps(next) || !day.Overlaps(day) || day.Overlaps(empty) || empty.Overlaps(day) || empty.Contains(empty.Start) {
		t.Error("overlaps are wrong")
	}
	data, err := beve.EncodeInterval(day.Start, day.End)
	if got, err2 := extended.DecodeInterval(data); err != nil || err2 != nil || got != day || len(data) != 29 {
		t.Errorf("%v, %v, %v", got, err, err2)
	}
	if _, err := beve.EncodeInterval(day.End, day.Start); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
	back := beve.Interval{Start: day.End, End: day.Start}
	for _, o := range []beve.EncodeOptions{{}, {Extended: true}} {
		if _, err := o.Marshal(back); !errors.Is(err, beve.ErrMismatch) {
			t.Error(err)
		}
	}
	object, err := beve.Marshal(map[string]time.Time{"start": day.End, "end": day.Start})
	if err != nil {
		t.Fatal(err)
	}
	if err := beve.Unmarshal(object, new(beve.Interval)); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
}

func TestUUIDsAsTextAndBytes(t *testing.T) {
	const text = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	want, err := beve.MarshalUUIDString(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "urn:uuid:" + text, "{" + text + "}", "6ba7b8109dad11d180b400c04fd430c8"} {
		if got, err := beve.MarshalUUIDString(s); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: % X, %v", s, got, err)
		}
	}
	if got, err := extended.UnmarshalUUIDString(want); got != text || err != nil {
		t.Error(got, err)
	}
	for _, s := range []string{"", text[1:], text + "0", "6ba7b810-9dad-11d1-80b4-00c04fd430cg", "6ba7b810+9dad-11d1-80b4-00c04fd430c8", "{" + text + ")"} {
		if _, err := beve.MarshalUUIDString(s); !errors.Is(err, beve.ErrMismatch) {
			t.Errorf("%q: %v", s, err)
		}
	}
	id, err := extended.UnmarshalUUID(want)
	if err != nil || beve.UUID(id).Version() != 1 {
		t.Error(id, err)
	}
	// Other types of that name are written alike, and read from any of the forms.
	for _, form := range []any{id[:], text, beve.UUID(id)} {
		data, err := beve.MarshalAuto(form)
		if err != nil {
			t.Fatal(err)
		}
		var u beve.UUID
		var other testUUID
		if err := errors.Join(beve.Unmarshal(data, &u)); err != nil || u != id {
			t.Errorf("%T: %v, %v", form, u, err)
		}
		if _, isText := form.(string); isText {
			continue
		}
		if err := beve.Unmarshal(data, &other); err != nil || other != id {
			t.Errorf("%T: %v, %v", form, other, err)
		}
	}
	if data, err := beve.MarshalAuto(testUUID(id)); err != nil || !bytes.Equal(data, want) {
		t.Errorf("% X, %v", data, err)
	}
	if data, err := beve.Marshal(beve.UUID(id)); err != nil || data[0] != 0x14 {
		t.Errorf("% X is not portable, %v", data, err)
	}
}

// testUUID is named differently here but for reflection is what it must be.
type testUUID = ULID

// ULID is a type of another module by its looks.
type ULID [16]byte

// Extended forms that stand where none is asked for by a Go type come back as types
// that are written in the same form.
func TestAnyKeepsTheExtendedForms(t *testing.T) {
	at := time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC)
	rows := make([]any, 6)
	for i := range rows {
		rows[i] = map[string]any{"at": at, "n": int64(i)}
	}
	v := map[string]any{"at": at, "took": time.Second, "when": beve.Interval{Start: at, End: at}, "id": beve.UUID{1},
		"re": beve.RegExpData{Pattern: "a", Flags: extended.FlagIgnoreCase}, "rows": rows}
	data, err := beve.EncodeOptions{Extended: true, Deterministic: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := beve.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, any(v)) {
		t.Errorf("%v\n%v, %v", v, got, err)
	}
	again, err := beve.EncodeOptions{Extended: true, Deterministic: true}.Marshal(got)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("% X\n% X, %v", data, again, err)
	}
}

func TestDetectEncoding(t *testing.T) {
	index, err := beve.EncodeIndexedObject(map[string]int{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	table, err := extended.EncodeTypedArray([]extendedPart{{1, "x"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		data []byte
		want string
		id   int
	}{
		{index, "indexed", extended.ExtensionIndex}, {append([]byte{6, 6}, index...), "indexed", extended.ExtensionIndex}, {table, "table", extended.ExtensionTable},
		{wire.AppendTimestamp(nil, beve.Timestamp{}), "timestamp", extended.ExtensionTime}, {wire.AppendTime(nil, 1), "time", extended.ExtensionTime},
		{wire.AppendDuration(nil, scalar.Duration{}), "duration", extended.ExtensionDuration}, {extended.AppendUUID(nil, beve.UUID{}), "uuid", extended.ExtensionUUID},
		{wire.AppendRegExp(nil, "", 0), "regexp", extended.ExtensionRegExp}, {wire.AppendComplex(nil, 1.0, 2.0), "complex", extended.ExtensionComplex},
		{wire.AppendInterval(nil, beve.Timestamp{}, beve.Timestamp{}), "interval", extended.ExtensionInterval},
		{wire.AppendNumbers(wire.AppendMatrix(nil, 0, []int{1}), []int8{1}), "matrix", extended.ExtensionMatrix},
		{[]byte{0x2E, 2, 0}, "standard", -1}, {[]byte{0x05, 0}, "standard", -1}, {[]byte{6, 3, 4, 4, 'a', 0x18}, "standard", -1},
		{nil, "invalid", -1}, {[]byte{6}, "invalid", -1}, {[]byte{0x3E}, "invalid", -1}, {[]byte{0x2E}, "invalid", -1}, {[]byte{0x2E, 9}, "invalid", -1},
	} {
		id, err := extended.GetExtensionID(c.data)
		if err != nil {
			id = -1
		}
		if got := extended.DetectEncoding(c.data); got != c.want || id != c.id || extended.IsExtension(c.data) != (c.id >= 0) {
			t.Errorf("% X: %s, %d, %v; want %s", c.data, got, id, err, c.want)
		}
	}
	for id := -1; id < 40; id++ {
		if got, want := extended.SupportsExtension(id), id >= 0 && id <= 9 && id != 7; got != want {
			t.Errorf("%d: %v", id, got)
		}
	}
}

// What is written is what testdata/extended.golden says, which was put together from
// the description of the format, not from this library.
func TestExtendedGolden(t *testing.T) {
	text, err := os.ReadFile("../../testdata/extended.golden")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Page string `json:"page"`
		N    int    `json:"n"`
	}
	write := map[string]func() ([]byte, error){
		"time-epoch":   func() ([]byte, error) { return beve.MarshalAuto(time.Unix(0, 0).UTC()) },
		"time-east":    func() ([]byte, error) { return beve.MarshalAuto(time.Unix(1709204400, 5).In(time.FixedZone("", 3600))) },
		"time-zero":    func() ([]byte, error) { return beve.MarshalAuto(time.Time{}) },
		"duration":     func() ([]byte, error) { return beve.MarshalAuto(90*time.Second + 1) },
		"duration-min": func() ([]byte, error) { return beve.MarshalAuto(time.Duration(math.MinInt64)) },
		"interval": func() ([]byte, error) {
			return beve.MarshalAuto(beve.Interval{Start: time.Unix(0, 0).UTC(), End: time.Unix(60, 0).UTC()})
		},
		"uuid":    func() ([]byte, error) { return beve.MarshalUUIDString("6ba7b810-9dad-11d1-80b4-00c04fd430c8") },
		"regexp":  func() ([]byte, error) { return beve.MarshalAuto(regexp.MustCompile("(?im)^a")) },
		"table":   func() ([]byte, error) { return beve.MarshalTyped([]row{{"/a", 1}, {"/b", -1}}) },
		"indexed": func() ([]byte, error) { return beve.EncodeIndexedObject(map[string]any{"b": 2, "a": "x"}) },
		"indexed-nested": func() ([]byte, error) {
			return beve.IndexOptions{IncludeNested: true}.Marshal(map[string]any{"o": map[string]bool{"z": true}})
		},
	}
	seen := 0
	for line := range strings.Lines(string(text)) {
		name, digits, ok := strings.Cut(strings.TrimSpace(line), ": ")
		f := write[name]
		if !ok || f == nil {
			continue
		}
		seen++
		if data, err := f(); err != nil || fmt.Sprintf("% x", data) != digits {
			t.Errorf("%s: % x, %v; want %s", name, data, err, digits)
		}
	}
	if seen != len(write) {
		t.Errorf("%d of %d forms are in the file", seen, len(write))
	}
}

// FuzzExtended asks the functions for one form each, which must agree with the
// validator about what they take.
func FuzzExtended(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		defer watch(data)()
		valid := beve.Valid(data)
		check := func(what string, err error) {
			if err == nil && !valid {
				t.Errorf("% X: %s accepts", data, what)
			}
			if e := (*beve.DecodeError)(nil); err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(data)) || !e.Path.Valid()) {
				t.Errorf("% X: %s: %v", data, what, err)
			}
		}
		_, err := extended.DecodeTimestamp(data)
		check("DecodeTimestamp", err)
		_, err = beve.UnmarshalTimestamp(data)
		check("UnmarshalTimestamp", err)
		_, err = extended.DecodeDuration(data)
		check("DecodeDuration", err)
		_, err = extended.DecodeInterval(data)
		check("DecodeInterval", err)
		_, err = extended.UnmarshalUUID(data)
		check("UnmarshalUUID", err)
		_, err = extended.DecodeRegExp(data)
		check("DecodeRegExp", err)
		_, err = beve.UnmarshalRegExp(data)
		check("UnmarshalRegExp", err)
		err = beve.Unmarshal(data, new([]map[string]any))
		check("DecodeTypedArray", err)
		var m map[string]any
		if err = beve.Unmarshal(data, &m); err != nil {
			m = nil // a part of it
		}
		check("Unmarshal into a map", err)
		x, openErr := beve.OpenIndexed(data)
		if err == nil && m != nil && openErr != nil && !errors.Is(openErr, beve.ErrMismatch) { // empty, with integer keys
			t.Errorf("% X: an object that does not open: %v", data, openErr)
		}
		for name, v := range x.Range {
			var got any
			decodeErr := v.Decode(&got)
			one, err := beve.ReadFieldByName(data, name)
			if m != nil && (decodeErr != nil || err != nil || !testkit.Equal(m[name], got) || !testkit.Equal(m[name], one)) {
				t.Errorf("% X: %q is %v, %v, %v (%v, %v)", data, name, m[name], got, one, decodeErr, err)
			}
			extended.ReadFieldByPath(data, name)
			extended.Field[int8](data, name)
			extended.Field[[]string](data, name)
			for _, err := range v.Members() {
				if err != nil {
					break
				}
			}
			_, _, _ = v.Validate(), v.Kind(), v.Path()
		}
		for _, err := range beve.Elements[extendedPart](bytes.NewReader(data)) {
			if err != nil {
				break
			}
		}
	})
}
