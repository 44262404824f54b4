package main

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/cmd/internal/version"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file generates code, and what else hangs on the flags without a verb.

// request is what the flags ask for.
type request struct {
	zebra.Options
	file, output, schema, toGo string
	exclude                    string
	tests, check, genID        bool
}

func generate(args []string, stdout, stderr io.Writer) error {
	var q request
	flags := flag.NewFlagSet("zebrapack", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&q.file, "file", os.Getenv("GOFILE"), "Go file or folder to generate for; the default is $GOFILE")
	flags.StringVar(&q.output, "o", "", "output `file`, or the folder it goes to; the default ends in _gen.go, beside the source")
	flags.BoolVar(&q.IO, "io", true, "generate EncodeMsg and DecodeMsg")
	flags.BoolVar(&q.Marshal, "marshal", true, "generate MarshalMsg and UnmarshalMsg")
	flags.BoolVar(&q.tests, "tests", true, "write tests and benchmarks beside the output")
	flags.BoolVar(&q.Unexported, "unexported", false, "include types and fields that are not exported")
	flags.BoolVar(&q.Msgp, "msgp", false, "write the MessagePack of tinylib/msgp: names of fields for keys, no ids, no schema")
	flags.BoolVar(&q.Msgpack, "msgpack", false, "write the MessagePack that package msgpack writes by reflection")
	flags.BoolVar(&q.FastStrings, "fast-strings", false, "let the strings that UnmarshalMsg reads alias its input")
	flags.BoolVar(&q.NoStructNames, "no-structnames-onwire", false, "do not write the names of structs")
	flags.BoolVar(&q.NoSchema, "no-embedded-schema", false, "leave the schema out of the generated code")
	flags.StringVar(&q.MethodPrefix, "method-prefix", "", "put `prefix` before the names of the generated methods")
	flags.StringVar(&q.schema, "write-schema", "", "write the schema to `path` and as JSON to path.json; - is standard output, without JSON")
	flags.BoolVar(&q.genID, "genid", false, "print a new schema id as a Go constant, and nothing else")
	flags.StringVar(&q.toGo, "schema-to-go", "", "print the Go declarations for the schema at `path`, and nothing else")
	flags.BoolVar(&q.check, "check", false, "write nothing; show how the files differ and exit with status 1 if they are stale")
	flags.BoolVar(&q.Strict, "strict", false, "fail for types and fields that cannot be sent; otherwise they are left out, with a warning")
	flags.StringVar(&q.exclude, "exclude", "", "generate nothing for these `types`, separated by commas")
	flags.Func("d", "apply a `directive` to all files, such as \"tag json\"; may be given several times", func(text string) error {
		q.Directives = append(q.Directives, strings.TrimPrefix(strings.TrimSpace(text), "msgp:"))
		return nil
	})
	printVersion := flags.Bool("version", false, "print the version, and nothing else")
	flags.Bool("v", false, "has no effect; warnings are always printed")
	flags.Bool("no-load", false, "has no effect; sources are always checked against their imports")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: zebrapack [flags]\n       zebrapack check [-lock file [-update]] OLD NEW ...")
		flags.PrintDefaults()
	}
	if err := parse(flags, args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "unexpected argument %s\n", flags.Arg(0))
		return errUsage
	}
	q.Msgp = q.Msgp || q.Msgpack
	switch {
	case *printVersion:
		_, err := fmt.Fprintln(stdout, version.Of("zebrapack"))
		return err
	case q.genID:
		return printID(stdout)
	case q.toGo != "":
		return schemaToGo(q.toGo, stdout)
	case q.file == "":
		fmt.Fprintln(stderr, "No file to parse.")
		return errFailed
	case !q.IO && !q.Marshal:
		return errors.New("no methods to generate: -io and -marshal are both off")
	}
	return q.run(stdout, stderr)
}

