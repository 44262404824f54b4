// Command binaryperf prints the table of the comparison that the C++ implementation
// of BEVE publishes as "Binary Performance Profiling", for Go: a complex nested
// object and arrays of 10,000 numbers, written into a kept buffer and read into a
// kept value, BEVE against MessagePack.
//
//	go run ./binaryperf
//	GLAZE=glaze/include go run ./binaryperf
//
// MessagePack is msgp's generated code and, where g++ and msgpack-c are installed
// (Debian: libmsgpack-cxx-dev), msgpack-c with the same values in the same run,
// compiled on the fly. GLAZE names the folder with the headers of Glaze, the C++
// implementation of BEVE, which no package registry has; it is measured in the same way.
// CXX is another compiler than g++, with its flags.
package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/tinylib/msgp/msgp"

	beve "github.com/beve-org/beve-go"
	gencode "github.com/beve-org/beve-go/bench/codecs/generated"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/bench/report"
)

//go:embed cpp/main.cpp
var cppSource []byte

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 6, "how often everything is measured, in turns")
	each := flag.Duration("time", 100*time.Millisecond, "how long a measurement takes")
	raw := flag.Bool("raw", false, "print Go benchmark lines instead of the table")
	withCPP := flag.Bool("cpp", true, "measure msgpack-c too, where it can be compiled")
	flag.Parse()
	if err := run(*rounds, *each, *raw, *withCPP); err != nil {
		log.Fatal(err)
	}
}

func run(rounds int, each time.Duration, raw, withCPP bool) error {
	var programs []string
	if withCPP {
		dir, err := os.MkdirTemp("", "binaryperf")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if programs, err = buildCPP(dir, os.Getenv("GLAZE")); err != nil {
			return err
		}
	}
	var lines bytes.Buffer
	for range rounds {
		for _, r := range rows() {
			if err := r.measure(&lines, each); err != nil {
				return err
			}
		}
		for _, program := range programs {
			out, err := exec.Command(program, fmt.Sprint(float64(each)/1e6)).Output()
			if err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(program), err)
			}
			lines.Write(out)
		}
	}
	if raw {
		_, err := lines.WriteTo(os.Stdout)
		return err
	}
	results, err := report.Read(&lines, "binaryperf")
	if err != nil {
		return err
	}
	table(os.Stdout, results)
	return nil
}

// buildCPP compiles the programs for C++ and returns their paths. It does without msgpack-c where that is
// not installed, and without Glaze where its headers are not given.
func buildCPP(dir, glaze string) (programs []string, err error) {
	source := filepath.Join(dir, "main.cpp")
	if err := os.WriteFile(source, cppSource, 0o600); err != nil {
		return nil, err
	}
	compile := func(name string, args ...string) error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		program := filepath.Join(dir, name)
		command := append(strings.Fields(cmp.Or(os.Getenv("CXX"), "g++")), args...)
		command = append(command, "-O3", "-march=native", "-DNDEBUG", "-o", program, source)
		out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput()
		if err != nil {
			first, _, _ := bytes.Cut(out, []byte("\n"))
			return fmt.Errorf("%w %s", err, first)
		}
		programs = append(programs, program)
		return nil
	}
	if err := compile("msgpack-c", "-std=c++20", "-DMSGPACK_NO_BOOST"); err != nil {
		log.Printf("without msgpack-c: %v", err)
	}
	if glaze == "" {
		return programs, nil
	}
	if err := compile("glaze", "-std=c++23", "-DGLAZE", "-I", glaze); err != nil {
		return nil, fmt.Errorf("glaze: %w", err)
	}
	return programs, nil
}

// A row is one value with the two codecs for it.
type row struct {
	name, title string
	value       any
	codecs      []codec
}

type codec struct {
	name   string
	append func(dst []byte) ([]byte, error)
	read   func(data []byte) error
	kept   any
}

var titles = []struct{ name, title string }{
	{"nested", "complex nested object"},
	{"nested-escaped", "the same with a text to escape"},
	{"float64s", "10,000 double"},
	{"float32s", "10,000 float"},
	{"uint16s", "10,000 uint16"},
}

func rows() []row {
	nested, escaped := payload.NestedValue(), payload.NestedEscapedValue()
	doubles := payload.Find("float64s").Value.(*[]float64)
	floats := payload.Find("float32s").Value.(*[]float32)
	shorts := payload.Find("uint16s").Value.(*[]uint16)
	return []row{
		{titles[0].name, titles[0].title, nested, append(codecs(nested, nested), bevegen((*gencode.Nested)(nested)))},
		{titles[1].name, titles[1].title, escaped, append(codecs(escaped, escaped), bevegen((*gencode.NestedEscaped)(escaped)))},
		{titles[2].name, titles[2].title, doubles, codecs(doubles, (*payload.Float64s)(doubles))},
		{titles[3].name, titles[3].title, floats, codecs(floats, (*payload.Float32s)(floats))},
		{titles[4].name, titles[4].title, shorts, codecs(shorts, (*payload.Uint16s)(shorts))},
	}
}

