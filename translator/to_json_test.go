package translator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/beve-org/beve-go/translator"
)

func TestToJSONOfEveryConstruct(t *testing.T) {
	for message, want := range map[string]string{
		"2e02 00":                              `null`,
		"0606 18":                              `true`,
		"49 feffffff":                          `-2`,
		"89 ffffffffffffff7f ffffffffffffffff": `-9223372036854775809`,
		"91 ffffffffffffffff ffffffffffffffff": `340282366920938463463374607431768211455`,
		"01 803f":                              `1`,
		"21 0100":                              `5.9604645e-8`,
		"41 cdcccc3d":                          `0.1`,
		"61 9a9999999999b93f":                  `0.1`,
		"61 0000000000000080":                  `-0`,
		"41 00000080":                          `-0`,
		"61 0000000000406f40":                  `250`,
		"61 000000000000f87f":                  `null`,
		"61 000000000000f07f":                  `null`,
		"41 000080ff":                          `null`,
		"21 007e":                              `null`,
		"01 80ff":                              `null`,
		"02 0c 0a 22 5c":                       `"\n\"\\"`,
		"2b 08 ffff 00 0500 18":                `{"-1":null,"5":true}`,
		"93 04 ffffffffffffffffffffffffffffffff 08": `{"340282366920938463463374607431768211455":false}`,
		"4b 00":                                 `{}`,
		"34 08 0100 0200":                       `[1,2]`,
		"44 08 cdcccc3d 0000c07f":               `[0.1,null]`,
		"84 00":                                 `[]`,
		"1c 2c 05 00":                           `[true,false,true,false,false,false,false,false,false,false,false]`,
		"1c 00":                                 `[]`,
		"3c 08 04 61 00":                        `["a",""]`,
		"3c 00":                                 `[]`,
		"05 08 00 05 00":                        `[null,[]]`,
		"5c 64 04 04 00000000 000000000000f03f": `[1]`,
		"1e 40 0000803f 00000040":               `[1,2]`,
		"1e 41 04 0000803f 00000040":            `[[1,2]]`,
		"1e 41 00":                              `[]`,
		"1e 28 ffff 0200":                       `[-1,2]`,
		"1e 62 5c 64 08 00 000000000000f03f 0000000000000000": `[[1,0]]`,
		"16 00 14 08 02 01 14 08 07 08":                       `{"layout":"layout_right","extents":[2,1],"value":[7,8]}`,
		"16 01 14 04 01 1e 11 04 01 02":                       `{"layout":"layout_left","extents":[1],"value":[[1,2]]}`,
		"26 00 0000000000000000":                              `"1970-01-01T00:00:00Z"`,
		"26 00 00e1f50500000000":                              `"1970-01-01T00:00:00.1Z"`,
		"26 00 ffffffffffffffff":                              `"2554-07-21T23:34:33.709551615Z"`,
		"26 01 08 0100000000000000 00ca9a3b00000000":          `["1970-01-01T00:00:00.000000001Z","1970-01-01T00:00:01Z"]`,
	} {
		got, err := translator.ToJSON(bytesOf(t, message))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s %v, want %s", message, got, err, want)
		}
		if s, err := translator.ToJSONString(bytesOf(t, message)); err != nil || s != want {
			t.Errorf("%s: got %s %v, want %s", message, s, err, want)
		}
	}
}

func TestTimeNanos(t *testing.T) {
	o := translator.Options{TimeNanos: true}
	for message, want := range map[string]string{
		"26 00 ffffffffffffffff":    `{"ns":18446744073709551615}`,
		"26 01 04 0100000000000000": `[{"ns":1}]`,
		"26 01 00":                  `[]`,
	} {
		if got, err := o.ToJSON(bytesOf(t, message)); err != nil || string(got) != want {
			t.Errorf("%s: got %s %v, want %s", message, got, err, want)
		}
	}
}

func TestToJSONErrorsSayWhatAndWhere(t *testing.T) {
	for _, c := range []struct {
		message, want string
		is            error
	}{
		{"", `beve: at byte 0: input ends inside a value`, translator.ErrTruncated},
		{"81 00000000000000000000000000000000", `beve: at byte 0: binary128 numbers cannot be represented`, translator.ErrUnsupported},
		{"05 08 00 84 04 00000000000000000000000000000000", `beve: /1/0 at byte 5: binary128 numbers cannot be represented`, translator.ErrUnsupported},
		{"03 04 0c 612f62 05 08 00 07", `beve: /a~1b/1 at byte 9: invalid header 0x07`, translator.ErrSyntax},
		{"2b 04 ffff 05 04 02 04 ff", `beve: /-1/0 at byte 8: invalid UTF-8`, translator.ErrUTF8},
		{"3c 08 00 04 ff", `beve: /1 at byte 4: invalid UTF-8`, translator.ErrUTF8},
		{"00 00", `beve: at byte 1: data after the value`, translator.ErrTrailing},
		{"05 04 06 00", `beve: /0 at byte 2: delimiter where a value must start`, translator.ErrSyntax},
	} {
		dst := []byte("before")
		got, err := translator.AppendJSON(dst, bytesOf(t, c.message))
		if err == nil || err.Error() != c.want || !errors.Is(err, c.is) {
			t.Errorf("%s: got %v, want %s", c.message, err, c.want)
		}
		if string(got) != "before" {
			t.Errorf("%s: destination became %q", c.message, got)
		}
		if b, err := translator.ToJSON(bytesOf(t, c.message)); b != nil || err == nil {
			t.Errorf("%s: got %q %v", c.message, b, err)
		}
	}
}

