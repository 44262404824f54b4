package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Wheels that are not what they are called are found. Those that a release makes are its own test.
func TestCheckWheelRefuses(t *testing.T) {
	here, err := os.Executable() // a program, and no module
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ platform, module, want string }{
		{"manylinux_2_17_x86_64", "", "not one"},
		{"manylinux_2_17_x86_64", "_native.cpython-312-x86_64-linux-gnu.so", "its name is not"},
		{"manylinux_2_17_aarch64", "_native.cpython-313-x86_64-linux-gnu.so", "its name is not"},
		{"manylinux_2_17_x86_64", "_native.cpython-313-x86_64-linux-gnu.so", "symbol"},
		{"macosx_11_0_arm64", "_native.cpython-313-darwin.so", "invalid magic"},
		{"win_amd64", "_native.cp313-win_amd64.pyd", "unrecognized PE machine"},
		{"plan9", "_native.so", "nobody knows"},
	} {
		path := filepath.Join(t.TempDir(), "beve-1.0-cp313-cp313-"+test.platform+".whl")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		wheel := zip.NewWriter(file)
		if test.module != "" {
			to, err := wheel.CreateHeader(&zip.FileHeader{Name: "beve/" + test.module, Method: zip.Store})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := to.Write(program); err != nil {
				t.Fatal(err)
			}
		}
		if err := wheel.Close(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if err := checkWheel(path); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s in a wheel for %s: %v; want %q", test.module, test.platform, err, test.want)
		}
	}
}
