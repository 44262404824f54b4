// Package point is a run of the drill that was measured: a row of a table in Markdown, which command
// law writes and command simulate reads.
package point

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Point is a run, and what it took.
type Point struct {
	Steps   string  // "all", or "sums" where records are read and added up only
	MB      float64 // of input
	Files   int     // that have it
	Indexed int     // those of them that have an index
	Shards  int     // files of records that are written
	Hot     int     // how many of a hundred records have the same key
	Workers int     // TaskManagers
	Seconds float64 // from the start of the program to its end
	CPU     float64 // seconds of processors, of all processes of the cluster
	Java    float64 // those of them that processes of Java took
	Others  float64 // processors that other programs had meanwhile, on average
	Shuffle float64 // megabytes that vertices of Flink sent to others
	Calls   int     // of the filesystem, by workers
	Memory  string  // the largest megabytes of each kind of process
}

// Head is the head of the table.
const Head = "| steps | MB | files | with index | shards | % hot | TaskManagers | s | processor s | of Java | others' processors | MB shuffled | calls | largest MB of a process |\n" +
	"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n"

const row = "| %s | %.0f | %d | %d | %d | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %s |\n"

// String returns the row of p.
func (p Point) String() string {
	return fmt.Sprintf(row, p.Steps, p.MB, p.Files, p.Indexed, p.Shards, p.Hot, p.Workers, p.Seconds, p.CPU, p.Java, p.Others, p.Shuffle, p.Calls, p.Memory)
}

// parse returns the point of a row.
func parse(line string) (p Point, ok bool) {
	cells := strings.Split(strings.Trim(line, "| \n"), "|")
	if len(cells) != strings.Count(row, "%") {
		return p, false
	}
	fields := []any{&p.Steps, &p.MB, &p.Files, &p.Indexed, &p.Shards, &p.Hot, &p.Workers, &p.Seconds, &p.CPU, &p.Java, &p.Others, &p.Shuffle, &p.Calls}
	for i, field := range fields {
		if n, err := fmt.Sscan(cells[i], field); n != 1 || err != nil {
			return p, false
		}
	}
	p.Memory = strings.TrimSpace(cells[len(fields)])
	return p, true
}

// Read returns the points of all tables of a text; what is no row is left out.
func Read(r io.Reader) (all []Point, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if p, ok := parse(lines.Text()); ok {
			all = append(all, p)
		}
	}
	return all, lines.Err()
}