func TestNonFiniteError(t *testing.T) {
	o := translator.Options{NonFiniteError: true}
	for message, want := range map[string]string{
		"61 000000000000f87f":                          `beve: at byte 0: NaN has no JSON form`,
		"05 04 41 000080ff":                            `beve: /0 at byte 2: -Inf has no JSON form`,
		"44 08 00000000 0000c07f":                      `beve: /1 at byte 6: NaN has no JSON form`,
		"1e 40 00000000 0000807f":                      `beve: /1 at byte 6: +Inf has no JSON form`,
		"1e 41 08 00000000 00000000 00000000 0000807f": `beve: /1/1 at byte 15: +Inf has no JSON form`,
		"16 00 14 04 01 44 04 0000807f":                `beve: /0 at byte 7: +Inf has no JSON form`,
	} {
		_, err := o.ToJSON(bytesOf(t, message))
		if err == nil || err.Error() != want || !errors.Is(err, translator.ErrUnsupported) {
			t.Errorf("%s: got %v, want %s", message, err, want)
		}
	}
	if got, err := o.ToJSON(bytesOf(t, "41 ffff7f7f")); err != nil || string(got) != "340282350000000000000000000000000000000" && string(got) != "3.4028235e+38" {
		t.Errorf("largest float32: %s %v", got, err)
	}
}

func TestToJSONObeysLimits(t *testing.T) {
	for _, c := range []struct {
		message string
		limits  translator.Limits
		want    error
	}{
		{"05 00", translator.Limits{MaxDepth: 1}, nil},
		{"05 04 00", translator.Limits{MaxDepth: 1}, translator.ErrDepth},
		{"0e 04 04 61 04 00", translator.Limits{MaxDepth: 2}, translator.ErrDepth},
		{"03 04 00 03 04 00 00", translator.Limits{MaxDepth: 2}, translator.ErrDepth},
		{"3c 08 00 00", translator.Limits{MaxElements: 2}, nil},
		{"3c 08 00 00", translator.Limits{MaxElements: 1}, translator.ErrLimit},
		{"05 08 05 04 00 00", translator.Limits{MaxElements: 2}, translator.ErrLimit},
		{"16 00 14 04 01 14 04 07", translator.Limits{MaxDepth: 1}, translator.ErrDepth},
		{"05 00", translator.Limits{MaxBytes: 1}, translator.ErrLimit},
	} {
		o := translator.Options{Limits: c.limits}
		_, err := o.ToJSON(bytesOf(t, c.message))
		verdict := o.ValidateBEVE(bytesOf(t, c.message))
		if !errors.Is(err, c.want) || !errors.Is(verdict, c.want) {
			t.Errorf("%s under %+v: %v and %v", c.message, c.limits, err, verdict)
		}
	}
}

func TestToJSONIndentEqualsEncodingJSON(t *testing.T) {
	message, err := translator.FromJSON([]byte(`{"a":[1,{"b":[]},{}],"c":"x, y: {z}"}`))
	if err != nil {
		t.Fatal(err)
	}
	compact, _ := translator.ToJSON(message)
	var want bytes.Buffer
	if err := json.Indent(&want, compact, ">", "\t"); err != nil {
		t.Fatal(err)
	}
	if got, err := translator.ToJSONIndent(message, ">", "\t"); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("got %s %v, want %s", got, err, want.Bytes())
	}
	if got, err := translator.ToJSONIndent(message, ">", "\t"); err != nil || fmt.Sprint(got) != want.String() || got.String() != want.String() {
		t.Errorf("printed: %v %v, want %s", got, err, want.Bytes())
	}
	if got, err := translator.ToJSONIndent(message[:3], "", " "); got != nil || !errors.Is(err, translator.ErrTruncated) {
		t.Errorf("got %s %v", got, err)
	}
}

func TestStatsTellSizes(t *testing.T) {
	text := []byte(`[1,2,3,4]`)
	message, s, err := translator.FromJSONWithStats(text)
	want := translator.Stats{OriginalSize: 9, ConvertedSize: 10, CompressionRatio: 10.0 / 9, Savings: -1.0 / 9}
	if err != nil || s != want {
		t.Errorf("got %+v %v, want %+v", s, err, want)
	}
	_, s, err = translator.ToJSONWithStats(message)
	want = translator.Stats{OriginalSize: 10, ConvertedSize: 9, CompressionRatio: 0.9, Savings: 0.1}
	if err != nil || s != want {
		t.Errorf("got %+v %v, want %+v", s, err, want)
	}
	if _, s, err := translator.FromJSONWithStats(nil); err == nil || s != (translator.Stats{}) {
		t.Errorf("got %+v %v", s, err)
	}
	if _, s, err := translator.ToJSONWithStats(nil); err == nil || s != (translator.Stats{}) {
		t.Errorf("got %+v %v", s, err)
	}
}

func FuzzToJSON(f *testing.F) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended", "malformed"} {
		files, err := filepath.Glob(filepath.Join("../testdata/beve", dir, "*.beve"))
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			if len(data) < 1000 {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		agree(t, data)
		text, err := translator.ToJSON(data)
		if err == nil {
			// Numbers of any message are numbers that FromJSON takes, but nesting of
			// matrices and tags is deeper in JSON than on the wire.
			o := translator.Options{Limits: translator.Limits{MaxDepth: 2048}}
			if err := o.ValidateJSON(text); err != nil {
				t.Fatalf("%x: printed as %s, which is refused: %v", data, text, err)
			}
		}
	})
}
