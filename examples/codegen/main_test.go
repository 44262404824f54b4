package main

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// A field that generated code does not know, since it is older than the type, shows too.
func TestGeneratedAndReflectedAreTheSame(t *testing.T) {
	var out strings.Builder
	if err := run(&out, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^\d+ bytes, the same: true
the same value: true
the same error: true: beve: /seats at byte \d+: .*
append, reflection +\d+ ns
append, generated +\d+ ns
decode, reflection +\d+ ns
decode, generated +\d+ ns
$`)
	if !want.MatchString(out.String()) {
		t.Errorf("printed\n%s", out.String())
	}
}
