package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/turns"
)

//go:embed glaze/main.cpp
var glazeSource []byte

// glaze compiles the program that measures Glaze with the headers in a folder, and returns what runs it and what removes it; none
// without a folder.
func glaze(headers string, run *turns.Run) (programs []func(w io.Writer) error, remove func(), err error) {
	if headers == "" {
		return nil, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "unions")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	source, program := filepath.Join(dir, "main.cpp"), filepath.Join(dir, "glaze")
	if err := os.WriteFile(source, glazeSource, 0o600); err != nil {
		remove()
		return nil, nil, err
	}
	compiler := strings.Fields(os.Getenv("CXX"))
	if len(compiler) == 0 {
		compiler = []string{"clang++-19", "-stdlib=libc++"}
	}
	args := append(compiler[1:], "-std=c++23", "-O3", "-march=native", "-DNDEBUG", "-I", headers, source, "-o", program)
	if out, err := exec.Command(compiler[0], args...).CombinedOutput(); err != nil {
		remove()
		return nil, nil, fmt.Errorf("%w\n%s", err, out)
	}
	_, span := run.Turns()
	return []func(w io.Writer) error{func(w io.Writer) error {
		cmd := exec.Command(program, fmt.Sprint(float64(span)/float64(time.Millisecond)))
		cmd.Stdout = w
		return cmd.Run()
	}}, remove, nil
}
