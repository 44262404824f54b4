// Command declare prints declared.go into every package that users call, and the files that packages
// patch and column have of every format: what all of them declare alike, since go doc shows only what stands in a package itself, and what differs
// from one to the next in a sentence or two. It runs by go generate, in its folder.
package main

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"unicode/utf8"
)

//go:generate go run .

//go:embed *.go.tmpl
var templates embed.FS

var declarations = template.Must(template.New("").Funcs(template.FuncMap{"say": say}).ParseFS(templates, "*.go.tmpl"))

// A file is one that is printed, at a path from the root of the module.
type file struct {
	path, template string
	data           any
}

// files returns all that is printed.
func files() (all []file) {
	for _, p := range packages {
		all = append(all, file{p.file(), "declare.go.tmpl", p})
	}
	for _, d := range documents {
		folder := filepath.FromSlash(d.Folder)
		all = append(all, file{filepath.Join(folder, "patch", "batch.go"), "batch.go.tmpl", d},
			file{filepath.Join(folder, "column", "rows.go"), "rows.go.tmpl", d})
	}
	return all
}

var lineBreak = regexp.MustCompile(`\n\s*`)

// say returns the first text that is not empty, on one line.
func say(texts ...string) string { return lineBreak.ReplaceAllString(cmp.Or(texts...), " ") }

func main() {
	for _, f := range files() {
		src, err := f.print()
		if err == nil {
			err = os.WriteFile(filepath.Join("..", "..", f.path), src, 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "declare: %s: %v\n", f.path, err)
			os.Exit(1)
		}
	}
}

// file returns where the declarations of p are, from the root of the module.
func (p *declared) file() string {
	if p.Package == "beve" {
		return "declared.go"
	}
	return filepath.Join(p.Package, "declared.go")
}

// print returns what f is to hold.
func (f *file) print() ([]byte, error) {
	var b bytes.Buffer
	if err := declarations.ExecuteTemplate(&b, f.template, f.data); err != nil {
		return nil, err
	}
	return format.Source(fill(b.Bytes()))
}

// width is how long a line of a comment is at most, a tab counted as four.
const width = 92

// fill breaks the lines of comments anew: how long a sentence is depends on the package.
func fill(src []byte) []byte {
	var out strings.Builder
	var words []string
	indent := ""
	flush := func() {
		at := 0
		for _, word := range words {
			n := utf8.RuneCountInString(word) + 1
			if at == 0 || at+n > width {
				if at > 0 {
					out.WriteByte('\n')
				}
				out.WriteString(indent + "//")
				at = 4*len(indent) + 2
			}
			out.WriteString(" " + word)
			at += n
		}
		if at > 0 {
			out.WriteByte('\n')
		}
		words = words[:0]
	}
	for line := range strings.Lines(string(src)) {
		code := strings.TrimLeft(line, "\t")
		if comment, ok := strings.CutPrefix(code, "// "); ok {
			indent = line[:len(line)-len(code)]
			words = append(words, strings.Fields(comment)...)
			continue
		}
		flush()
		out.WriteString(line)
	}
	flush()
	return []byte(out.String())
}
