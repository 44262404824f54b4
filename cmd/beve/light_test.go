package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The command stays light: what takes long to build, or makes it large, is in none of its
// packages. A library that brings such a package along has to be worth it.
func TestBeveStaysLight(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	heavy := map[string]bool{"net/http": true, "crypto/tls": true, "go/types": true, "html/template": true, "database/sql": true}
	for _, p := range packages {
		if heavy[p] || strings.HasPrefix(p, "google.golang.org/protobuf/") || strings.HasPrefix(p, "golang.org/x/tools/") {
			t.Errorf("beve needs %s", p)
		}
	}
	if len(packages) < 100 || len(packages) > 280 {
		t.Errorf("%d packages", len(packages))
	}
}
