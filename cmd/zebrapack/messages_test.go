package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A message about a file is one line: its name once, the place in it, the reason; the status is 1.
func TestMessagesAboutFiles(t *testing.T) {
	dir := t.TempDir()
	fine := filepath.Join(dir, "fine.json")
	files := map[string]string{"fine.json": `{"Structs":[]}`, "empty": "", "damaged.json": `{"a":1,}`, "short": "\x81\xa1a", "other": "\x05"}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, place := range map[string]string{"missing": "", "empty": "0: ", "damaged.json": "8: ", "short": "3: /a: ", "other": "0: "} {
		name = filepath.Join(dir, name)
		for _, args := range [][]string{{"-schema-to-go", name}, {"check", name, fine}, {"check", fine, name}, {"check", "-lock", name, fine}} {
			if place == "" && args[1] == "-lock" {
				continue // which begins a new one
			}
			var out, errs bytes.Buffer
			status := run(args, &out, &errs)
			line, ended := strings.CutSuffix(errs.String(), "\n")
			reason, named := strings.CutPrefix(line, name+": "+place)
			switch {
			case status != 1:
				t.Errorf("%q: status %d, %q", args, status, errs.String())
			case !ended, strings.Contains(line, "\n"), !named, reason == "", strings.Contains(reason, name), strings.Contains(reason, "at byte"):
				t.Errorf("%q: %q", args, line)
			}
		}
	}
}
