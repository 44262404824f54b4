package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/json"
)

type durations struct {
	D     time.Duration            `json:"d"`
	P     *time.Duration           `json:"p"`
	L     []time.Duration          `json:"l"`
	A     [2]time.Duration         `json:"a"`
	M     map[string]time.Duration `json:"m"`
	Keys  map[time.Duration]int    `json:"k"`
	Empty time.Duration            `json:"e,omitempty"`
	Zero  time.Duration            `json:"z,omitzero"`
	Q     time.Duration            `json:"q,string"`
	QP    *time.Duration           `json:"qp,string"`
	Any   any                      `json:"any"`
	Other month                    `json:"other"`
	In    struct{ D time.Duration }
}

type month time.Duration

func someDurations() durations {
	d := 90 * time.Second
	v := durations{D: d, P: &d, L: []time.Duration{0, 1, -time.Hour}, A: [2]time.Duration{1500 * time.Microsecond}, M: map[string]time.Duration{"x": d},
		Keys: map[time.Duration]int{time.Second: 1}, Q: d, QP: &d, Any: d, Other: month(d)}
	v.In.D = math.MinInt64
	return v
}

const durationsText = `{"d":"1m30s","p":"1m30s","l":["0s","1ns","-1h0m0s"],"a":["1.5ms","0s"],"m":{"x":"1m30s"},"k":{"1000000000":1},` +
	`"q":"1m30s","qp":"1m30s","any":"1m30s","other":90000000000,"In":{"D":"-2562047h47m16.854775808s"}}`

// TestDurationsAsText writes and reads durations at every place by every entry point, with the
// flags and without.
func TestDurationsAsText(t *testing.T) {
	v := someDurations()
	o := json.EncodeOptions{FormatDurations: true}
	std, err := stdjson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // both ways in turns: neither finds what is compiled for the other
		for name, write := range map[string]func() ([]byte, error){
			"Marshal":      func() ([]byte, error) { return o.Marshal(v) },
			"of a pointer": func() ([]byte, error) { return o.Marshal(&v) },
			"Append":       func() ([]byte, error) { return json.Append(nil, v, json.SortMapKeys|json.FormatDurations) },
			"Codec":        func() ([]byte, error) { return json.CodecWith[durations](o, json.DecodeOptions{}).Marshal(&v) },
			"in an any":    func() ([]byte, error) { b, err := o.Marshal([]any{v}); return bytes.Trim(b, "[]"), err },
			"in a map": func() ([]byte, error) {
				b, err := o.Marshal(map[string]any{"": &v})
				return bytes.TrimSuffix(bytes.TrimPrefix(b, []byte(`{"":`)), []byte("}")), err
			},
			"Encoder": func() ([]byte, error) {
				var b bytes.Buffer
				err := o.NewEncoder(&b).Encode(v)
				return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
			},
			"SetOptions": func() ([]byte, error) {
				var b bytes.Buffer
				enc := json.NewEncoder(&b)
				enc.SetOptions(o)
				err := enc.Encode(v)
				return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
			},
		} {
			if got, err := write(); err != nil || string(got) != durationsText {
				t.Errorf("%s: %s, %v", name, got, err)
			}
			if got, err := json.Marshal(v); err != nil || !bytes.Equal(got, std) {
				t.Errorf("without the flag: %s, %v", got, err)
			}
		}
	}
	d := json.DecodeOptions{Flags: json.ParseDurations}
	want := v
	want.Any = "1m30s"
	for form, text := range map[string]string{"text": durationsText, "escaped": strings.Replace(durationsText, `"1m30s"`, `"\u0031m30s"`, 1), "numbers": string(std),
		"quotes within quotes": strings.Replace(durationsText, `"q":"1m30s"`, `"q":"\"1m30s\""`, 1)} {
		want := want
		if form == "numbers" {
			want.Any = float64(v.D)
		}
		for name, read := range map[string]func(v *durations) error{
			"Unmarshal": func(v *durations) error { return d.Unmarshal([]byte(text), v) },
			"Parse":     func(v *durations) error { _, err := json.Parse([]byte(text), v, json.ParseDurations); return err },
			"Codec": func(v *durations) error {
				return json.CodecWith[durations](json.EncodeOptions{}, d).Unmarshal([]byte(text), v)
			},
			"Decoder":      func(v *durations) error { return d.NewDecoder(strings.NewReader(text)).Decode(v) },
			"DecoderBytes": func(v *durations) error { return d.NewDecoderBytes([]byte(text)).Decode(v) },
			"View": func(v *durations) error {
				view, err := json.NewView([]byte(text))
				if err != nil {
					return err
				}
				return view.DecodeWithOptions(v, d)
			},
		} {
			var got durations
			if err := read(&got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %s: %+v, %v", name, form, got, err)
			}
		}
	}
	if err := json.Unmarshal([]byte(`"1s"`), new(time.Duration)); err == nil {
		t.Error("text was read without the flag")
	}
}

// TestDurationsThatAreNone reads what is not a duration: the errors are those of encoding/json, and the
// variable stays as it is.
func TestDurationsThatAreNone(t *testing.T) {
	for _, text := range []string{`"5"`, `""`, `"1h2"`, `"2562048h"`, `"-2562048h"`, `true`, `{}`, `[]`, `1.5`, `1e3`, `99999999999999999999`, `"` + strings.Repeat("1h", 5000) + `x"`} {
		for _, in := range []string{text, `{"d":` + text + `}`} {
			got := durations{D: 7}
			var v any = &got
			if in == text {
				v = &got.D
			}
			err := json.DecodeOptions{Flags: json.ParseDurations}.Unmarshal([]byte(in), v)
			var misfit *json.UnmarshalTypeError
			var at *json.DecodeError
			if !errors.As(err, &misfit) || misfit.Type != reflect.TypeFor[time.Duration]() || got.D != 7 || len(err.Error()) > 2048 || !errors.As(err, &at) {
				t.Errorf("%.40s: %v, %v", in, got.D, err)
			}
		}
	}
	d := time.Duration(7)
	if err := (json.DecodeOptions{Flags: json.ParseDurations}).Unmarshal([]byte("null"), &d); err != nil || d != 7 {
		t.Error(d, err)
	}
	if err := (json.DecodeOptions{Flags: json.ParseDurations}).Unmarshal([]byte(`"1s`), &d); err == nil || d != 7 {
		t.Error(d, err)
	}
	var other month // a type of its own
	if err := (json.DecodeOptions{Flags: json.ParseDurations}).Unmarshal([]byte(`"1s"`), &other); err == nil {
		t.Error("text was read into a defined type")
	}
}
