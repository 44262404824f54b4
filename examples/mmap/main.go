// Command mmap reads single fields and ranges of a file of a gigabyte, in microseconds
// and with next to no memory of its own: the file is mapped, the index of its fields
// read, and of the values only what is asked for.
//
//	go run . -size 1024
//
// The file is one indexed object of the extended profile with a member for each
// station. It is written in constant memory: room for the index first, then one station
// after another, and at the end the index, through a mapping as well.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/edsrzf/mmap-go"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

func main() {
	path := flag.String("file", filepath.Join(os.TempDir(), "stations.beve"), "file to write and to read")
	size := flag.Int("size", 1024, "size of the file in MiB")
	flag.Parse()
	if err := run(os.Stdout, *path, *size); err != nil {
		log.Fatal(err)
	}
}

// run writes a file of about so many MiB and reads of it.
func run(out io.Writer, path string, size int) error {
	begin := time.Now()
	if err := generate(path, max(1, size/stationSize)); err != nil {
		return err
	}
	fmt.Fprintf(out, "written in %v\n", time.Since(begin).Round(time.Millisecond))
	return read(out, path)
}

type station struct {
	Name    string    `json:"name"`
	Samples []float64 `json:"samples"`
	Events  []event   `json:"events"`
}

type event struct {
	At   int64  `json:"at"`
	Text string `json:"text"`
}

// A station has so many of each, which is so many MiB.
const samples, events, stationSize = 1_500_000, 85_000, 16

// fill makes s station i.
func (s *station) fill(i int) {
	s.Name = name(i)
	level := math.Sin(float64(i))
	for j := range s.Samples {
		s.Samples[j] = level + float64(j)
	}
	for j := range s.Events {
		s.Events[j] = event{int64(i*events + j), fmt.Sprintf("event %d of station %d", j, i)}
	}
}

// name returns names that are sorted as their numbers are.
func name(i int) string { return fmt.Sprintf("station %06d", i) }

// generate writes a file of n stations.
func generate(path string, n int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	names := make([]string, n)
	for i := range names {
		names[i] = name(i)
	}
	w := bufio.NewWriter(file)
	buf := wire.AppendIndexed(nil, names)
	end, ends := len(buf), make([]int, n)
	w.Write(buf) // the error comes again from Flush
	s := station{Samples: make([]float64, samples), Events: make([]event, events)}
	for i := range n {
		s.fill(i)
		if buf, err = beve.Append(buf[:0], &s); err != nil {
			return err
		}
		w.Write(buf)
		end += len(buf)
		ends[i] = end
	}
	if err := w.Flush(); err != nil {
		return err
	}
	data, err := mmap.Map(file, mmap.RDWR, 0)
	if err != nil {
		return err
	}
	defer data.Unmap()
	if err := wire.SealIndexed(data, ends); err != nil {
		return err
	}
	return data.Flush()
}

// read maps the file and reads parts of it.
func read(out io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return err
	}
	defer data.Unmap() // nothing that aliases data may be used after this
	own, begin := resident("RssAnon"), time.Now()
	step := func(format string, args ...any) {
		took := time.Since(begin).Round(time.Microsecond)
		fmt.Fprintf(out, format+"\t%v\n", append(args, took)...)
		begin = time.Now()
	}

	// A message in memory is bounded only where Limits.MaxBytes says so.
	stations, err := beve.OpenIndexed(data)
	if err != nil {
		return err
	}
	step("index of %d stations", stations.Len())

	last, _ := stations.Lookup(name(stations.Len() - 1))
	text, err := last.At("/events/12345/text")
	if err != nil {
		return err
	}
	// Text is copied by String, and not by ViewText.
	s, err := text.String()
	if err != nil {
		return err
	}
	step("%s", s)

	// Of an array of numbers any range is found at once.
	all, err := last.At("/samples")
	if err != nil {
		return err
	}
	some, err := all.Slice(1_000_000, 1_000_003)
	if err != nil {
		return err
	}
	var values []float64
	if err := some.Decode(&values); err != nil {
		return err
	}
	step("samples 1000000 to 1000002: %.3f", values)

	sum := 0.0
	for i := range stations.Len() {
		v, _ := stations.Lookup(name(i))
		first, err := v.At("/samples/0")
		if err != nil {
			return err
		}
		x, err := first.Float64()
		if err != nil {
			return err
		}
		sum += x
	}
	step("sum of the first samples: %.3f", sum)
	// Pages of the file are the system's, which maps what it has in its cache generously
	// and takes it back when it needs the room.
	_, err = fmt.Fprintf(out, "%d KiB of memory more, %d KiB of pages mapped, of %d\n",
		resident("RssAnon")-own, resident("RssFile"), len(data)>>10)
	return err
}

// resident returns how many KiB of one sort the process has in memory, as Linux counts
// them; elsewhere 0.
func resident(sort string) (size int) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), sort+":")
	fmt.Sscan(rest, &size)
	return size
}
