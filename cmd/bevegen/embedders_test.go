package main

import (
	"strings"
	"testing"
)

func TestStructsThatEmbedGeneratedTypesAreNamed(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package m\n\ntype Base struct{ ID int }\n\ntype User struct {\n\tBase\n\tName string\n}\n\n" +
		"type deep struct {\n\t*User\n\tN int\n}\n\ntype Other struct{ B Base }\n\ntype Twin = User\n"})
	t.Setenv("GOFILE", "a.go")
	_, stdout, stderr := bevegen("-v", "-type=Base", dir)
	for _, want := range []string{"a.go:5:6: User embeds Base", "a.go:10:6: deep embeds Base"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in %q, %q", want, stdout, stderr)
		}
	}
	if strings.Contains(stdout, "Other embeds") || strings.Contains(stdout, "Twin embeds") {
		t.Errorf("%q", stdout)
	}
	if _, stdout, _ = bevegen("-v", "-type=Base,User", dir); strings.Contains(stdout, "User embeds Base") || !strings.Contains(stdout, "deep embeds User") {
		t.Errorf("%q", stdout)
	}
}
