package eventbeve_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/eventbeve"
)

type event struct {
	ID     int       `json:"id"`
	Values []float64 `json:"values"`
}

func TestBodies(t *testing.T) {
	var codec eventbeve.Codec
	want := event{7, []float64{1.5}}
	body, err := codec.Marshal(&want)
	if err != nil {
		t.Fatal(err)
	}
	for contentType, body := range map[string][]byte{
		"":                                body,
		"application/beve":                body,
		"application/json":                []byte(`{"id": 7, "values": [1.5]}`),
		"application/json; charset=utf-8": []byte(`{"id": 7, "values": [1.5]}`),
	} {
		var got event
		if err := codec.Unmarshal(contentType, body, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", contentType, got, err)
		}
	}
	var got event
	if err := codec.Unmarshal("text/csv", body, &got); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if err := codec.Unmarshal("a/b/c", body, &got); err == nil {
		t.Error("a malformed content type is none")
	}
}

func TestContentTypes(t *testing.T) {
	codec := eventbeve.Codec{}
	body, err := codec.Marshal(&event{ID: 7})
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(`{"id":7}`)
	for contentType, body := range map[string][]byte{
		"Application/BEVE":                             body,
		" application/beve ":                           body,
		"application/beve; profile=extended":           body,
		"application/beve; PROFILE=\"something else\"": body,
		"APPLICATION/JSON":                             text,
		"application/json;charset=UTF-8":               text,
	} {
		var got event
		if err := codec.Unmarshal(contentType, body, &got); err != nil || got.ID != 7 {
			t.Errorf("%q: %+v, %v", contentType, got, err)
		}
		for _, none := range [][]byte{nil, {}} {
			if err := codec.Unmarshal(contentType, none, &got); err == nil {
				t.Errorf("%q: a body of no bytes is read", contentType)
			}
		}
	}
	for _, contentType := range []string{"application/json; charset=latin1", "application/cloudevents+json", "text/plain", "/", ";", "application/beve; profile",
		" ", "\x00", "application/" + strings.Repeat("x", 1<<20), strings.Repeat("\x1b[31m\n", 1<<16)} {
		var got event
		err := codec.Unmarshal(contentType, body, &got)
		if !errors.Is(err, beve.ErrUnsupported) || len(err.Error()) > 1<<10 || strings.ContainsAny(err.Error(), "\n\x1b\x00") {
			t.Errorf("%.50q: error %.200q", contentType, fmt.Sprint(err))
		}
	}
}

func TestExtendedBodiesAreMarked(t *testing.T) {
	for _, c := range []struct {
		opts beve.EncodeOptions
		want string
	}{
		{beve.EncodeOptions{}, "application/beve"},
		{beve.EncodeOptions{Deterministic: true}, "application/beve"},
		{beve.EncodeOptions{Extended: true}, "application/beve; profile=extended"},
		{beve.EncodeOptions{Time: beve.TimeDraft}, "application/beve; profile=extended"},
	} {
		if got := (eventbeve.Codec{Encode: c.opts}).ContentType(); got != c.want {
			t.Errorf("%+v: %s", c.opts, got)
		}
	}
}

func TestOptionsHoldForJSON(t *testing.T) {
	var codec eventbeve.Codec
	codec.Decode.RejectUnknown = true
	codec.Decode.Limits.MaxElements = 3
	body, err := codec.Marshal(map[string]any{"none": 1})
	if err != nil {
		t.Fatal(err)
	}
	many, err := codec.Marshal(map[string]any{"values": []any{1, "a", 2, "b", 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		contentType string
		body        []byte
		want        error
	}{
		{eventbeve.TypeBEVE, body, beve.ErrUnknownField},
		{eventbeve.TypeJSON, []byte(`{"none":1}`), beve.ErrUnknownField},
		{eventbeve.TypeBEVE, many, beve.ErrLimit},
		{eventbeve.TypeJSON, []byte(`{"values":[1,2,3,4,5]}`), beve.ErrLimit},
	} {
		var got event
		if err := codec.Unmarshal(c.contentType, c.body, &got); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.contentType, err, c.want)
		}
	}
}

// Marshal takes what it is given: nil in every disguise is null, a method that panics is
// its author's.
func TestNil(t *testing.T) {
	for _, v := range []any{nil, (*event)(nil), map[string]int(nil), []int(nil), any(nil)} {
		body, err := eventbeve.Codec{}.Marshal(v)
		if err != nil || !beve.Valid(body) {
			t.Errorf("%T: %x, %v", v, body, err)
		}
	}
	if err := (eventbeve.Codec{}).Unmarshal("", []byte{0}, nil); err == nil {
		t.Error("nil is not a target")
	}
	if headers := eventbeve.Reason(nil, ""); len(headers) == 0 {
		t.Error("no headers of no error")
	}
}

func TestReasonsAreBoundedAndPrint(t *testing.T) {
	for _, text := range []string{"", "é", strings.Repeat("x", 1<<24), strings.Repeat("é", 1<<10), strings.Repeat("\x00", 1<<10), "a\r\nb", "\u202e\u2066\ufeff", "\xff\xfe",
		strings.Repeat("\xff", 1<<10), strings.Repeat("𝄞", 600), strings.Repeat("\n", 171)} {
		for pad := range 8 {
			err := &beve.DecodeError{Path: beve.Pointer("/" + text), Err: errors.New(text[min(pad, len(text)):])}
			for _, h := range eventbeve.Reason(fmt.Errorf("wrapped: %w", err), text) {
				if len(h[1]) > 1<<10 || !utf8.ValidString(h[1]) {
					t.Errorf("%.10q: %s has %d bytes", text, h[0], len(h[1]))
				}
				for _, r := range h[1] {
					if !unicode.IsPrint(r) {
						t.Fatalf("%.10q: %s: %q", text, h[0], r)
					}
				}
			}
		}
	}
	long := eventbeve.Reason(errors.New("begin"+strings.Repeat("x", 4<<10)+"end"), "")[0][1]
	if !strings.HasPrefix(long, "begin") || !strings.HasSuffix(long, "end") {
		t.Errorf("both ends tell what it is: %q", long)
	}
}

func TestReasons(t *testing.T) {
	var got event
	err := eventbeve.Codec{}.Unmarshal("", []byte{0x03, 0x04, 0x08, 'i', 'd', 0x02}, &got)
	headers := map[string]string{}
	for _, h := range eventbeve.Reason(err, "topic/3/17") {
		headers[h[0]] = h[1]
	}
	if headers[eventbeve.HeaderPath] != "/id" || headers[eventbeve.HeaderOffset] != "5" ||
		headers[eventbeve.HeaderSource] != "topic/3/17" || headers[eventbeve.HeaderError] == "" {
		t.Errorf("headers %v", headers)
	}
}

func Example() {
	var codec eventbeve.Codec
	body, err := codec.Marshal(map[string]int{"id": 7})
	if err != nil {
		panic(err)
	}
	var out map[string]int
	if err := codec.Unmarshal(eventbeve.TypeBEVE, body, &out); err != nil {
		panic(err)
	}
	fmt.Println(out["id"])
	// Output: 7
}
