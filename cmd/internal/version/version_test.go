package version_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// Each command says on standard output which build it is, in the same form.
func TestCommandsSayTheirVersion(t *testing.T) {
	bin := t.TempDir()
	commands := []string{"addzid", "beve", "bevegen", "bevemigrate", "zebrapack"}
	for _, name := range commands {
		build := exec.Command("go", "build", "-o", bin, "../../"+name)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		for _, flag := range []string{"--version", "-version"} {
			if name == "beve" && flag == "-version" {
				continue // its flags take two dashes
			}
			out, err := exec.Command(filepath.Join(bin, name), flag).Output()
			if want := `^` + name + ` \S+ go\S+ \w+/\w+\n$`; err != nil || !regexp.MustCompile(want).Match(out) {
				t.Errorf("%s %s: %q, %v; want %s", name, flag, out, err, want)
			}
		}
	}
}
