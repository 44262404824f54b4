// The two documents that the published package is measured with.

package jsonpack_test

import (
	"testing"

	stdjson "encoding/json"

	"github.com/beve-org/beve-go/jsonpack"
)

type complexUser struct {
	Name          string        `json:"name"`
	Email         string        `json:"email"`
	CurrentStatus complexStatus `json:"currentStatus"`
}

type complexStatus struct {
	Group string `json:"group"`
	Msg   string `json:"msg"`
}

type complexDocument struct {
	Category  uint32        `json:"category"`
	Ips       []string      `json:"ips"`
	Positions []uint8       `json:"positions"`
	User      *complexUser  `json:"user"`
	Accounts  []complexUser `json:"accounts"`
}

// complexValue returns the document from its vector.
func complexValue(tb testing.TB) (s *jsonpack.Schema, data []byte, v *complexDocument) {
	tb.Helper()
	for _, e := range readVectors(tb, "documents") {
		if e.Name == "documents/complex" {
			s = mustAdd(tb, e.Schema)
			var err error
			if data, err = s.Encode(e.Value); err != nil {
				tb.Fatal(err)
			}
		}
	}
	v = new(complexDocument)
	if err := s.Decode(data, v); err != nil {
		tb.Fatal(err)
	}
	return s, data, v
}

func BenchmarkComplex(b *testing.B) {
	s, data, v := complexValue(b)
	c, err := jsonpack.CodecOf[complexDocument](s)
	if err != nil {
		b.Fatal(err)
	}
	var m any
	if err := s.Decode(data, &m); err != nil {
		b.Fatal(err)
	}
	text, _ := s.ToJSON(data)
	var floats map[string]any
	if err := stdjson.Unmarshal(text, &floats); err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 4096)
	kept := new(complexDocument)
	noCopy := jsonpack.DecodeOptions{NoCopy: true}
	for name, f := range map[string]func() error{
		"Encode":        func() (err error) { _, err = s.Encode(v); return },
		"Append":        func() (err error) { _, err = s.Append(buf, v); return },
		"Append/Codec":  func() (err error) { _, err = c.Append(buf, v); return },
		"EncodeTo":      func() (err error) { return s.EncodeTo(v, &buf) },
		"Encode/map":    func() (err error) { _, err = s.Encode(&floats); return },
		"Decode":        func() (err error) { return s.Decode(data, new(complexDocument)) },
		"Decode/kept":   func() (err error) { return s.Decode(data, kept) },
		"Decode/nocopy": func() (err error) { return noCopy.Unmarshal(s, data, kept) },
		"Decode/map":    func() (err error) { var m map[string]any; return s.Decode(data, &m) },
		"ToJSON":        func() (err error) { _, err = s.ToJSON(data); return },
		"FromJSON":      func() (err error) { _, err = s.FromJSON(text); return },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
