package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// This file runs what is generated under the tags and directives of tinylib/msgp: the
// source and its test are in testdata/tinylib, the code is made in a folder of its own.

func TestTagsAndDirectivesOfTinylib(t *testing.T) {
	dir := tempPackage(t)
	for name, to := range map[string]string{"source.txt": "source.go", "more.txt": "more.go", "test.txt": "source_test.go"} {
		text, err := os.ReadFile(filepath.Join("testdata", "tinylib", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"-msgp", "-file", filepath.Join(dir, "source.go")},
		{"-msgp", "-d", "tag json", "-d", "msgp:maps autoshim", "-file", filepath.Join(dir, "more.go")}} {
		var out bytes.Buffer
		if status := run(args, &out, &out); status != 0 {
			t.Fatalf("%q: exit status %d\n%s", args, status, out.Bytes())
		}
	}
	for _, args := range [][]string{{"vet"}, {"test"}} {
		if text, err := exec.Command("go", append(args, "./"+filepath.ToSlash(dir))...).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, text)
		}
	}
}
