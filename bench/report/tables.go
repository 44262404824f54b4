// The tables that need no judgement: ratios, times, sizes, allocations.

package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/bench/codecs"
	"github.com/beve-org/beve-go/bench/payload"
)

// Modes are the modes of the suite, in the order of tables.
var Modes = []string{"Marshal", "Append", "Unmarshal", "Reuse", "NoCopy", "View", "ViewFar", "StreamWrite", "StreamRead"}

// The codecs that tables compare with by name.
const (
	Ours          = "beve"
	CodecOf       = "beve-codecof"
	Deterministic = "beve-deterministic"
	Generated     = "msgp"
	Copy          = "copy"
)

// Best returns the fastest codec of the kinds in a cell, or "" if there is none.
func (r *Results) Best(payload, mode string, kinds ...codecs.Kind) string {
	best, time := "", 0.0
	for _, name := range r.CodecNames(payload, mode) {
		if c := codecs.Find(name); !slices.Contains(kinds, kindOf(name)) || c != nil && c.Extra {
			continue
		}
		if t := Median(r.Codec(payload, mode, name).Nanos); best == "" || t < time {
			best, time = name, t
		}
	}
	return best
}

// kindOf knows codecs that this program was built without, too.
func kindOf(name string) codecs.Kind {
	if c := codecs.Find(name); c != nil {
		return c.Kind
	}
	return codecs.Names
}

// WriteRatios writes, for each payload and mode, our time and its ratio to that of
// msgp and of the best rival of each kind.
func WriteRatios(w io.Writer, r *Results) {
	fmt.Fprintf(w, "Times of `%s` (reflection) divided by those of the others: below 1 it is faster. Each figure is the median of %d\n", Ours, r.Rounds())
	fmt.Fprintf(w, "per-round ratios, with their range in brackets.\n\n")
	fmt.Fprintln(w, "| payload | mode | beve | ÷ msgp, generated | ÷ best with names, reflection | ÷ best with a schema | ÷ copy | CodecOf ÷ beve |")
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|")
	for _, p := range payload.All() {
		for _, mode := range Modes {
			ours := r.Codec(p.Name, mode, Ours)
			if ours == nil {
				continue
			}
			best := func(kind codecs.Kind) string {
				name := r.Best(p.Name, mode, kind)
				if name == "" {
					return "n/a"
				}
				return fmt.Sprintf("%v %s", Compare(ours, r.Codec(p.Name, mode, name)), name)
			}
			fmt.Fprintf(w, "| %s | %s | %s | %v | %s | %s | %v | %v |\n", p.Name, mode, Duration(Median(ours.Nanos)),
				Compare(ours, r.Codec(p.Name, mode, Generated)), best(codecs.Names), best(codecs.Schema),
				Compare(ours, r.Codec(p.Name, mode, Copy)),
				Compare(r.Codec(p.Name, mode, CodecOf), ours))
		}
	}
}

// Duration prints nanoseconds in the unit that suits them.
func Duration(nanos float64) string {
	switch {
	case nanos >= 1e6:
		return fmt.Sprintf("%.3g ms", nanos/1e6)
	case nanos >= 1e3:
		return fmt.Sprintf("%.3g µs", nanos/1e3)
	}
	return fmt.Sprintf("%.3g ns", nanos)
}

// WriteTimes writes the median of everything, one table a mode.
func WriteTimes(w io.Writer, r *Results) {
	for _, mode := range Modes {
		writeMatrix(w, "## "+mode, r, func(p string, codec string) string {
			s := r.Codec(p, mode, codec)
			if s == nil || len(s.Nanos) == 0 {
				return ""
			}
			cell := Duration(Median(s.Nanos))
			if len(s.Allocs) > 0 {
				cell += fmt.Sprintf(", %.0f", Median(s.Allocs))
			}
			return cell
		})
	}
}

// writeMatrix writes a table of codecs by payloads, without those that are empty.
func writeMatrix(w io.Writer, title string, r *Results, cell func(payload, codec string) string) {
	var columns []string
	rows := map[string]map[string]string{}
	for _, p := range payload.All() {
		any := false
		for _, codec := range r.allCodecs() {
			if text := cell(p.Name, codec); text != "" {
				if rows[codec] == nil {
					rows[codec] = map[string]string{}
				}
				rows[codec][p.Name] = text
				any = true
			}
		}
		if any {
			columns = append(columns, p.Name)
		}
	}
	if len(columns) == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n\n| | %s |\n|---|%s\n", title, strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	for _, codec := range r.allCodecs() {
		if rows[codec] == nil {
			continue
		}
		fmt.Fprintf(w, "| %s |", codec)
		for _, p := range columns {
			text := rows[codec][p]
			if text == "" {
				text = "n/a"
			}
			fmt.Fprintf(w, " %s |", text)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

// allCodecs returns the codecs of the run: by kind, ours first, then as they ran.
func (r *Results) allCodecs() []string {
	var list []string
	for _, name := range r.names {
		parts := strings.SplitN(name, "/", 4)
		if len(parts) == 4 && parts[0] == "Codec" && !slices.Contains(list, parts[3]) {
			list = append(list, parts[3])
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return int(kindOf(a)) - int(kindOf(b)) })
	return list
}

// WriteSizes writes the bytes of every payload in every format.
func WriteSizes(w io.Writer, r *Results) {
	sizeOf := func(p, codec string) float64 {
		for _, mode := range []string{"Marshal", "Unmarshal"} {
			if s := r.Codec(p, mode, codec); s != nil {
				return s.Size()
			}
		}
		return 0
	}
	writeMatrix(w, "## Bytes", r, func(p, codec string) string {
		if size := sizeOf(p, codec); size > 0 && kindOf(codec) != codecs.Baseline {
			return fmt.Sprintf("%.0f", size)
		}
		return ""
	})
}

// WriteNested writes the four rows of the nested object of binaryperf: both formats in both languages, each
// by the code that is fastest there. What was not measured is n/a.
func WriteNested(w io.Writer, r *Results) {
	fmt.Fprintln(w, "| nested object | write | read | bytes |\n|---|--:|--:|--:|")
	for _, row := range []struct{ title, codec string }{
		{"BEVE, Go (bevegen)", Bevegen}, {"BEVE, C++ (Glaze)", "glaze"}, {"MessagePack, Go (msgp)", "msgp"}, {"MessagePack, C++ (msgpack-c)", "msgpack-c"},
	} {
		fmt.Fprintf(w, "| %s |", row.title)
		var size float64
		for _, mode := range []string{"Write", "Read"} {
			s := r.Series["Binary/nested/"+mode+"/"+row.codec]
			if s == nil {
				fmt.Fprint(w, " n/a |")
				continue
			}
			size = s.Size()
			fmt.Fprintf(w, " %s |", Duration(Median(s.Nanos)))
		}
		if size == 0 {
			fmt.Fprintln(w, " n/a |")
		} else {
			fmt.Fprintf(w, " %.0f |\n", size)
		}
	}
}
