// Command weight measures by how much a program grows that imports a library, ours and others, and
// what the growth by ours consists of.
//
//	go run ./weight [-name laptop-weight]
package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/bench/weight/program"
)

var programs = []program.Program{
	program.BEVE,
	program.Marshaler("beve-go/json", "github.com/beve-org/beve-go/json"),
	program.Marshaler("beve-go/msgpack", "github.com/beve-org/beve-go/msgpack"),
	program.Marshaler("beve-go/zebrapack", "github.com/beve-org/beve-go/zebrapack"),
	program.Marshaler("encoding/json", "encoding/json"),
	program.Marshaler("goccy/go-json", "github.com/goccy/go-json"),
	program.Marshaler("segmentio/encoding/json", "github.com/segmentio/encoding/json"),
	program.Marshaler("bytedance/sonic", "github.com/bytedance/sonic"),
	program.Marshaler("fxamacker/cbor", "github.com/fxamacker/cbor/v2"),
	program.Marshaler("vmihailenco/msgpack", "github.com/vmihailenco/msgpack/v5"),
	program.Marshaler("shamaton/msgpack", "github.com/shamaton/msgpack/v3"),
	{Name: "ugorji/go/codec", Import: `"github.com/ugorji/go/codec"`, Body: `
	var data []byte
	handle := new(codec.MsgpackHandle)
	err := codec.NewEncoderBytes(&data, handle).Encode(&v)
	if err == nil {
		err = codec.NewDecoderBytes(data, handle).Decode(&v)
	}`},
}

func main() {
	name := flag.String("name", "local-weight", "the folder in results")
	flag.Parse()
	if err := measure(*name); err != nil {
		log.Fatal(err)
	}
}

func measure(name string) error {
	dir, err := os.MkdirTemp("", "weight")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s\n\nBy how much a program grows that imports a library, writes a struct of strings and reads it back.\nIt is compared with one that only prints the struct.\n\n", name)
	fmt.Fprintf(&w, "- System: %s/%s, %s\n- Command: `go run ./weight -name %s`\n- Stripped: `-trimpath -ldflags='-s -w'`\n\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), name)
	fmt.Fprint(&w, "| library | stripped, KB | with symbols, KB |\n|---|--:|--:|\n")
	for _, p := range programs {
		stripped, err := p.Growth(dir, false)
		if err != nil {
			return err
		}
		full, err := p.Growth(dir, true)
		if err != nil {
			return err
		}
		fmt.Fprintf(&w, "| %s | %d | %d |\n", p.Name, stripped/1000, full/1000)
	}
	if err := consists(&w, dir); err != nil {
		return err
	}
	folder := filepath.Join("results", name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "README.md"), w.Bytes(), 0o644)
}

// consists writes what the growth by package beve is: by section, and by package.
func consists(w io.Writer, dir string) error {
	before, err := program.Without.Build(dir, true)
	if err != nil {
		return err
	}
	after, err := program.BEVE.Build(dir, true)
	if err != nil {
		return err
	}
	if a, b := sections(before), sections(after); b != nil {
		fmt.Fprint(w, "\nWhat the growth by package beve is, by section. `.gopclntab` has the runtime's tables: names of functions, lines,\nwhat is inlined where. It follows the code.\n\n| section | KB |\n|---|--:|\n")
		for _, name := range slices.SortedFunc(maps.Keys(b), func(x, y string) int { return cmp.Compare(b[y]-a[y], b[x]-a[x]) }) {
			if n := b[name] - a[name]; n >= 1000 {
				fmt.Fprintf(w, "| `%s` | %d |\n", name, n/1000)
			}
		}
	}
	a, err := packages(before)
	if err != nil {
		return err
	}
	b, err := packages(after)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "\nCode and data by package, as `go tool nm -size` has them, without those tables and without descriptions of types, from 4 KB on:\n\n| package | KB |\n|---|--:|\n")
	for _, name := range slices.SortedFunc(maps.Keys(b), func(x, y string) int { return cmp.Compare(b[y]-a[y], b[x]-a[x]) }) {
		if n := b[name] - a[name]; n >= 4000 {
			fmt.Fprintf(w, "| %s | %d |\n", name, n/1000)
		}
	}
	return nil
}

// sections returns the sizes of the sections of an executable that are loaded, if it is ELF.
func sections(path string) map[string]int64 {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	sizes := map[string]int64{}
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS {
			sizes[s.Name] = int64(s.Size)
		}
	}
	return sizes
}

var instance = regexp.MustCompile(`\[.*`)

// packages returns the bytes of the functions and variables of each package of an executable.
func packages(path string) (map[string]int64, error) {
	out, err := exec.Command("go", "tool", "nm", "-size", path).Output()
	if err != nil {
		return nil, err
	}
	// The command does not tell variables that take no room in the file from others.
	var empty []elf.SectionHeader
	if f, err := elf.Open(path); err == nil {
		defer f.Close()
		for _, s := range f.Sections {
			if s.Type == elf.SHT_NOBITS && s.Flags&elf.SHF_ALLOC != 0 {
				empty = append(empty, s.SectionHeader)
			}
		}
	}
	sizes := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		// The address, the size, the kind and the name, which may have blanks in it.
		f := strings.SplitN(strings.Join(strings.Fields(line), " "), " ", 4)
		if len(f) < 4 || !strings.Contains("TtRrDd", f[2]) {
			continue
		}
		at, _ := strconv.ParseUint(f[0], 16, 64)
		if slices.ContainsFunc(empty, func(s elf.SectionHeader) bool { return at-s.Addr < s.Size }) {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		name := instance.ReplaceAllString(f[3], "")
		slash := strings.LastIndexByte(name, '/') + 1
		dot := strings.IndexByte(name[slash:], '.')
		if err != nil || dot < 0 || strings.Contains(name, ":") || strings.HasPrefix(name, "runtime.") {
			continue
		}
		name = strings.Replace(name[:slash+dot], "github.com/beve-org/beve-go", "beve-go", 1)
		sizes[strings.ReplaceAll(name, "%2e", ".")] += n
	}
	return sizes, nil
}
