package translator_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// TestExtendedRecognizesWhatStandsForItself: what ToJSON prints for values of the
// extended profile becomes these values again.
func TestExtendedRecognizesWhatStandsForItself(t *testing.T) {
	id := [16]byte{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}
	noon := scalar.Timestamp{Seconds: 1700000000}
	values := map[string][]byte{
		"time in UTC":         wire.AppendTimestamp(nil, scalar.Timestamp{Seconds: 1, Nanoseconds: 500}),
		"time before 1970":    wire.AppendTimestamp(nil, scalar.Timestamp{Seconds: -1, Nanoseconds: 999_999_999}),
		"time with a zone":    wire.AppendTimestamp(nil, scalar.Timestamp{Seconds: 1700000000, TimezoneOffset: -150}),
		"duration":            wire.AppendDuration(nil, scalar.DurationOf(3723_500_000_000)),
		"negative duration":   wire.AppendDuration(nil, scalar.DurationOf(-1)),
		"no duration":         wire.AppendDuration(nil, scalar.DurationOf(0)),
		"UUID":                wire.AppendUUID(nil, id),
		"interval":            wire.AppendInterval(nil, noon, scalar.Timestamp{Seconds: 1700000001, TimezoneOffset: 60}),
		"empty interval":      wire.AppendInterval(nil, noon, noon),
		"regular expression":  wire.AppendRegExp(nil, `^a"b\\n$`, scalar.FlagIgnoreCase|scalar.FlagMultiline),
		"plain expression":    wire.AppendRegExp(nil, "", 0),
		"matrix":              append(wire.AppendMatrix(nil, scalar.RowMajor, []int{2, 1}), 0x14, 0x08, 1, 2),
		"matrix of floats":    wire.AppendNumbers(wire.AppendMatrix(nil, scalar.ColumnMajor, []int{3}), []float64{1.5, -0.25, 1e300}),
		"large matrix":        wire.AppendNumbers(wire.AppendMatrix(nil, scalar.ColumnMajor, []int{100, 3}), bytes.Repeat([]byte{7}, 300)),
		"matrix of many axes": append(wire.AppendMatrix(nil, scalar.RowMajor, bytesToInts(bytes.Repeat([]byte{1}, 40))), 0x0c, 0x04, 0xff),
	}
	for name, value := range values {
		list := append(append(wire.AppendArray(nil, 2), value...), value...)
		object := append(wire.AppendText(wire.AppendObject(nil, 1), "key"), value...)
		for _, message := range [][]byte{value, list, object} {
			for _, typed := range []bool{false, true} {
				o := translator.Options{Extended: true, TypedArrays: typed}
				text, err := o.ToJSON(message)
				if err != nil {
					t.Fatal(name, err)
				}
				got, err := o.FromJSON(text)
				if err != nil || !bytes.Equal(got, message) {
					t.Errorf("%s: %s became %x (%v), was %x", name, text, got, err, message)
				}
				if err := o.ValidateJSON(text); err != nil {
					t.Errorf("%s: %s: %v", name, text, err)
				}
				if plain, err := translator.FromJSON(text); err != nil || bytes.Equal(plain, message) {
					t.Errorf("%s: recognized without the option: %x %v", name, plain, err)
				}
			}
		}
	}
}

func bytesToInts(b []byte) (list []int) {
	for _, c := range b {
		list = append(list, int(c))
	}
	return list
}

