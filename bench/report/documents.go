// The table of package json on documents.

package report

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// JSON is what package json is called in results.
const JSON = "json"

// WriteDocuments writes our time for each document and mode, and its ratio to those of
// the rivals; names holds ours first and the standard library last. Then follow the
// geometric mean of each mode, against the better of the rivals in each cell, and of
// all of them against the standard library.
func WriteDocuments(w io.Writer, r *Results, documents, modes, names []string) {
	rivals, std := names[1:], names[len(names)-1]
	fmt.Fprintf(w, "Times of `%s` divided by those of the others: below 1 it is faster. Each figure is the median of\n", names[0])
	fmt.Fprintf(w, "%d per-round ratios, with their range in brackets.\n\n", r.Rounds())
	fmt.Fprint(w, "| document | mode | ", names[0], " |")
	for _, name := range rivals {
		fmt.Fprintf(w, " ÷ %s |", name)
	}
	fmt.Fprint(w, "\n|---|---|--:|")
	for range rivals {
		fmt.Fprint(w, "--:|")
	}
	fmt.Fprintln(w)
	var lines []string
	var overall []float64
	for _, mode := range modes {
		var worst []float64
		for _, document := range documents {
			ours := r.Codec(document, mode, names[0])
			if ours == nil {
				continue
			}
			fmt.Fprintf(w, "| %s | %s | %s |", document, mode, Duration(Median(ours.Nanos)))
			var cell []float64
			for _, name := range rivals {
				ratio := Compare(ours, r.Codec(document, mode, name))
				fmt.Fprintf(w, " %s |", ratio)
				switch {
				case ratio.Rounds == 0:
				case name == std:
					overall = append(overall, ratio.Median)
				default:
					cell = append(cell, ratio.Median)
				}
			}
			fmt.Fprintln(w)
			if len(cell) > 0 {
				worst = append(worst, slices.Max(cell))
			}
		}
		if len(worst) > 0 {
			lines = append(lines, fmt.Sprintf("| %s ÷ the better of the rivals | %s | %s |", mode, Figure(geometricMean(worst)), Figure(slices.Max(worst))))
		}
	}
	if len(overall) > 0 {
		lines = append(lines, fmt.Sprintf("| all ÷ %s | %s | %s |", std, Figure(geometricMean(overall)), Figure(slices.Max(overall))))
	}
	fmt.Fprintln(w, "\n| | geometric mean | worst |\n|---|--:|--:|")
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
}

func geometricMean(ratios []float64) float64 {
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return math.Exp(sum / float64(len(ratios)))
}
