package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/translator"
)

// log is what was told of bad lines.
type log struct {
	bad   int
	first error
}

// all reads the values of a source into text.
func all(s *Source) (text string, err error) {
	v := s.Values()
	var b strings.Builder
	for {
		val, err := v.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return b.String(), err
		}
		fmt.Fprintf(&b, "%d %x\n", val.Offset, val.Data)
	}
}

// read reads a source with some workers.
func read(name string, stdin io.Reader, o Options, jobs int) (text string, l log, err error) {
	o.Stdin = stdin
	if o.OnBad != nil {
		o.OnBad = func(err func() error) {
			if l.bad++; l.bad == 1 {
				l.first = err()
			}
		}
	}
	s, err := Open(name, o)
	if err != nil {
		return "", l, err
	}
	defer s.Close()
	var b strings.Builder
	err = InParts(s, Work[string]{
		Jobs: jobs,
		Do:   all,
		Take: func(text string) error { b.WriteString(text); return nil },
		Rest: func(s *Source) error {
			text, err := all(s)
			b.WriteString(text)
			return err
		},
	})
	return b.String(), l, err
}

// documents are inputs of every format, and damaged ones.
func documents(r *rand.Rand) (kind Format, doc []byte) {
	var lines [][]byte
	n := r.IntN(40)
	kind = []Format{JSON, BEVE, CSV, TSV}[r.IntN(4)]
	shapes := r.IntN(3)
	indented := r.IntN(4) == 0
	for i := range n {
		var text string
		switch s := r.IntN(shapes + 1); {
		case s == 0:
			text = fmt.Sprintf(`{"id":%d,"name":"%s","list":[{"id":1},{"id":%d}]}`, i, strings.Repeat("ö\\n", r.IntN(20)), r.IntN(1000))
		case s == 1:
			text = fmt.Sprintf(`{"id":%d}`, r.Uint64())
		default:
			text = []string{`12`, `"x"`, `[]`, `{}`, `null`, `[1,2,3]`, `[` + strings.Repeat("1,", r.IntN(300)) + `1]`}[r.IntN(7)]
		}
		switch kind {
		case JSON:
			if indented {
				text = strings.NewReplacer("{", "{\n ", ",", ",\n ", "}", "\n}").Replace(text)
			}
			lines = append(lines, []byte(text))
		case BEVE:
			b, err := translator.FromJSON([]byte(text))
			if err != nil {
				panic(err)
			}
			lines = append(lines, b)
		default:
			lines = append(lines, []byte(fmt.Sprintf("%d,\"quoted\n%s\",%d", i, strings.Repeat("\"\"\n", r.IntN(9)), i)))
		}
	}
	between := []string{"\n", "\n", "\n", "\r\n", "\n\n\n", " "}[r.IntN(6)]
	switch kind {
	case BEVE:
		between = []string{"\x06", "\x06", "", "\x06\x06"}[r.IntN(4)]
	case CSV, TSV:
		between = "\n"
		head := "a,b,c"
		if kind == TSV {
			head = "a\tb\tc"
			for i, l := range lines {
				lines[i] = bytes.ReplaceAll(bytes.ReplaceAll(l, []byte("\n"), []byte("")), []byte(","), []byte("\t"))
			}
		}
		lines = append([][]byte{[]byte(head)}, lines...)
		if kind == CSV {
			separator := separators[r.IntN(len(separators)):][:1]
			for i, l := range lines {
				lines[i] = bytes.ReplaceAll(l, []byte(","), separator)
			}
		}
	}
	doc = bytes.Join(lines, []byte(between))
	if kind != BEVE && r.IntN(10) == 0 {
		doc = append([]byte("\ufeff"), doc...)
	}
	if r.IntN(3) > 0 {
		doc = append(doc, between...)
	}
	if len(doc) > 0 && r.IntN(2) == 0 {
		switch i := r.IntN(len(doc)); r.IntN(4) {
		case 0:
			doc = doc[:i]
		case 1:
			doc[i] ^= 1 << r.IntN(8)
		case 2:
			doc[i] = "\"{}[]\n,\x06\x03"[r.IntN(9)]
		default:
			doc = append(doc[:i:i], doc[r.IntN(len(doc)):]...)
		}
	}
	return kind, doc
}

