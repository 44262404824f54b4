// White space in streams of JSON, of which there may be any amount between values and between the parts of one
// that is read part by part.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
)

// blanksOptions have a limit that the white space of these tests would pass many times.
var blanksOptions = json.DecodeOptions{Limits: json.Limits{MaxBytes: 1000}}

// streamReads are the ways to read JSON from a stream. Each returns what it has read, as text.
var streamReads = map[string]struct {
	parts bool // the value is read part by part, so that white space inside of it is between them
	read  func(r io.Reader) (string, error)
}{
	"Decode": {false, func(r io.Reader) (string, error) {
		return readParts(blanksOptions.NewDecoder(r), func(d *json.Decoder) (v any, err error) { err = d.Decode(&v); return v, err })
	}},
	"Decode while More": {false, func(r io.Reader) (out string, err error) {
		d := blanksOptions.NewDecoder(r)
		for d.More() {
			var v any
			if err := d.Decode(&v); err != nil {
				return out, err
			}
			out += fmt.Sprint(v)
		}
		return out, nil
	}},
	"ViewRaw": {false, func(r io.Reader) (string, error) {
		return readParts(blanksOptions.NewDecoder(r), func(d *json.Decoder) (any, error) { raw, err := d.ViewRaw(); return string(raw), err })
	}},
	"Skip": {false, func(r io.Reader) (string, error) {
		return readParts(blanksOptions.NewDecoder(r), func(d *json.Decoder) (any, error) { return "", d.Skip() })
	}},
	"Transcode": {false, func(r io.Reader) (string, error) {
		var out bytes.Buffer
		_, err := translator.Transcode(&out, r, translator.JSONToBEVE, translator.Options{Limits: translator.Limits{MaxBytes: 1000}})
		return out.String(), err
	}},
	"Token": {true, func(r io.Reader) (string, error) {
		return readParts(blanksOptions.NewDecoder(r), func(d *json.Decoder) (any, error) { return d.Token() })
	}},
	"Token and Decode": {true, func(r io.Reader) (out string, err error) {
		d := blanksOptions.NewDecoder(r)
		for {
			v, err := d.Token()
			if err != nil {
				return out, ended(err)
			}
			out += fmt.Sprint(v)
			for v == json.Delim('[') && d.More() {
				var elem any
				if err := d.Decode(&elem); err != nil {
					return out, err
				}
				out += fmt.Sprint(elem)
			}
		}
	}},
	"ElementsAt": {true, func(r io.Reader) (out string, err error) {
		for v, err := range json.ElementsAt[any](r, "/list", blanksOptions) {
			if err != nil {
				return out, err
			}
			out += fmt.Sprint(v)
		}
		return out, nil
	}},
}

func readParts(d *json.Decoder, next func(d *json.Decoder) (any, error)) (out string, err error) {
	for {
		v, err := next(d)
		if err != nil {
			return out, ended(err)
		}
		out += fmt.Sprint(v)
	}
}

func ended(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// TestBlanksBetweenValuesTakeNoMemory puts many megabytes of white space between any two tokens of a stream, before the
// first and after the last.
func TestBlanksBetweenValuesTakeNoMemory(t *testing.T) {
	pieces := testkit.Long(128)
	piece := bytes.Repeat([]byte(" \n\t\r"), 1<<14)
	streams := map[bool][]string{
		false: {`1`, `{"a":[2]}`, `"x"`, `null`},
		true:  {`{`, `"a"`, `:`, `true`, `,`, `"list"`, `:`, `[`, `1`, `,`, `"x"`, `,`, `2.5`, `]`, `,`, `"b"`, `:`, `{`, `}`, `}`},
	}
	for name, how := range streamReads {
		tokens := streams[how.parts]
		text := func(tokens []string) (out []byte) {
			for _, token := range tokens {
				out = append(append(out, token...), ' ')
			}
			return out
		}
		want, err := how.read(bytes.NewReader(text(tokens)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range len(tokens) + 1 {
			r := &repeated{head: text(tokens[:i]), piece: piece, n: pieces, tail: text(tokens[i:])}
			var got string
			var err error
			spent := testkit.Allocated(func() { got, err = how.read(r) })
			if err != nil || got != want {
				t.Errorf("%s, before token %d: %q, not %q: %v", name, i, got, want, err)
			}
			if spent > 1<<19 {
				t.Errorf("%s, before token %d: %d bytes allocated for %d of white space", name, i, spent, pieces*len(piece))
			}
		}
	}
}

// TestBlanksInsideCountToTheValue: a value that is read whole is bounded as a whole, and the limit does not depend on
// what stands before it.
func TestBlanksInsideCountToTheValue(t *testing.T) {
	blanks := bytes.Repeat([]byte{' '}, 990)
	for inside, ok := range map[int]bool{990: true, 996: true, 999: false, 1200: false} {
		value := append(append([]byte("[1"), bytes.Repeat([]byte{' '}, inside)...), "]"...)
		for before := range 3 {
			text := append(bytes.Repeat(blanks, before), value...)
			err := blanksOptions.NewDecoder(bytes.NewReader(text)).Decode(new(any))
			if (err == nil) != ok || err != nil && !errors.Is(err, beve.ErrLimit) {
				t.Errorf("%d bytes after %d: %v", len(value), len(blanks)*before, err)
			}
			var e *beve.DecodeError
			if err != nil && (!errors.As(err, &e) || e.Offset != int64(len(blanks)*before)+1000) {
				t.Errorf("%d bytes after %d: %v", len(value), len(blanks)*before, err)
			}
		}
	}
}
