// What a View says of its parts, where it fails, and its limits.

package view_test

import (
	"bytes"
	"errors"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

func TestZeroViewFails(t *testing.T) {
	var v beve.View
	if v.Kind() != beve.KindInvalid || v.IsNull() || v.IsArray() || v.Path() != "" {
		t.Error("the zero View is something")
	}
	if n := touch(v); n != 24 {
		t.Errorf("%d of 24 methods fail", n)
	}
	if _, err := v.Bool(); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
}

func mustView(t testing.TB, v any) beve.View {
	t.Helper()
	data, err := beve.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	view, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func mustAt(t testing.TB, v beve.View, path beve.Pointer) beve.View {
	t.Helper()
	part, err := v.At(path)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// sample has something of everything. Its parts are checked by path below.
func sample(t testing.TB) beve.View {
	b := wire.AppendObject(nil, 12)
	b = wire.AppendStrings(wire.AppendText(b, "names"), []string{"ä", "b~/c"})
	b = wire.AppendBools(wire.AppendText(b, "flags"), []bool{true, false, false, false, false, false, false, false, false, true})
	b = wire.AppendNumbers(wire.AppendText(b, "f"), []float32{0.5, -2})
	b = wire.AppendAligned(wire.AppendText(b, "aligned"), 0, []int16{1, -2, 300})
	b = wire.AppendComplexes(wire.AppendText(b, "c"), []float64{1, 2, 3, 4})
	b = wire.AppendComplex(wire.AppendText(b, "one"), int8(5), -6)
	b = wire.AppendMatrix(wire.AppendText(b, "m"), scalar.ColumnMajor, []int{2, 1})
	b = wire.AppendNumbers(b, []uint8{7, 8})
	b = append(wire.AppendText(b, "tag"), byte(wire.HeaderTypeTag), 3<<2)
	b = wire.AppendInt(wire.AppendArray(b, 1), 42)
	b = wire.AppendTimes(wire.AppendText(b, "times"), []uint64{0, 1e9})
	b = wire.AppendIntObject(wire.AppendText(b, "ids"), wire.HeaderInt16, 2)
	b = wire.AppendBool(wire.AppendIntKey(b, 0xFFFF, 2), true)
	b = wire.AppendString(wire.AppendIntKey(b, 10, 2), "ten")
	b = wire.AppendArray(wire.AppendText(b, "~a/b"), 2)
	b = wire.AppendNull(b)
	b = wire.AppendObject(b, 1)
	b = wire.AppendInt128(wire.AppendText(b, ""), scalar.Uint128{Hi: 1})
	b = wire.AppendString(wire.AppendText(b, "at"), "2001-02-03T04:05:06Z")
	v, err := withTags(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Validate(); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestViewAtEveryFormOfPart(t *testing.T) {
	v := sample(t)
	for path, want := range map[beve.Pointer]string{
		"":                `{`,
		"/names":          `["ä","b~/c"]`,
		"/names/1":        `"b~/c"`,
		"/flags/0":        `true`,
		"/flags/8":        `false`,
		"/flags/9":        `true`,
		"/f/1":            `-2`,
		"/aligned/2":      `300`,
		"/aligned/1":      `-2`,
		"/c":              `[[1,2],[3,4]]`,
		"/c/1":            `[3,4]`,
		"/c/1/0":          `3`,
		"/one":            `[5,-6]`,
		"/one/1":          `-6`,
		"/m":              `{"layout":"layout_left","extents":[2,1],"value":[7,8]}`,
		"/m/layout":       `"layout_left"`,
		"/m/extents/0":    `2`,
		"/m/value/1":      `8`,
		"/tag":            `{"index":3,"value":[42]}`,
		"/tag/index":      `3`,
		"/tag/value/0":    `42`,
		"/times/1":        `"1970-01-01T00:00:01Z"`,
		"/ids/-1":         `true`,
		"/ids/10":         `"ten"`,
		"/~0a~1b/0":       `null`,
		"/~0a~1b/1/":      `18446744073709551616`,
		"/~0a~1b":         `[null,{"":18446744073709551616}]`,
		"/at":             `"2001-02-03T04:05:06Z"`,
		"/names/0":        `"ä"`,
		"/m/value":        `[7,8]`,
		"/tag/value":      `[42]`,
		"/aligned":        `[1,-2,300]`,
		"/~0a~1b/1":       `{"":18446744073709551616}`,
		"/times":          `["1970-01-01T00:00:00Z","1970-01-01T00:00:01Z"]`,
		"/m/extents":      `[2,1]`,
		"/ids":            `{"-1":true,"10":"ten"}`,
		"/c/0/1":          `2`,
		"/flags":          `[true,false,false,false,false,false,false,false,false,true]`,
		"/f":              `[0.5,-2]`,
		"/one/0":          `5`,
		"/times/0":        `"1970-01-01T00:00:00Z"`,
		"/tag/value/0///": ``,
	} {
		part, err := v.At(path)
		if want == "" {
			if !errors.Is(err, beve.ErrMismatch) {
				t.Errorf("%s: %v", path, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		got, err := viewJSON(nil, part)
		if err != nil || !strings.HasPrefix(string(got), want) || want != "{" && string(got) != want {
			t.Errorf("%s: got %s (%v), want %s", path, got, err, want)
		}
		if p := part.Path(); p != path {
			t.Errorf("%s has the path %s", path, p)
		}
	}
	if err := pathsLeadBack(v); err != nil {
		t.Error(err)
	}
}

func TestViewAtFailures(t *testing.T) {
	v := sample(t)
	for _, c := range []struct {
		path  beve.Pointer
		cause error
		at    beve.Pointer
	}{
		{"x", beve.ErrUnsupported, ""},
		{"/~2", beve.ErrUnsupported, ""},
		{"/none", beve.ErrMissing, ""},
		{"/ids/11", beve.ErrMissing, "/ids"},
		{"/ids/010", beve.ErrMissing, "/ids"},
		{"/ids/+10", beve.ErrMissing, "/ids"},
		{"/names/2", beve.ErrMissing, "/names"},
		{"/names/-", beve.ErrMissing, "/names"},
		{"/names/00", beve.ErrMismatch, "/names"},
		{"/names/-1", beve.ErrMismatch, "/names"},
		{"/names/", beve.ErrMismatch, "/names"},
		{"/names/99999999999999999999999999999999999999999", beve.ErrMissing, "/names"},
		{"/f/2", beve.ErrMissing, "/f"},
		{"/f/x", beve.ErrMismatch, "/f"},
		{"/f/1/0", beve.ErrMismatch, "/f/1"},
		{"/c/1/2", beve.ErrMissing, "/c/1"},
		{"/c/1/1/0", beve.ErrMismatch, "/c/1/1"},
		{"/m/index", beve.ErrMissing, "/m"},
		{"/m/0", beve.ErrMissing, "/m"},
		{"/tag/layout", beve.ErrMissing, "/tag"},
		{"/times/0/0", beve.ErrMismatch, "/times/0"},
		{"/~0a~1b/0/x", beve.ErrMismatch, "/~0a~1b/0"},
		{"/at/x", beve.ErrMismatch, "/at"},
	} {
		part, err := v.At(c.path)
		var e *beve.DecodeError
		if !errors.Is(err, c.cause) || !errors.As(err, &e) || e.Path != c.at {
			t.Errorf("%s: %v", c.path, err)
		}
		if part != (beve.View{}) {
			t.Errorf("%s: a View comes with the error", c.path)
		}
	}
}

func TestViewGettersReportWhereAndWhy(t *testing.T) {
	v := sample(t)
	fail := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err   error
		cause error
		want  string
	}{
		{fail(mustAt(t, v, "/names/1").Int64()), beve.ErrMismatch, "beve: /names/1 at byte 13: string does not decode into int64 (Go type int64)"},
		{fail(mustAt(t, v, "/flags/9").Float64()), beve.ErrMismatch, "beve: /flags/9 at byte 27: true does not decode into float64 (Go type float64)"},
		{fail(mustAt(t, v, "/f/1").Int64()), beve.ErrMismatch, "beve: /f/1 at byte 36: float32 does not decode into int64 (Go type int64)"},
		{fail(mustAt(t, v, "/aligned/1").Uint64()), beve.ErrOverflow, "beve: /aligned/1 at byte 54: int16 -2 does not fit uint64 exactly (Go type uint64)"},
		{fail(mustAt(t, v, "/c/1").Bool()), beve.ErrMismatch, "beve: /c/1 at byte 79: complex does not decode into bool (Go type bool)"},
		{fail(mustAt(t, v, "/c/1/1").String()), beve.ErrMismatch, "beve: /c/1/1 at byte 87: float64 does not decode into string (Go type string)"},
		{fail(mustAt(t, v, "/c").Complex128()), beve.ErrMismatch, "beve: /c at byte 60: complex does not decode into complex128 (Go type complex128)"},
		{fail(mustAt(t, v, "/tag/index").Time()), nil, ""},
		{fail(mustAt(t, v, "/m/layout").Time()), beve.ErrMismatch, "beve: /m/layout at byte 105: string \"layout_left\" is not an RFC 3339 time (Go type time.Time)"},
		{fail(mustAt(t, v, "/~0a~1b/1/").Int64()), beve.ErrOverflow, "beve: /~0a~1b/1/ at byte 177: uint128 18446744073709551616 does not fit int64 exactly (Go type int64)"},
		{fail(mustAt(t, v, "/~0a~1b/0").BigInt()), beve.ErrMismatch, "beve: /~0a~1b/0 at byte 173: null does not decode into big.Int (Go type big.Int)"},
		{fail(mustAt(t, v, "/times/1").Int64()), beve.ErrMismatch, "beve: /times/1 at byte 142: time does not decode into int64 (Go type int64)"},
		{fail(mustAt(t, v, "/times").Time()), beve.ErrMismatch, "beve: /times at byte 131: time does not decode into time.Time (Go type time.Time)"},
	} {
		if !errors.Is(c.err, c.cause) || c.err != nil && c.err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", c.err, c.want)
		}
	}
}

func TestViewOfRepeatedKeysTakesTheLast(t *testing.T) {
	b := wire.AppendObject(nil, 3)
	for i, k := range []string{"a", "b", "a"} {
		b = wire.AppendInt(wire.AppendText(b, k), int64(i))
	}
	v, err := beve.NewView(b)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := mustAt(t, v, "/a").Int64(); n != 2 || err != nil {
		t.Error(n, err)
	}
	b = wire.AppendIntObject(nil, wire.HeaderUint8, 2)
	b = wire.AppendInt(wire.AppendIntKey(b, 9, 1), 1)
	b = wire.AppendInt(wire.AppendIntKey(b, 9, 1), 2)
	if v, err = beve.NewView(b); err != nil {
		t.Fatal(err)
	}
	e, err := v.IntKey(9)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := e.Int64(); n != 2 || err != nil {
		t.Error(n, err)
	}
	if _, err := v.IntKey(8); !errors.Is(err, beve.ErrMissing) {
		t.Error(err)
	}
}

func TestViewChecksWhatItWalksOver(t *testing.T) {
	for name, c := range map[string]struct {
		message []byte
		path    beve.Pointer
		cause   error
		want    string
	}{
		"key":          {[]byte{0x03, 0x08, 0x04, 0xFF, 0x18, 0x04, 'a', 0x18}, "/a", beve.ErrUTF8, "beve: at byte 3: invalid UTF-8"},
		"sibling":      {[]byte{0x05, 0x08, 0x05, 0x04, 0x07, 0x18}, "/1", beve.ErrSyntax, "beve: /0/0 at byte 4: invalid header 0x07"},
		"target":       {[]byte{0x05, 0x08, 0x18, 0x07}, "/1", beve.ErrSyntax, "beve: /1 at byte 3: invalid header 0x07"},
		"text":         {[]byte{0x3C, 0x08, 0x04, 0xFF, 0x04, 'a'}, "/1", beve.ErrUTF8, "beve: /0 at byte 3: invalid UTF-8"},
		"int key":      {[]byte{0x13, 0x08, 0x05, 0x11, 0x04, 0x06}, "/6", beve.ErrTruncated, "beve: /6 at byte 6: input ends inside a value"},
		"size":         {[]byte{0x05, 0x08, 0x64, 0xFC, 0x00}, "/0/0", beve.ErrTruncated, "beve: /0 at byte 3: size 63 is more than the bytes left can hold"},
		"typed":        {[]byte{0x05, 0x04, 0x64, 0x04, 0x00}, "/0/0", beve.ErrTruncated, "beve: /0 at byte 3: size 1 is more than the bytes left can hold"},
		"matrix":       {[]byte{0x16, 0, 0x14, 4, 3, 0x14, 8, 7, 8}, "/extents", beve.ErrSyntax, "beve: at byte 5: matrix of 3 elements has 2"},
		"tag":          {[]byte{0x0E, 0x04, 0x06, 0x00}, "/value", beve.ErrSyntax, "beve: at byte 2: delimiter where a value must start"},
		"complex":      {[]byte{0x05, 0x04, 0x1E, 0x61, 0xFC}, "/0/1", beve.ErrTruncated, "beve: /0 at byte 4: size 63 is more than the bytes left can hold"},
		"bools":        {[]byte{0x05, 0x04, 0x1C, 0xFC}, "/0/1", beve.ErrTruncated, "beve: /0 at byte 3: size 63 is more than the bytes left can hold"},
		"times":        {[]byte{0x05, 0x04, 0x26, 0x08}, "/0/1", beve.ErrSyntax, "beve: /0 at byte 3: time header 0x8 is not that of a timestamp"},
		"object":       {[]byte{0x05, 0x04, 0x03, 0xFC}, "/0/a", beve.ErrTruncated, "beve: /0 at byte 3: size 63 is more than the bytes left can hold"},
		"member value": {[]byte{0x03, 0x08, 0x04, 'a', 0x02, 0x08, 'x', 0xFF, 0x00, 0x00}, "/b", beve.ErrUTF8, "beve: /a at byte 7: invalid UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := withTags(c.message)
			if err != nil {
				t.Fatal(err)
			}
			part, err := v.At(c.path)
			if err == nil {
				t.Fatalf("found %v", part.Kind())
			}
			if err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if !errors.Is(err, c.cause) {
				t.Errorf("%v is not %v", err, c.cause)
			}
		})
	}
}

func TestNewViewLooksAtTheStartOnly(t *testing.T) {
	v, err := beve.NewView([]byte{0x05, 0xFC, 0x07})
	if err != nil || v.Kind() != beve.KindArray {
		t.Error(err)
	}
	for _, bad := range [][]byte{nil, {0x07}, {0x2E}, {0x2E, 0x09, 0x00}, {0x06}, {0x2E, 0x02}} {
		if _, err := beve.NewView(bad); err == nil {
			t.Errorf("% x accepted", bad)
		}
	}
	for _, good := range [][]byte{{0x18}, {0x06, 0x06, 0x18}, {0x2E, 0x02, 0x18}} {
		v, err := beve.NewView(good)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := v.Bool(); !b || err != nil || v.Validate() != nil || v.Path() != "" {
			t.Errorf("% x: %v, %v", good, b, err)
		}
	}
}

func TestViewReportsTrailingBytes(t *testing.T) {
	v, err := beve.NewView([]byte{0x05, 0x04, 0x18, 0x00})
	if err != nil {
		t.Fatal(err)
	}
	var x any
	for _, err := range []error{v.Validate(), v.Decode(&x)} {
		if !errors.Is(err, beve.ErrTrailing) || err.Error() != "beve: at byte 3: data after the value" {
			t.Error(err)
		}
	}
	e := mustAt(t, v, "/0")
	if err := e.Validate(); err != nil {
		t.Error(err)
	}
	if err := e.Decode(&x); err != nil || x != true {
		t.Error(x, err)
	}
	if raw, err := v.Raw(); err != nil || !bytes.Equal(raw, []byte{0x05, 0x04, 0x18}) {
		t.Errorf("% x, %v", raw, err)
	}
}

func TestViewLimits(t *testing.T) {
	data := bytes.Repeat([]byte{0x05, 0x04}, 9)
	data = append(data, 0x00) // ten levels
	for _, c := range []struct {
		limits beve.Limits
		cause  error
	}{
		{beve.Limits{}, nil},
		{beve.Limits{MaxDepth: 10}, nil},
		{beve.Limits{MaxDepth: 9}, beve.ErrDepth},
		{beve.Limits{MaxElements: 9}, nil},
		{beve.Limits{MaxElements: 8}, beve.ErrLimit},
		{beve.Limits{MaxBytes: 19}, nil},
		{beve.Limits{MaxBytes: 18}, beve.ErrLimit},
	} {
		var x any
		decode := beve.DecodeOptions{Limits: c.limits}.Unmarshal(data, &x)
		v, err := beve.DecodeOptions{Limits: c.limits}.NewView(data)
		if err == nil {
			_, err = v.At(beve.Pointer(strings.Repeat("/0", 9)))
		}
		if !errors.Is(err, c.cause) || !errors.Is(decode, c.cause) {
			t.Errorf("%+v: At says %v, Unmarshal %v", c.limits, err, decode)
		}
		if v.Kind() == beve.KindInvalid {
			continue
		}
		if _, err := viewJSON(nil, v); !errors.Is(err, c.cause) {
			t.Errorf("%+v: reading all says %v", c.limits, err)
		}
		if err := v.Validate(); !errors.Is(err, c.cause) {
			t.Errorf("%+v: Validate says %v", c.limits, err)
		}
		if err := v.Decode(&x); !errors.Is(err, c.cause) {
			t.Errorf("%+v: Decode says %v", c.limits, err)
		}
	}
}

// TestViewCountsElementsOfTheWholeMessage reads siblings whose elements are within
// the limit one by one and beyond it together, where a decoder finds that too.
func TestViewCountsElementsOfTheWholeMessage(t *testing.T) {
	data, err := beve.Marshal([][]any{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	if err != nil {
		t.Fatal(err)
	}
	for most := int64(1); most <= 13; most++ {
		limits := beve.Limits{MaxElements: most}
		var x any
		want := beve.DecodeOptions{Limits: limits}.Unmarshal(data, &x) == nil
		v, err := beve.DecodeOptions{Limits: limits}.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		_, err = viewJSON(nil, v)
		if (err == nil) != want || err != nil && !errors.Is(err, beve.ErrLimit) {
			t.Errorf("at most %d: View says %v, Unmarshal accepts: %v", most, err, want)
		}
	}
}

// withTags is NewView that reads the type tags of version 1.
func withTags(data []byte) (beve.View, error) {
	return beve.DecodeOptions{LegacyTypeTag: true}.NewView(data)
}

func TestViewOfAMillionLevels(t *testing.T) {
	const levels, most = 1_000_000, 100_000
	// Three loops of this test for each level take more stack than 32-bit machines allow.
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 30))
	for name, level := range map[string][]byte{
		"arrays":  {0x05, 0x04},
		"objects": {0x03, 0x04, 0x00},
		"tags":    {0x0E, 0x00},
	} {
		t.Run(name, func(t *testing.T) {
			step := map[string]beve.Pointer{"arrays": "/0", "objects": "/", "tags": "/value"}[name]
			data := append(bytes.Repeat(level, levels), 0x18)
			path := beve.Pointer(strings.Repeat(string(step), levels))
			testkit.Within(t, "rejecting them", time.Second, func() {
				if _, err := readViewWith(data, beve.DecodeOptions{LegacyTypeTag: true}); !errors.Is(err, beve.ErrDepth) {
					t.Errorf("reading all: %v", err)
				}
				v, err := withTags(data)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := v.At(path); !errors.Is(err, beve.ErrDepth) {
					t.Errorf("At: %v", err)
				}
				if err := v.Validate(); !errors.Is(err, beve.ErrDepth) {
					t.Errorf("Validate: %v", err)
				}
			})
			// Raised as far as they go, limits do not admit a million levels.
			v, err := (beve.DecodeOptions{Limits: beve.Limits{MaxDepth: levels + 1}, LegacyTypeTag: true}).NewView(data)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.At(path); !errors.Is(err, beve.ErrDepth) {
				t.Errorf("At under raised limits: %v", err)
			}
			data = data[(levels-most+1)*len(level):]
			path = path[(levels-most+1)*len(step):]
			if v, err = (beve.DecodeOptions{Limits: beve.Limits{MaxDepth: most}, LegacyTypeTag: true}).NewView(data); err != nil {
				t.Fatal(err)
			}
			e := mustAt(t, v, path)
			if b, err := e.Bool(); !b || err != nil {
				t.Error(b, err)
			}
			// The path is too long to be told, not to be followed.
			if _, err := e.Int64(); !errors.Is(err, beve.ErrMismatch) || e.Path() != "" {
				t.Errorf("%.100v", err)
			}
			if err := v.Validate(); err != nil {
				t.Error(err)
			}
			if _, err := readViewWith(data, beve.DecodeOptions{Limits: beve.Limits{MaxDepth: most}, LegacyTypeTag: true}); err != nil {
				t.Errorf("reading all: %v", err)
			}
		})
	}
}
