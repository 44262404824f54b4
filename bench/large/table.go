//go:build unix

// The table of a run.

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/bench/report"
)

// begin is what the report of the figures begins with.
const begin = "Time of the processor"

// write writes a row for each case. What a byte costs is compared with the second length of the same kind, of streams with
// the shortest, and with a copy of as many bytes.
func write(w io.Writer, r *report.Results) error {
	fmt.Fprintf(w, "\n%s for a byte, the whole process, its share in collections of garbage, and the peak of memory that a call\n", begin)
	fmt.Fprint(w, "takes, divided by what it makes; for what makes nothing that is kept, the peak itself. The middle is the second length\n")
	fmt.Fprint(w, "of a kind. A copy is of as many bytes, into new memory for what returns new memory.\n")
	fmt.Fprint(w, "\n| | | | for a byte | ÷ a copy | ÷ middle | at most 1.05 | in collections | peak | at most 1.05 |\n|---|---|--:|--:|--:|--:|---|--:|--:|---|\n")
	for _, name := range r.Names() {
		of, _ := strings.CutPrefix(name, "Large/")
		part := strings.Split(of, "/")
		if len(part) != 3 || of == name {
			continue
		}
		n, err := strconv.Atoi(part[2])
		if err != nil {
			return err
		}
		s := r.Series[name]
		length, middle := fmt.Sprint(n)+" messages", middleOf(r, part)
		if part[0] != "stream" {
			length = bytesOf(report.Median(s.Extra["size"]))
		}
		ratio, verdict := "", ""
		if middle != name {
			c := report.Compare(perByte(s), perByte(r.Series[middle]))
			ratio, verdict = c.String(), string(c.AtMost(1.05))
		}
		floor := ""
		if of := r.Series[copyOf(part)]; of != nil {
			floor = report.Compare(perByte(s), perByte(of)).String()
		}
		peak, kept := report.Median(s.Extra["peak-B"]), report.Median(s.Extra["kept-B"])
		most, met := bytesOf(peak), ""
		if made := part[1] == "Marshal" || part[1] == "Unmarshal"; made && kept >= 1<<26 {
			c := report.Compare(&report.Series{Nanos: s.Extra["peak-B"]}, &report.Series{Nanos: s.Extra["kept-B"]})
			most, met = c.String(), string(c.AtMost(1.05))
		}
		fmt.Fprintf(w, "| %s | %s | %s | %.3g ns | %s | %s | %s | %.1f %% | %s | %s |\n", part[0], part[1], length,
			report.Median(perByte(s).Nanos), floor, ratio, verdict, 100*report.Median(s.Extra["gc-share"]), most, met)
	}
	return nil
}

// middleOf returns the name of the case that others of a kind are compared with.
func middleOf(r *report.Results, part []string) string {
	prefix := "Large/" + part[0] + "/" + part[1] + "/"
	if part[0] != "stream" {
		return prefix + "20"
	}
	for _, name := range r.Names() {
		if strings.HasPrefix(name, prefix) {
			return name
		}
	}
	return ""
}

// copyOf returns the name of the copy that a case is compared with.
func copyOf(part []string) string {
	switch part[1] {
	case "Append", "Reuse":
		return "Large/copy/" + copyKept + "/" + part[2]
	case "Marshal", "Unmarshal":
		return "Large/copy/" + copyNew + "/" + part[2]
	}
	return ""
}

// perByte returns what each round took for a byte.
func perByte(s *report.Series) *report.Series {
	if s == nil {
		return nil
	}
	of := &report.Series{}
	for i, n := range s.Nanos {
		of.Nanos = append(of.Nanos, n/s.Extra["size"][i])
	}
	return of
}

func bytesOf(n float64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", n/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", n/1e6)
	}
	return fmt.Sprintf("%.1f KB", n/1e3)
}
