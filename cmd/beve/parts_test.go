package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/translator"
)

// orders returns a stream of JSON or of BEVE, at times damaged.
func orders(r *rand.Rand) (format string, data []byte) {
	n := 1 + r.IntN(60)
	for i := range n {
		switch r.IntN(12) {
		case 0:
			data = fmt.Appendf(data, "[%d,%d.5,null]", i, i)
		case 1:
			data = fmt.Appendf(data, "{\n  \"id\": %d,\n  \"list\": [\n    {}\n  ]\n}", i)
		case 2:
			data = fmt.Appendf(data, "%d", i)
		default:
			data = fmt.Appendf(data, `{"id":%d,"name":"%s","total":%d.25,"items":[{"sku":"%d"}]}`, i, strings.Repeat("ä", r.IntN(30)), r.IntN(100), r.IntN(5))
		}
		data = append(data, "\n\n"[:1+r.IntN(2)]...)
	}
	if format = "ndjson"; r.IntN(2) == 0 {
		var b bytes.Buffer
		if _, err := translator.Transcode(&b, bytes.NewReader(data), translator.JSONToBEVE, translator.Options{}); err != nil {
			panic(err)
		}
		format, data = "beve", b.Bytes()
	}
	if r.IntN(3) == 0 {
		switch i := r.IntN(len(data)); r.IntN(3) {
		case 0:
			data = data[:i]
		case 1:
			data[i] ^= 1 << r.IntN(8)
		default:
			data[i] = "\"{}\n,\x06"[r.IntN(6)]
		}
	}
	return format, data
}

// parquetOrders returns a file of Parquet, at times damaged.
func parquetOrders(r *rand.Rand) (data []byte) {
	var text []byte
	for i := range 1 + r.IntN(60) {
		text = fmt.Appendf(text, `{"id":%d,"name":"%s","total":%d.25,"items":[`, i, strings.Repeat("ä", r.IntN(30)), r.IntN(100))
		for k := range r.IntN(4) {
			text = fmt.Appendf(text, `%s{"sku":"%d"}`, ","[:min(k, 1)], r.IntN(5))
		}
		text = append(text, "]}\n"...)
	}
	var rows, out bytes.Buffer
	if _, err := translator.Transcode(&rows, bytes.NewReader(text), translator.JSONToBEVE, translator.Options{}); err != nil {
		panic(err)
	}
	must(columns.Write(&out, &rows, columns.Options{GroupRows: 1 + r.IntN(60), Compression: columns.Compressions[r.IntN(len(columns.Compressions))]}))
	if data = out.Bytes(); r.IntN(3) == 0 {
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
	}
	return data
}

// TestAllWorkersDoAsOneDoes: whatever the verb, the input, the size of parts and the number of workers, output, messages
// and exit code are those of one worker.
func TestAllWorkersDoAsOneDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	dir := t.TempDir()
	verbs := [][]string{
		{"convert", "IN", "OUT.beve"}, {"convert", "IN", "OUT.ndjson"}, {"convert", "IN", "OUT.json", "--indent"},
		{"convert", "IN", "OUT.beve.zst", "--framing"}, {"convert", "IN", "-", "--to", "ndjson"}, {"convert", "IN", "-", "--to", "beve"}, {"convert", "IN", "OUT.csv"},
		{"convert", "IN", "OUT.parquet"}, {"convert", "IN", "OUT.parquet", "--group-rows", "3", "--sample-rows", "4"},
		{"cat", "IN"}, {"cat", "--csv", "IN"}, {"cat", "IN", "--indent", "--color=always"}, {"valid", "IN", "IN"},
		{"get", "IN", "/id"}, {"get", "IN", "/items/*/sku", "--skip-missing"}, {"get", "IN", "/items", "--raw", "--skip-missing"}, {"get", "--first", "IN", "/id"},
		{"query", ".id?", "IN", "IN"}, {"query", "-r", ".name", "IN"}, {"query", "[.id?, input]", "IN"}, {"query", "--slurp", "length", "IN"},
		{"query", ".total / 0", "IN"}, {"query", "select(.id? == 20) | halt", "IN"}, {"query", "{id}", "--csv", "IN"},
		{"select", "IN", "/id", "/name"}, {"select", "IN", "/id", "--csv"}, {"where", "IN", ".id? > 20"}, {"where", "IN", ".id > 20"},
		{"count", "IN"}, {"count", "IN", "/items/0/sku"}, {"stat", "IN"}, {"stat", "--json", "IN"}, {"head", "IN"}, {"sort", "IN", "/total"},
	}
	for i := range 700 {
		format, data := orders(r)
		if r.IntN(4) == 0 {
			format, data = "parquet", parquetOrders(r)
		}
		name := filepath.Join(dir, "in."+format)
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		verb := verbs[i%len(verbs)]
		var args []string
		for _, arg := range verb {
			args = append(args, strings.NewReplacer("IN", name, "OUT", filepath.Join(dir, "out")).Replace(arg))
		}
		if r.IntN(3) == 0 {
			args = append(args, "--skip-bad")
		}
		if r.IntN(3) == 0 && verb[len(verb)-1] != "IN" || verb[0] == "cat" && r.IntN(2) == 0 {
			for i, arg := range args {
				if arg == name {
					args[i] = "-"
				}
			}
		}
		size := 1 + r.IntN(len(data))
		run := func(jobs int, out io.Writer) (result, string) {
			clear := filepath.Join(dir, "out*")
			for _, name := range must(filepath.Glob(clear)) {
				os.Remove(name)
			}
			var text, errs bytes.Buffer
			a := newApp(context.Background(), streams{in: bytes.NewReader(data), out: io.MultiWriter(&text, out), err: &errs})
			a.partSize = size
			with := args
			if verb[0] != "head" && verb[0] != "sort" {
				with = append(args[:len(args):len(args)], "-j", fmt.Sprint(jobs))
			}
			code := a.run(with)
			left := ""
			for _, name := range must(filepath.Glob(clear)) {
				left += name + read(t, name)
			}
			return result{code, text.String(), errs.String()}, left
		}
		want, wantLeft := run(1, io.Discard)
		for _, jobs := range []int{2, 4} {
			if got, left := run(jobs, io.Discard); got != want || left != wantLeft {
				t.Fatalf("%d: beve %q with %d workers and parts of %d of\n%q\ngot  %+v\nwant %+v\nfiles %q\nwant %q", i, args, jobs, size, data, got, want, left, wantLeft)
			}
			// What fails to be written ends it, soon and in the same words.
			full := &limited{left: r.IntN(len(want.out) + 1)}
			if got, _ := run(jobs, full); full.failed && (got.code == exitOK || want.code == exitOK && !strings.Contains(got.err, "disk full")) {
				t.Fatalf("%d: beve %q with %d workers and a full disk: %+v", i, args, jobs, got)
			}
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// limited fails after some bytes.
type limited struct {
	left   int
	failed bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		l.failed = true
		return 0, errors.New("disk full")
	}
	return len(p), nil
}
