// Package program builds small programs that differ in nothing but the library that they use.
package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Program writes a struct of strings and reads it back, or only prints it if it has no library.
type Program struct {
	Name   string
	Import string // with a name: codec
	// Body is what stands between the struct v and the line that prints it. It may set err.
	Body string
}

// Without is the program that the others are compared with: it uses fmt alone.
var Without = Program{Name: "fmt alone"}

// BEVE is the program that uses the package at the root of this repository.
var BEVE = Marshaler("beve", "github.com/beve-org/beve-go")

// Marshaler is the program of a package with Marshal and Unmarshal.
func Marshaler(name, path string) Program {
	return Program{name, fmt.Sprintf("codec %q", path), `
	data, err := codec.Marshal(&v)
	if err == nil {
		err = codec.Unmarshal(data, &v)
	}`}
}

const source = `package main

import (
	"fmt"
	"os"

	%s
)

func main() {
	v := struct{ Args []string }{os.Args}%s
	fmt.Println(v%s)
}
`

// Build builds p in dir, in the module bench, which is the working directory, and returns the path of
// the executable. Without symbols it is what people ship.
func (p Program) Build(dir string, symbols bool) (string, error) {
	result := ", err"
	if p.Import == "" {
		result = ""
	}
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, fmt.Appendf(nil, source, p.Import, p.Body, result), 0o600); err != nil {
		return "", err
	}
	flags, out := "-s -w", filepath.Join(dir, strings.ReplaceAll(p.Name, " ", "-")+".stripped")
	if symbols {
		flags, out = "", strings.TrimSuffix(out, ".stripped")
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags="+flags, "-o", out, file)
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOWORK=off"), os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("the program of %s: %w", p.Name, err)
	}
	return out, nil
}

// Growth returns by how many bytes p is larger than the program without a library.
func (p Program) Growth(dir string, symbols bool) (int64, error) {
	var sizes [2]int64
	for i, q := range []Program{Without, p} {
		path, err := q.Build(dir, symbols)
		if err != nil {
			return 0, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return 0, err
		}
		sizes[i] = info.Size()
	}
	return sizes[1] - sizes[0], nil
}
