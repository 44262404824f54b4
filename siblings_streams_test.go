// What the streams of the formats do, for the table of siblings_test.go.

package beve_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func streamBehaviour() []behaviour {
	values := func(t *testing.T, s *sibling, rows ...*siblingRow) []byte {
		var out bytes.Buffer
		e := s.must(t, s.encode, "NewEncoder", &out)[0]
		for _, row := range rows {
			if err := errorOf(s.must(t, e, "Encode", row)); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
		}
		return out.Bytes()
	}
	type misfit struct {
		N int64   `json:"n" zid:"0"`
		S string  `json:"s" zid:"1"`
		L []int64 `json:"l" zid:"2"`
	}
	return []behaviour{
		{"a value of a stream that does not fit its target", func(t *testing.T, s *sibling) string {
			data := values(t, s, &siblingRow{L: []string{"x"}}, &siblingRow{N: 5})
			d := s.must(t, s.decode, "NewDecoder", bytes.NewReader(data))[0]
			if err := errorOf(s.must(t, d, "Decode", new(misfit))); err == nil {
				return "no error"
			}
			var v siblingRow
			if err := errorOf(s.must(t, d, "Decode", &v)); err != nil || v.N != 5 {
				return "ends the stream: " + cause(err)
			}
			return "is passed over"
		}},
		{"the end of a stream", func(t *testing.T, s *sibling) string {
			d := s.must(t, s.decode, "NewDecoderBytes", values(t, s, &siblingRow{N: 5}))[0]
			if err := errorOf(s.must(t, d, "Skip")); err != nil {
				return cause(err)
			}
			return fmt.Sprint("Decode: ", cause(errorOf(s.must(t, d, "Decode", new(siblingRow)))), ", Skip: ", cause(errorOf(s.must(t, d, "Skip"))),
				", More: ", s.must(t, d, "More")[0])
		}},
		{"the end of a stream inside a value", func(t *testing.T, s *sibling) string {
			data := bytes.TrimSpace(values(t, s, &siblingRow{S: siblingText}))
			d := s.must(t, s.decode, "NewDecoderBytes", data[:len(data)-2])[0]
			return cause(errorOf(s.must(t, d, "Decode", new(siblingRow))))
		}},
		{"values that come with an error of the reader", func(t *testing.T, s *sibling) string {
			data := values(t, s, &siblingRow{N: 5}, &siblingRow{N: 6}, &siblingRow{N: 7})
			for size := 1; size <= len(data); size++ {
				d := s.must(t, s.decode, "NewDecoder", &brokenReader{data: data, size: size})[0]
				var v siblingRow
				first, second := errorOf(s.must(t, d, "Decode", &v)), errorOf(s.must(t, d, "Skip"))
				raw := s.must(t, d, "ViewRaw")
				if third := raw[len(raw)-1]; first != nil || second != nil || third != nil || v.N != 5 {
					return fmt.Sprint("are lost: ", first, second, third)
				}
				for range 2 {
					if err := errorOf(s.must(t, d, "Decode", &v)); err != errBroken {
						return fmt.Sprint("come, and then: ", err)
					}
				}
			}
			return "come, and then the error, which stays"
		}},
		{"a Decoder of a nil reader", func(t *testing.T, s *sibling) string {
			made := s.must(t, s.decode, "NewDecoder", nil)[0]
			set := s.must(t, s.decode, "NewDecoderBytes", values(t, s, &siblingRow{N: 5}))[0]
			s.must(t, set, "Reset", nil)
			answers := map[string]bool{}
			for _, d := range []any{made, set} {
				for range 2 {
					answers[cause(errorOf(s.must(t, d, "Decode", new(siblingRow))))] = true
					answers[cause(errorOf(s.must(t, d, "Skip")))] = true
				}
				if s.must(t, d, "More")[0].(bool) {
					return "has more"
				}
				s.must(t, d, "ResetBytes", values(t, s, &siblingRow{N: 5}))
				if err := errorOf(s.must(t, d, "Decode", new(siblingRow))); err != nil {
					return "stays broken: " + cause(err)
				}
			}
			return strings.Join(slices.Sorted(maps.Keys(answers)), ", ")
		}},
		{"options after `Reset` and `ResetBytes`", func(t *testing.T, s *sibling) string {
			data := values(t, s, &siblingRow{S: siblingText})
			d := s.must(t, s.decode, "NewDecoder", bytes.NewReader(nil))[0]
			s.must(t, d, "SetOptions", s.within(3))
			s.must(t, d, "Reset", bytes.NewReader(data))
			byReader := cause(errorOf(s.must(t, d, "Decode", new(siblingRow))))
			s.must(t, d, "ResetBytes", data)
			if byBytes := cause(errorOf(s.must(t, d, "Decode", new(siblingRow)))); byBytes != byReader || byReader != "`ErrLimit`" {
				return byReader + ", " + byBytes
			}
			s.must(t, d, "SetOptions", s.decode)
			s.must(t, d, "ResetBytes", data)
			var v siblingRow
			if err := errorOf(s.must(t, d, "Decode", &v)); err != nil || v.S != siblingText {
				return cause(err)
			}
			return "stay"
		}},
		{"a value that cannot be encoded, in a stream", func(t *testing.T, s *sibling) string {
			var out bytes.Buffer
			e := s.must(t, s.encode, "NewEncoder", &out)[0]
			if err := errorOf(s.must(t, e, "Encode", make(chan int))); err == nil || out.Len() > 0 {
				return fmt.Sprint(out.Len(), " bytes, ", cause(err))
			}
			if err := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1})); err != nil {
				return cause(err)
			}
			return "writes nothing, and the stream goes on"
		}},
		{"an error of the writer", func(t *testing.T, s *sibling) string {
			w := new(brokenWriter)
			e := s.must(t, s.encode, "NewEncoder", w)[0]
			first := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1}))
			w.mended = true
			second := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1}))
			s.must(t, e, "Reset", w)
			third := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1}))
			if first != errBroken || third != nil || !bytes.Equal(w.Bytes(), values(t, s, &siblingRow{N: 1})) {
				return fmt.Sprint(first, second, third)
			}
			return map[bool]string{true: "is final, up to `Reset`", false: "is forgotten"}[second == errBroken]
		}},
		{"a writer that takes less and does not say why", func(t *testing.T, s *sibling) string {
			e := s.must(t, s.encode, "NewEncoder", shortWriter{})[0]
			err := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1}))
			if again := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1})); again != err {
				return fmt.Sprint(err, again)
			}
			return cause(err)
		}},
		{"an Encoder of a nil writer", func(t *testing.T, s *sibling) string {
			e := s.must(t, s.encode, "NewEncoder", nil)[0]
			err := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1}))
			var out bytes.Buffer
			s.must(t, e, "Reset", &out)
			if err := errorOf(s.must(t, e, "Encode", &siblingRow{N: 1})); err != nil || !bytes.Equal(out.Bytes(), values(t, s, &siblingRow{N: 1})) {
				return "stays broken: " + cause(err)
			}
			if err == nil {
				return "collects, for `Bytes`"
			}
			return cause(err)
		}},
	}
}
