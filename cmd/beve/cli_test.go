package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// exitCode is how a line of the cheat sheet says that it fails.
var exitCode = regexp.MustCompile(`# exit code (\d+)`)

// TestCheatSheet runs the lines of docs/cli.md in a shell.
func TestCheatSheet(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the lines are for a POSIX shell")
	}
	page := read(t, filepath.Join("..", "..", "docs", "cli.md"))
	bin, dir := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\nexec '" + os.Args[0] + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "beve"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	server := buildServer(t, bin)
	for _, block := range strings.Split(page, "```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for line := range strings.Lines(block) {
			want := 0
			if m := exitCode.FindStringSubmatch(line); m != nil {
				want, _ = strconv.Atoi(m[1])
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "BEVE_TEST_MAIN=1", "GOCOVERDIR="+t.TempDir(), "PATH="+bin+":"+os.Getenv("PATH"))
			if strings.Contains(line, ", until interrupted") {
				used["serve"] = true
				if server {
					cmd.Args[2] = "exec " + line
					checkServed(t, cmd)
				}
				continue
			}
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != want {
				t.Errorf("%sexit code %d: %s", line, got, out)
			}
			for _, words := range strings.Split(line, "beve ")[1:] {
				used[strings.Fields(words)[0]] = true
			}
		}
	}
	for _, c := range newApp(t.Context(), streams{}).root().Commands() {
		switch c.Name() {
		case "help", "tour", "version":
		default:
			if !used[c.Name()] {
				t.Errorf("docs/cli.md has no line with beve %s", c.Name())
			}
		}
	}
}

// buildServer builds what beve serve starts into a folder of PATH, which is left out of short runs.
func buildServer(t *testing.T, bin string) bool {
	if testing.Short() {
		return false
	}
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "beveserve"), "../beveserve").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return true
}

// checkServed starts a command, asks for the page at the address that it prints, and interrupts it.
func checkServed(t *testing.T, cmd *exec.Cmd) {
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	address, _ := bufio.NewReader(out).ReadString('\n')
	page, err := http.Get(strings.TrimSpace(address))
	if err != nil {
		t.Error(err)
	} else {
		if page.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", address, page.Status)
		}
		page.Body.Close()
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("interrupted, and the exit code is %d", code)
	}
}