// lookalikes are texts that would not come back as the same characters if they were
// taken for what they look like, or that are something else.
var lookalikes = []string{
	`"2021-03-25T21:36:12+24:00"`, `"2021-03-25T21:36:12-24:00"`, `"2021-03-25T21:36:12+23:60"`,
	`"2023-11-14T22:13:20+00:00"`, `"2023-11-14T22:13:20.50Z"`, `"2023-11-14T22:13:20.1234567891Z"`, `"2023-02-29T00:00:00Z"`, `"2023-11-14"`,
	`"2023-11-14t22:13:20Z"`, `"2023-11-14T24:00:00Z"`, `"PT90M"`, `"P1D"`, `"PT1.50S"`, `"P1Y"`, `"PT"`, `"-PT0S"`, `"+PT1S"`, `"PT01S"`, `"P"`, `"-"`, `""`,
	`"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"`, `"f81d4fae-7dec-11d0-a765-00a0c91e6bfg"`, `"f81d4fae7dec11d0a76500a0c91e6bf6"`,
	`{"end":"2023-11-14T22:13:20Z","start":"2023-11-14T22:13:20Z"}`, `{"start":"2023-11-14T22:13:20Z","end":"2023-11-14T22:13:19Z"}`,
	`{"start":"2023-11-14T22:13:20Z","end":1}`, `{"start":1,"end":2}`, `{"start":"2023-11-14T22:13:20Z"}`, `{"start":"2023-11-14T22:13:20Z","end":"2023-11-14T22:13:21Z","x":1}`,
	`{"pattern":"a","flags":"mi"}`, `{"pattern":"a","flags":"x"}`, `{"pattern":"a","flags":"ii"}`, `{"pattern":1,"flags":""}`, `{"flags":"","pattern":""}`,
	`{"pattern":"PT1S","flags":""}`, `{"pattern":"a","flags":1}`,
	`{"layout":"layout_right","extents":[2,1],"value":[7]}`, `{"layout":"layout_right","extents":[2,1],"value":[7,8,9]}`, `{"layout":"right","extents":[1],"value":[7]}`,
	`{"layout":"layout_right","extents":[],"value":[]}`, `{"layout":"layout_right","extents":[0],"value":[]}`, `{"layout":"layout_right","extents":[1.0],"value":[7]}`,
	`{"layout":"layout_right","extents":[-1],"value":[7]}`, `{"layout":"layout_right","extents":["1"],"value":[7]}`, `{"layout":"layout_right","extents":1,"value":[7]}`,
	`{"layout":"layout_right","extents":[1],"value":["7"]}`, `{"layout":"layout_right","extents":[1],"value":7}`, `{"layout":"layout_right","extents":[1],"value":[[1,2]]}`,
	`{"layout":"layout_right","extents":[1],"value":{"a":1}}`, `{"layout":"layout_right","extents":[2],"value":[1.5,9007199254740993]}`, `{"layout":1,"extents":[1],"value":[7]}`,
	`{"layout":"layout_right","extents":[4294967296,4294967296],"value":[7]}`, `{"layout":"layout_right","value":[7],"extents":[1]}`,
	`{"layout":"layout_right","extents":[1],"value":[]}`, `{"layout":"layout_right","extents":[1],"value":null}`, `{"layout":null,"extents":null,"value":null}`,
	`{"layout":"layout_left","extents":[1` + strings.Repeat(",1", 70) + `],"value":[7]}`,
}

// TestExtendedChangesNoCharacter: whatever is recognized or not comes back as it was.
func TestExtendedChangesNoCharacter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range lookalikes {
		for _, text := range []string{text, "[" + text + "," + text + "]", `{"a":` + text + `,"start":` + text + `}`} {
			for _, typed := range []bool{false, true} {
				checkCharacters(t, []byte(text), typed)
				// One character less, or another.
				at := rng.IntN(len(text))
				checkCharacters(t, []byte(text[:at]+text[at+1:]), typed)
				checkCharacters(t, []byte(text[:at]+string("0123456789:-TZP[]"[rng.IntN(17)])+text[at+1:]), typed)
			}
		}
	}
}

// checkCharacters asserts that a text, if it is valid, becomes a valid message that
// prints as what the plain message prints as.
func checkCharacters(t *testing.T, text []byte, typed bool) {
	t.Helper()
	plain, err := translator.FromJSON(text)
	if err != nil {
		return
	}
	want, err := translator.ToJSON(plain)
	if err != nil {
		t.Fatal(err)
	}
	message, err := translator.Options{Extended: true, TypedArrays: typed}.FromJSON(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := wire.Validate(message); err != nil {
		t.Fatalf("%s: %x: %v", text, message, err)
	}
	got, err := translator.ToJSON(message)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s: printed as %s, %v", text, got, err)
	}
}

func FuzzExtended(f *testing.F) {
	for _, text := range lookalikes {
		f.Add([]byte(text))
	}
	for _, text := range []string{
		`["2023-11-14T22:13:20Z","PT1S","f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]`, `{"start":"2023-11-14T22:13:20Z","end":"2023-11-14T22:13:20Z"}`,
		`{"pattern":"a","flags":"im"}`, `{"layout":"layout_right","extents":[2,1],"value":[7,8.5]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkCharacters(t, data, false)
		checkCharacters(t, data, true)
	})
}