// run generates for a file or folder.
func (q *request) run(stdout, stderr io.Writer) error {
	in, err := load(q.file)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(q.exclude, ",") {
		if name = strings.TrimSpace(name); name != "" {
			q.Exclude = append(q.Exclude, name)
		}
	}
	q.SourcePath = q.file
	output := q.place(in)
	result, err := zebra.Generate(in, &q.Options, output, q.tests)
	for _, w := range result.Warnings {
		fmt.Fprintln(stderr, "warning:", w)
	}
	if err != nil {
		return err
	}
	if err := q.writeSchema(result.Schema, stdout, stderr); err != nil {
		return err
	}
	err = q.put(output, result.Code, stderr)
	if len(result.Tests) > 0 {
		err = errors.Join(err, q.put(strings.TrimSuffix(output, ".go")+"_test.go", result.Tests, stderr))
	}
	return err
}

// load loads the package of a Go file, or that in a folder.
func load(path string) (*zebra.Input, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	dir, name := path, ""
	if !info.IsDir() {
		dir, name = filepath.Split(path)
		if dir == "" {
			dir = "."
		}
	}
	options := gen.LoadOptions{Generated: func(other string) bool {
		return other != name && isOurs(filepath.Join(dir, other))
	}}
	if strings.HasSuffix(name, "_test.go") {
		options.TestFile = name
	}
	p, err := gen.Load(dir, options)
	if err != nil {
		return nil, err
	}
	if name == "" {
		in := zebra.FromFiles(p)
		if len(in.Sources) == 0 {
			return nil, fmt.Errorf("%s: all files are generated; name one by -file", path)
		}
		return in, nil
	}
	in := zebra.FromFiles(p, name)
	if len(in.Sources) == 0 {
		return nil, errors.Join(fmt.Errorf("%s is not part of its package: it does not parse, or build tags leave it out", path), errors.Join(p.Errors...))
	}
	return in, nil
}

// isOurs reports whether a file was written by this command.
func isOurs(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	return strings.HasPrefix(line, "// Code generated by zebrapack")
}

// place returns the path of the output.
func (q *request) place(in *zebra.Input) string {
	if strings.HasSuffix(q.output, ".go") {
		return q.output
	}
	path := filepath.Join(q.file, in.Name+"_gen.go")
	if base, isFile := strings.CutSuffix(q.file, ".go"); isFile {
		path = base + "_gen.go"
		if base, isTest := strings.CutSuffix(base, "_test"); isTest {
			path = base + "_gen_test.go"
		}
	}
	if q.output != "" {
		path = filepath.Join(q.output, filepath.Base(path))
	}
	return path
}

// put writes a file, or checks it.
func (q *request) put(path string, text []byte, stderr io.Writer) error {
	if q.check {
		diff, err := gen.Check(path, text)
		fmt.Fprint(stderr, diff)
		return err
	}
	if err := gen.Write(path, text); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "wrote %s\n", path)
	return nil
}

// writeSchema writes the schema to where -write-schema says.
func (q *request) writeSchema(s *zebrapack.Schema, stdout, stderr io.Writer) error {
	switch q.schema {
	case "":
		return nil
	case "-":
		_, err := stdout.Write(s.AppendMsgpack(nil))
		return err
	}
	return errors.Join(
		q.put(q.schema, s.AppendMsgpack(nil), stderr),
		q.put(q.schema+".json", append(s.AppendJSONIndent(nil), '\n'), stderr))
}

// printID prints a constant with a random id of 53 bits, which numbers of JavaScript
// hold too.
func printID(w io.Writer) error {
	var b [8]byte
	id := uint64(0)
	for id == 0 {
		if _, err := rand.Read(b[:]); err != nil {
			return err
		}
		id = binary.BigEndian.Uint64(b[:]) >> 11
	}
	_, err := fmt.Fprintf(w, "// zebraSchemaId64 tells this schema from all others. It was drawn at random by\n"+
		"// zebrapack -genid, and stays the same as the schema evolves.\nconst zebraSchemaId64 = 0x%x\n", id)
	return err
}
