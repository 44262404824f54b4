// Package report reads the raw results of a run and makes of them what people
// read: tables of ratios, sizes and targets, and plots.
package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// RawFile is the name of the raw results within the folder of a run: the text of Go
// benchmarks, one round after another.
const RawFile = "raw.txt"

// A Series is what one benchmark measured, round by round.
type Series struct {
	Nanos  []float64 // per operation
	Bytes  []float64 // allocated per operation
	Allocs []float64
	Extra  map[string][]float64 // by unit
}

// Size returns the encoded bytes, or 0.
func (s *Series) Size() float64 { return Median(s.Extra["size"]) }

// Results are the series of a run, by the name of the benchmark without
// "Benchmark" and without the number of processors.
type Results struct {
	Series map[string]*Series
	names  []string // in the order of the run
}

// Load reads the raw results in the folder of a run.
func Load(dir string) (*Results, error) {
	name := filepath.Join(dir, RawFile)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads raw results; name is for errors.
func Read(text io.Reader, name string) (*Results, error) {
	r := &Results{Series: map[string]*Series{}}
	reader := benchfmt.NewReader(text, name)
	for reader.Scan() {
		switch line := reader.Result().(type) {
		case *benchfmt.Result:
			r.add(line)
		case *benchfmt.SyntaxError:
			return nil, line
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(r.names) == 0 {
		return nil, fmt.Errorf("%s holds no results", name)
	}
	return r, nil
}

func (r *Results) add(line *benchfmt.Result) {
	base, parts := line.Name.Parts()
	name := string(base)
	for _, p := range parts {
		if p[0] == '/' { // the last part may be the number of processors
			name += string(p)
		}
	}
	s := r.Series[name]
	if s == nil {
		s = &Series{Extra: map[string][]float64{}}
		r.Series[name] = s
		r.names = append(r.names, name)
	}
	for _, v := range line.Values {
		// Times are in seconds once they are read, whatever was printed.
		switch v.Unit {
		case "sec/op":
			s.Nanos = append(s.Nanos, v.Value*1e9)
		case "B/op":
			s.Bytes = append(s.Bytes, v.Value)
		case "allocs/op":
			s.Allocs = append(s.Allocs, v.Value)
		default:
			s.Extra[v.Unit] = append(s.Extra[v.Unit], v.Value)
		}
	}
}

// UseCPU makes the time of processors, all threads together, what Nanos holds,
// where it was measured: on a machine that is shared, elapsed time says little.
func (r *Results) UseCPU() {
	for _, s := range r.Series {
		if cpu := s.Extra[cpuUnit]; len(cpu) > 0 {
			for i := range cpu {
				s.Nanos[i] = cpu[i] * 1e9
			}
		}
	}
}

// cpuUnit is the unit cpu-ns/op once it is read.
const cpuUnit = "cpu-sec/op"

// Codec returns the series of a codec, or nil.
func (r *Results) Codec(payload, mode, codec string) *Series {
	return r.Series["Codec/"+payload+"/"+mode+"/"+codec]
}

// Names returns the names of all series, in the order of the run.
func (r *Results) Names() []string { return slices.Clone(r.names) }

// CodecNames returns the codecs that were timed with a payload in a mode.
func (r *Results) CodecNames(payload, mode string) []string {
	var list []string
	for _, name := range r.names {
		if codec, ok := strings.CutPrefix(name, "Codec/"+payload+"/"+mode+"/"); ok {
			list = append(list, codec)
		}
	}
	return list
}

// Rounds returns how often everything was run.
func (r *Results) Rounds() int {
	n := 0
	for _, s := range r.Series {
		n = max(n, len(s.Nanos))
	}
	return n
}

// Median returns the middle of the values, and 0 of none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	m := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[m]
	}
	return (sorted[m-1] + sorted[m]) / 2
}

// A Ratio is how the time of one series relates to that of another: the median of
// the ratios of each round, whose two halves ran seconds apart, and their range.
type Ratio struct {
	Median, Low, High float64
	Rounds            int
}

// Compare returns the ratio of ours to theirs; Rounds is 0 if there is none.
func Compare(ours, theirs *Series) Ratio {
	if ours == nil || theirs == nil {
		return Ratio{}
	}
	return compare(ours.Nanos, theirs.Nanos)
}

func compare(ours, theirs []float64) Ratio {
	var ratios []float64
	for i := range min(len(ours), len(theirs)) {
		if theirs[i] > 0 {
			ratios = append(ratios, ours[i]/theirs[i])
		}
	}
	if len(ratios) == 0 {
		return Ratio{}
	}
	return Ratio{Median(ratios), slices.Min(ratios), slices.Max(ratios), len(ratios)}
}

func (r Ratio) String() string {
	if r.Rounds == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%s (%s–%s)", Figure(r.Median), Figure(r.Low), Figure(r.High))
}

// Figure prints a ratio with as many digits as mean something.
func Figure(v float64) string {
	switch {
	case v < 0.02:
		return fmt.Sprintf("%.4f", v)
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