// generated is what msgp generates for T.
type generated[T any] interface {
	*T
	msgp.Marshaler
	msgp.Unmarshaler
}

// codecs returns BEVE by reflection for v and msgp for the same value under the
// type that has its methods.
func codecs[T, G any, P generated[G]](v *T, g P) []codec {
	kept, keptG := new(T), P(new(G))
	return []codec{
		{
			name:   "beve",
			append: func(dst []byte) ([]byte, error) { return beve.Append(dst, v) },
			read:   func(data []byte) error { return beve.Unmarshal(data, kept) },
			kept:   kept,
		},
		{
			name:   "msgp",
			append: func(dst []byte) ([]byte, error) { return g.MarshalMsg(dst) },
			read: func(data []byte) error {
				_, err := keptG.UnmarshalMsg(data)
				return err
			},
			kept: keptG,
		},
	}
}

// ownCode is what bevegen generates for T.
type ownCode[T any] interface {
	*T
	AppendBEVE(dst []byte) ([]byte, error)
	UnmarshalBEVE(data []byte) error
}

// bevegen returns BEVE by generated code, which x and T have.
func bevegen[T any, P ownCode[T]](x P) codec {
	kept := P(new(T))
	return codec{name: "bevegen", append: x.AppendBEVE, read: kept.UnmarshalBEVE, kept: kept}
}

// measure prints the lines of a row, having checked that it comes back.
func (r *row) measure(w io.Writer, each time.Duration) error {
	for _, c := range r.codecs {
		data, err := c.append(nil)
		if err == nil {
			err = c.read(data)
		}
		if err != nil {
			return fmt.Errorf("%s, %s: %w", r.name, c.name, err)
		}
		want, got := reflect.ValueOf(r.value).Elem(), reflect.ValueOf(c.kept).Elem()
		if !reflect.DeepEqual(want.Interface(), got.Convert(want.Type()).Interface()) {
			return fmt.Errorf("%s, %s: it does not come back", r.name, c.name)
		}
		kept := data
		write, err := perOp(each, func() (err error) {
			kept, err = c.append(kept[:0])
			return err
		})
		if err != nil {
			return err
		}
		read, err := perOp(each, func() error { return c.read(data) })
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "BenchmarkBinary/%s/Write/%s 1 %.1f ns/op %d size\n", r.name, c.name, write, len(data))
		fmt.Fprintf(w, "BenchmarkBinary/%s/Read/%s 1 %.1f ns/op %d size\n", r.name, c.name, read, len(data))
	}
	return nil
}

// perOp runs f for at least so long and returns nanoseconds per call.
func perOp(each time.Duration, f func() error) (float64, error) {
	for n := 1; ; n *= 2 {
		start := time.Now()
		for range n {
			if err := f(); err != nil {
				return 0, err
			}
		}
		if taken := time.Since(start); taken >= each {
			return float64(taken.Nanoseconds()) / float64(n), nil
		}
	}
}

// table prints a row for writing, reading and size of each value. A factor is how
// many times the other's figure is ours: above 1, BEVE is faster or smaller.
func table(w io.Writer, r *report.Results) {
	others := []string{"msgp", "msgpack-c", "glaze"}
	fmt.Fprintln(w, "| | BEVE | msgp (Go) | factor | msgpack-c (C++) | factor | Glaze (C++) | factor |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, t := range titles {
		for _, mode := range []string{"Write", "Read"} {
			line := func(codec string) *report.Series { return r.Series["Binary/"+t.name+"/"+mode+"/"+codec] }
			ours := line("beve")
			fmt.Fprintf(w, "| %s, %s | %s |", t.title, mode, report.Duration(report.Median(ours.Nanos)))
			for _, other := range others {
				theirs := line(other)
				if theirs == nil {
					fmt.Fprint(w, " n/a | |")
					continue
				}
				fmt.Fprintf(w, " %s | %s |", report.Duration(report.Median(theirs.Nanos)), report.Figure(report.Compare(theirs, ours).Median))
			}
			fmt.Fprintln(w)
		}
		size := func(codec string) float64 {
			if s := r.Series["Binary/"+t.name+"/Write/"+codec]; s != nil {
				return s.Size()
			}
			return 0
		}
		fmt.Fprintf(w, "| %s, bytes | %.0f |", t.title, size("beve"))
		for _, other := range others {
			if size(other) == 0 {
				fmt.Fprint(w, " n/a | |")
				continue
			}
			fmt.Fprintf(w, " %.0f | %s |", size(other), report.Figure(size(other)/size("beve")))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	report.WriteNested(w, r)
}
