// Command documents keeps settings in a file that is patched in place, and filters a large file by
// column, both without decoding.
//
//	go run ./documents
//	go run ./documents -rows 12000000   # a file of about 1 GB
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/patch"
)

func main() {
	rows := flag.Int("rows", 20000, "rows of the large file")
	flag.Parse()
	if err := run(os.Stdout, *rows); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, rows int) error {
	dir, err := os.MkdirTemp("", "documents")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := settings(out, filepath.Join(dir, "settings.beve")); err != nil {
		return err
	}
	return filter(out, filepath.Join(dir, "orders.beve"), rows)
}

// store is settings in a file. The message is kept as it is encoded: reading one setting and writing
// one cost what that one costs.
type store struct {
	file string
	msg  []byte
}

func create(file string, v any) (*store, error) {
	// FixedWidth leaves room: an integer keeps its place whatever its value is.
	msg, err := beve.EncodeOptions{FixedWidth: true}.Marshal(v)
	if err != nil {
		return nil, err
	}
	s := &store{file, msg}
	return s, s.save(0, len(msg))
}

// save writes the bytes that have changed.
func (s *store) save(from, to int) error {
	f, err := os.OpenFile(s.file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err = f.WriteAt(s.msg[from:to], int64(from)); err == nil {
		err = f.Truncate(int64(len(s.msg)))
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// set changes one setting.
func set[T any](s *store, path beve.Pointer, value T) error {
	msg, err := patch.Set(s.msg, path, value)
	if err != nil {
		return err
	}
	s.msg = msg
	return s.save(0, len(msg))
}

// apply makes the changes of a JSON Patch, all or none.
func (s *store) apply(text string) error {
	msg, err := patch.ApplyJSON(s.msg, []byte(text))
	if err != nil {
		return err
	}
	s.msg = msg
	return s.save(0, len(msg))
}

func settings(out io.Writer, file string) error {
	type window struct {
		Width  int32 `json:"width"`
		Height int32 `json:"height"`
	}
	s, err := create(file, map[string]any{
		"window": window{800, 600},
		"theme":  "light",
		"recent": []string{"a.txt"},
		"sizes":  []uint8{10, 12, 14},
	})
	if err != nil {
		return err
	}
	before := slices.Clone(s.msg) // changes are made in place

	// Over the old bytes, which stay where they are.
	at, length := &s.msg[0], len(s.msg)
	if err := set(s, "/window/width", 1920); err != nil {
		return err
	}
	fmt.Fprintf(out, "width set in place: %v\n", at == &s.msg[0] && length == len(s.msg))

	// One splice each, and several changes at once.
	if err := set(s, "/theme", "very dark"); err != nil {
		return err
	}
	if err := s.apply(`[
		{"op":"test","path":"/window/width","value":1920},
		{"op":"add","path":"/recent/0","value":"b.txt"},
		{"op":"add","path":"/sizes/-","value":16},
		{"op":"add","path":"/zoom","value":1.5}]`); err != nil {
		return err
	}

	// A patch that cannot be applied changes nothing.
	err = s.apply(`[{"op":"remove","path":"/theme"},{"op":"test","path":"/zoom","value":2}]`)
	fmt.Fprintf(out, "refused: %v\n", err)

	read, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	var now map[string]any
	if err := beve.Unmarshal(read, &now); err != nil {
		return err
	}
	fmt.Fprintf(out, "theme %v, recent %v, sizes %v, zoom %v\n", now["theme"], now["recent"], now["sizes"], now["zoom"])

	// What has changed, as a patch for others; and bytes that can be signed.
	diff, err := patch.Diff(before, s.msg)
	if err != nil {
		return err
	}
	v, err := beve.NewView(diff)
	if err != nil {
		return err
	}
	paths, err := column.Of[string](column.From(v, "/*"), "/path")
	if err != nil {
		return err
	}
	signed, err := canonical.Append(nil, s.msg)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "changed: %v; canonical: %v, and then %v\n", len(paths) > 0, canonical.Check(s.msg) == nil, canonical.Check(signed) == nil)
	return nil
}

type order struct {
	ID       uint64  `json:"id"`
	Customer string  `json:"customer"`
	Country  string  `json:"country"`
	Total    float64 `json:"total"`
	Items    []int32 `json:"items"`
}

// filter writes a file of orders and asks it for some.
func filter(out io.Writer, file string, rows int) error {
	if err := write(file, rows); err != nil {
		return err
	}
	msg, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	start := time.Now()
	v, err := beve.NewView(msg)
	if err != nil {
		return err
	}
	large := column.From(v, "/*").Where("/country", column.Equal("NZ")).Where("/total", column.AtLeast(990.0))
	ids, err := column.Of[uint64](large, "/id")
	if err != nil {
		return err
	}
	took := time.Since(start)

	start = time.Now()
	var all []order
	if err := beve.Unmarshal(msg, &all); err != nil {
		return err
	}
	n := 0
	for i := range all {
		if all[i].Country == "NZ" && all[i].Total >= 990 {
			if n == len(ids) || ids[n] != all[i].ID {
				return fmt.Errorf("order %d is missing", all[i].ID)
			}
			n++
		}
	}
	fmt.Fprintf(out, "%d of %d orders, the same as by decoding: %v\n", len(ids), rows, n == len(ids))
	if rows > 1000000 {
		fmt.Fprintf(out, "%d MB: by column %v, by decoding %v\n", len(msg)>>20, took.Round(time.Millisecond), time.Since(start).Round(time.Millisecond))
	}
	return nil
}

func write(file string, rows int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	e := beve.NewEncoder(w)
	if err := e.BeginArray(rows); err != nil {
		return err
	}
	countries := []string{"DE", "FR", "NZ", "JP", "BR"}
	for i := range rows {
		err := e.Encode(order{uint64(i), fmt.Sprint("customer ", i%1000), countries[i%5], float64(i*7919%100000) / 100, []int32{int32(i), 7}})
		if err != nil {
			return err
		}
	}
	if err := e.End(); err != nil {
		return err
	}
	return w.Flush()
}