// TestPartsAreTheWhole: whatever the input, its format, the size of parts and the workers, what is read in parts is what
// one worker reads: the same values at the same offsets, the same bad lines, the same error.
func TestPartsAreTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	name := filepath.Join(t.TempDir(), "file")
	for i := range 1500 {
		kind, doc := documents(r)
		o := Options{Kind: Kind{Format: kind}, PartSize: 1 + r.IntN(1+len(doc))}
		if r.IntN(3) == 0 {
			o.PartSize = 1 + r.IntN(30)
		}
		if r.IntN(2) == 0 {
			o.OnBad = func(func() error) {}
		}
		o.LegacyTypeTag = kind == BEVE && r.IntN(8) == 0
		from, way := func() io.Reader { return bytes.NewReader(doc) }, r.IntN(4)
		if way == 0 && r.IntN(4) == 0 {
			// Of what is too long and also malformed, the first that is seen is told, which depends on how bytes arrive.
			o.Limits.MaxBytes = int64(1 + r.IntN(200))
		}
		in := "-"
		switch way {
		case 0:
			in = name
			if err := os.WriteFile(name, doc, 0o600); err != nil {
				t.Fatal(err)
			}
		case 1:
			from = func() io.Reader { return iotest.HalfReader(bytes.NewReader(doc)) }
		case 2:
			fail := errors.New("unplugged")
			from = func() io.Reader { return io.MultiReader(bytes.NewReader(doc), iotest.ErrReader(fail)) }
		default:
			var z bytes.Buffer
			w := gzip.NewWriter(&z)
			w.Write(doc)
			w.Close()
			packed := z.Bytes()[:z.Len()-r.IntN(2)*3]
			from = func() io.Reader { return bytes.NewReader(packed) }
		}
		want, wantLog, wantErr := read(in, from(), o, 1)
		for _, jobs := range []int{2, 3} {
			got, gotLog, gotErr := read(in, from(), o, jobs)
			if got != want || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || gotLog.bad != wantLog.bad || fmt.Sprint(gotLog.first) != fmt.Sprint(wantLog.first) {
				t.Fatalf("%d: %v, parts of %d, way %d, limits %v:\n%q\n%d workers: %v, %d bad (%v)\n%s\none: %v, %d bad (%v)\n%s",
					i, kind, o.PartSize, way, o.Limits, doc, jobs, gotErr, gotLog.bad, gotLog.first, got, wantErr, wantLog.bad, wantLog.first, want)
			}
		}
	}
}

// TestMemoryOfPartsIsBounded: what is read and not yet taken is at most what Work says, however slow taking is.
func TestMemoryOfPartsIsBounded(t *testing.T) {
	line := "[1,2,3" + strings.Repeat(" ", 900) + "]\n"
	const size, jobs = 10_000, 3
	var reading, taken atomic.Int64
	in := io.LimitReader(&repeated{line: line, n: &reading}, int64(2000*len(line)))
	s, err := Open("-", Options{Kind: Kind{Format: JSON}, Stdin: in, PartSize: size})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	most, values := int64(0), 0
	err = InParts(s, Work[[2]int]{
		Jobs: jobs,
		Do: func(part *Source) ([2]int, error) {
			n := part.part.size()
			text, err := all(part)
			return [2]int{strings.Count(text, "\n"), n}, err
		},
		Take: func(n [2]int) error {
			time.Sleep(100 * time.Microsecond)
			most = max(most, reading.Load()-taken.Load())
			taken.Add(int64(n[1]))
			values += n[0]
			return nil
		},
		Rest: func(*Source) error { t.Error("one worker alone"); return nil },
	})
	if err != nil || values != 2000 {
		t.Errorf("%d values, %v", values, err)
	}
	// The buffer that is read into, and that of the source, come to the parts.
	if bound := int64((2*jobs+2)*size + bufferSize); most > bound || most == 0 {
		t.Errorf("%d bytes are read and not taken, of at most %d", most, bound)
	}
}

// TestMemoryOfBatchesIsBounded: the same of Parquet, also where all rows are in one group.
func TestMemoryOfBatchesIsBounded(t *testing.T) {
	const size, jobs, n = 10_000, 3, 20_000
	var file bytes.Buffer
	w := columns.NewWriter(&file, columns.Options{GroupRows: n})
	for i := range n {
		row, err := translator.FromJSON(fmt.Appendf(nil, `{"id":%d,"text":"%s","list":[1,2,%d]}`, i, strings.Repeat("text ", i%20), i))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.AddRow(row); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "file.parquet")
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(name, Options{PartSize: size})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var made, taken atomic.Int64
	most, values, parts := int64(0), 0, 0
	err = InParts(s, Work[[2]int]{
		Jobs: jobs,
		Do: func(part *Source) ([2]int, error) {
			n := part.part.size()
			made.Add(int64(n))
			text, err := all(part)
			return [2]int{strings.Count(text, "\n"), n}, err
		},
		Take: func(n [2]int) error {
			time.Sleep(100 * time.Microsecond)
			most = max(most, made.Load()-taken.Load())
			taken.Add(int64(n[1]))
			values += n[0]
			parts++
			return nil
		},
		Rest: func(*Source) error { t.Error("one worker alone"); return nil },
	})
	if err != nil || values != n {
		t.Errorf("%d values, %v", values, err)
	}
	// Rows differ, and a batch has as many as the one before would have had.
	if bound := int64(2 * 2 * jobs * size); most > bound || parts < 100 {
		t.Errorf("%d bytes are made and not taken, of at most %d, in %d parts", most, bound, parts)
	}
}

// repeated reads a line again and again.
type repeated struct {
	line string
	rest string
	n    *atomic.Int64
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.n.Add(int64(n))
	return n, nil
}
