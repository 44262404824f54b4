package columns

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/translator"
)

// written returns what the rows of some JSON are as Parquet, and as JSON again.
func written(t *testing.T, rows string, o Options) (kinds map[string]string, back string, err error) {
	t.Helper()
	var in, out bytes.Buffer
	if _, err := translator.Transcode(&in, strings.NewReader(rows), translator.JSONToBEVE, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(&out, &in, o); err != nil {
		return nil, "", err
	}
	r, err := Open(bytes.NewReader(out.Bytes()), translator.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	kinds = map[string]string{}
	for _, c := range r.Schema.root.children {
		kinds[c.name] = c.String() + " " + c.unit.String()
	}
	var text bytes.Buffer
	if _, err := translator.Transcode(&text, r, translator.BEVEToJSON, translator.Options{}); err != nil {
		t.Fatal(err)
	}
	return kinds, text.String(), nil
}

// TestTextThatIsTimes has text that makes columns of times, and text that nearly does.
func TestTextThatIsTimes(t *testing.T) {
	for _, c := range []struct{ first, second, kind, back string }{
		{"2026-01-02T03:04:05Z", "1969-12-31T23:59:59.999999Z", "timestamp microseconds", ""},
		{"2026-01-02T03:04:05.123456789Z", "1969-12-31T23:59:59.999999999Z", "timestamp nanoseconds", ""},
		{"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "timestamp microseconds", ""},
		{"2026-01-02T03:04:05.500Z", "2026-01-02T03:04:05.000Z", "timestamp microseconds", "2026-01-02T03:04:05.5Z 2026-01-02T03:04:05Z"},
		{"2026-01-02", "0000-02-29", "date", ""},
		{"2026-01-02T03:04:05", "1815-12-10T00:00:00.25", "local timestamp microseconds", ""},
		{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05+00:00", "string", ""},
		{"2026-01-02T03:04:05Z", "2026-01-02", "string", ""},
		{"2026-01-02 03:04:05", "2026-01-02 03:04:05", "string", ""},
		{"2026-01-02T03:04:05z", "2026-01-02t03:04:05Z", "string", ""},
		{"2026-02-29", "2026-02-30", "string", ""},
		{"2026-1-2", "20260102", "string", ""},
		{"2026-01-02T24:00:00Z", "2026-01-02T23:59:60Z", "string", ""},
		{"2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.1234567890Z", "string", ""},
		{"2026-01-02", "", "string", ""},
	} {
		rows := `{"x":"` + c.first + `"}` + "\n" + `{"x":null}` + "\n" + `{"x":"` + c.second + `"}` + "\n"
		kinds, back, err := written(t, rows, Options{})
		want := rows
		if a, b, ok := strings.Cut(c.back, " "); ok {
			want = strings.NewReplacer(c.first, a, c.second, b).Replace(rows)
		}
		if err != nil || !strings.HasPrefix(kinds["x"], c.kind) || back != want {
			t.Errorf("%s, %s: %q, %s, %v", c.first, c.second, kinds["x"], back, err)
		}
		kinds, back, err = written(t, rows, Options{TextTimes: true})
		if err != nil || !strings.HasPrefix(kinds["x"], "string") || back != rows {
			t.Errorf("%s, %s as text: %q, %s, %v", c.first, c.second, kinds["x"], back, err)
		}
	}
}

// TestLaterTextThatIsNoTime is refused with its row, whoever writes.
func TestLaterTextThatIsNoTime(t *testing.T) {
	for _, later := range []string{`"n/a"`, `"2026-01-02T03:04:05.1234567Z"`, `"2026-01-02T03:04:05+01:00"`, `7`} {
		for _, workers := range []int{1, 3} {
			rows := strings.Repeat(`{"x":"2026-01-02T03:04:05.5Z"}`+"\n", 20) + `{"x":` + later + "}\n" + strings.Repeat(`{"x":"2026-01-02T03:04:05.5Z"}`+"\n", 20)
			_, _, err := written(t, rows, Options{SampleRows: 5, GroupRows: 3, Workers: workers})
			var misfit *Misfit
			if !errors.Is(err, ErrNotTime) || !errors.As(err, &misfit) || misfit.Row != 20 || !strings.HasPrefix(misfit.Err.Error(), "/x: ") {
				t.Errorf("%s: %v", later, err)
			}
		}
	}
}

// TestTimesAreReadAsTheyAre holds the units that columns have to package time.
func TestTimesAreReadAsTheyAre(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := &column{kind: instant, inText: true}
	for _, of := range []time.Duration{time.Nanosecond, time.Microsecond, time.Millisecond} {
		for range 2000 {
			at := time.Unix(r.Int64N(253402300800+62135596800)-62135596800, r.Int64N(1e9)).UTC().Truncate(of)
			for _, c.unit = range []parquetfile.Unit{parquetfile.Millisecond, parquetfile.Microsecond, parquetfile.Nanosecond} {
				per := c.unit.PerSecond()
				bits, ok := c.textBits([]byte(at.Format(time.RFC3339Nano)))
				fits := int64(at.Nanosecond())%(1e9/per) == 0 && (per < 1e9 || at.Year() > 1678 && at.Year() < 2262)
				if at.Year() == 1677 || at.Year() == 1678 || at.Year() == 2262 {
					continue
				}
				if ok != fits || ok && int64(bits) != at.Unix()*per+int64(at.Nanosecond())/(1e9/per) {
					t.Errorf("%v in %v: %d, %v", at, c.unit, int64(bits), ok)
				}
			}
		}
	}
}

// TestWorkersWriteTheSame: the file does not depend on who writes it, nor on the portions that rows come in.
func TestWorkersWriteTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 60 {
		var all Rows
		for j := range r.IntN(200) {
			text := fmt.Sprintf(`{"id":%d,"day":"2026-01-0%d","list":[{"y":[%d.5]},{}],"text":["a","b"]}`, j, 1+r.IntN(9), j)
			if r.IntN(3) == 0 {
				text = fmt.Sprintf(`{"more":{"a":%d},"id":%d,"list":[]}`, j, j)
			}
			row, err := translator.FromJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			all.Append(row)
		}
		if r.IntN(4) == 0 {
			bad, _ := translator.FromJSON([]byte(`{"id":"x"}`))
			all.Append(bad)
		}
		o := Options{SampleRows: 1 + r.IntN(50), GroupRows: 1 + r.IntN(30)}
		write := func(workers int, broken int) (string, string) {
			o.Workers = workers
			var out bytes.Buffer
			w := NewWriter(&failing{&out, broken}, o)
			some, portion := w.Rows(), 1+i%45 // several groups may be in one, and several in one group
			err := all.each(func(row []byte) error {
				if len(some.Ends) < portion {
					some.Append(row)
					return nil
				}
				full := some
				some = w.Rows()
				some.Append(row)
				return w.Add(full)
			})
			if err == nil {
				err = w.Add(some)
			}
			if err != nil {
				_, err = w.Abort(err)
			} else {
				_, err = w.Close()
			}
			if err != nil {
				return out.String(), err.Error()
			}
			return out.String(), ""
		}
		for _, broken := range []int{1 << 30, r.IntN(2000)} {
			want, wantErr := write(1, broken)
			for _, workers := range []int{2, 5} {
				got, gotErr := write(workers, broken)
				if gotErr != wantErr || got != want && wantErr == "" {
					t.Fatalf("%d: %d workers: %d bytes and %q, one: %d and %q", i, workers, len(got), gotErr, len(want), wantErr)
				}
			}
		}
	}
}

// failing fails after some bytes.
type failing struct {
	w    io.Writer
	left int
}

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return f.w.Write(p)
}
