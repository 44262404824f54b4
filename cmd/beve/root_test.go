package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestProcessExitCodes(t *testing.T) {
	good, bad := file(t, "good.json", []byte("1")), file(t, "bad.json", []byte("["))
	for _, c := range []struct {
		args []string
		code int
	}{{[]string{"valid", good}, 0}, {[]string{"valid", bad}, 1}, {[]string{"nosuch"}, 2}, {[]string{"diff", good, good}, 0}} {
		cmd := process(t, c.args...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code {
			t.Errorf("%q: %d, %s", c.args, got, out)
		}
	}
}

// A reader that has seen enough, as head does, ends the program without a word.
func TestProcessIsQuietWhenItsReaderGoes(t *testing.T) {
	in := file(t, "in.ndjson", []byte(bigInput(50_000)))
	for _, args := range [][]string{{"cat", in}, {"explain", in}, {"convert", in, "-", "--to", "beve"}} {
		cmd := process(t, args...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 10))
		out.Close()
		if err := cmd.Wait(); err == nil || errs.Len() > 0 {
			t.Errorf("%q: %v, %q", args, err, errs.String())
		}
	}
}

// An interrupt takes effect also while the program waits for input.
func TestProcessEndsWhenInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send another an interrupt there")
	}
	dir := t.TempDir()
	cmd := process(t, "convert", "-", filepath.Join(dir, "out.beve"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Write([]byte("[1]\n"))
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		files, _ := os.ReadDir(dir)
		if len(files) > 0 {
			break // it has begun
		}
		if time.Now().After(deadline) {
			t.Fatal("no file is created")
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	files, _ := os.ReadDir(dir)
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || len(files) > 0 {
		t.Errorf("exit code %d, files %v", code, files)
	}
}

// timing is what differs from one tour to the next.
var timing = regexp.MustCompile(`in [0-9.]+(ns|µs|ms|s)\b`)

func TestTourGolden(t *testing.T) {
	got := timing.ReplaceAllString(beveOK(t, "tour"), "in TIME")
	if n := strings.Count(got, "\n"); n > 60 {
		t.Errorf("the tour has %d lines", n)
	}
	golden(t, "tour", got)
}

func TestSampleIsWhatTheTourSays(t *testing.T) {
	if !json.Valid(sample) {
		t.Fatal("the sample is not JSON")
	}
	name := file(t, "greenhouse.json", sample)
	out := file(t, "greenhouse.beve", nil)
	beveOK(t, "convert", "--typed-arrays", name, out)
	if got := beveOK(t, "get", out, "/sensors/1/samples/16"); got != "58.5\n" {
		t.Error(got)
	}
	part := beveOK(t, "get", "--raw", out, "/sensors/0")
	shown := beveIn(t, part, "explain", "-").out
	tour := beveOK(t, "tour")
	for line := range strings.Lines(shown) {
		if !strings.Contains(tour, line) {
			t.Errorf("the tour lacks %q", line)
		}
	}
}

func TestEveryCommandHasHelpWithExamples(t *testing.T) {
	a := newApp(t.Context(), streams{})
	for _, c := range a.root().Commands() {
		if c.Name() == "completion" || c.Name() == "help" || c.Name() == "version" {
			continue
		}
		help := beveOK(t, c.Name(), "--help")
		if c.Short == "" || c.Long == "" || !strings.Contains(help, "Examples:\n  ") || !strings.Contains(help, "beve "+c.Name()) {
			t.Errorf("%s: %s", c.Name(), help)
		}
		fitsTheTerminal(t, c.Name(), c.Long+"\n"+c.Example)
	}
	for _, args := range [][]string{nil, {"--help"}, {"help"}} {
		got := beveOK(t, args...)
		if !strings.Contains(got, "beve tour") {
			t.Errorf("%q: %s", args, got)
		}
		fitsTheTerminal(t, "beve", got)
	}
}

// fitsTheTerminal reports lines of a help text that a usual window breaks.
func fitsTheTerminal(t *testing.T, name, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("%s: %d letters in a line: %s", name, n, line)
		}
	}
}

func TestVersionAndCompletion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if got := beveOK(t, args...); !strings.HasPrefix(got, "beve ") || strings.Count(got, "\n") != 1 {
			t.Errorf("%q: %q", args, got)
		}
	}
	page := beveOK(t, "man")
	for _, c := range newApp(t.Context(), streams{}).root().Commands() {
		if !strings.Contains(page, ".SS \""+strings.ReplaceAll(c.UseLine(), "-", "\\-")) {
			t.Errorf("the manual lacks %s", c.Name())
		}
	}
	if _, err := exec.LookPath("man"); err == nil {
		cmd := exec.CommandContext(t.Context(), "man", "--warnings", "-l", "-")
		cmd.Stdin, cmd.Env = strings.NewReader(page), append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=100", "MANROFFSEQ=", "PAGER=cat")
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "warning:") {
			t.Errorf("man: %v, %.500s", err, out)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := beveOK(t, "completion", shell); !strings.Contains(got, "beve") {
			t.Errorf("%s: %.100q", shell, got)
		}
	}
	if got := beveIn(t, "", "__complete", "cat", "--from", "").out; !strings.Contains(got, "ndjson") {
		t.Errorf("completion of --from: %q", got)
	}
}

func TestWrongUseIsExitCodeTwo(t *testing.T) {
	for _, args := range [][]string{
		{"nosuch"}, {"cat", "--nosuch"}, {"explain"}, {"explain", "a", "b"}, {"valid"}, {"tour", "x"}, {"--nosuch"},
		{"get", "a"}, {"stat"}, {"cat", "--max-depth", "x", "a"}, {"cat", "--from", "xlsx", "a"}, {"version", "x"},
	} {
		got := beveFails(t, 2, args...)
		if !strings.HasPrefix(got, "beve: ") || !strings.Contains(got, "--help' for usage.\n") {
			t.Errorf("%q says %q", args, got)
		}
	}
}

func TestValidSaysWhyForEachFile(t *testing.T) {
	good := file(t, "good.json", []byte("1 2"))
	bad := file(t, "bad.beve", []byte("\x05\x04\x07"))
	r := beveIn(t, "", "valid", good, bad, "nosuch", good)
	if r.code != 1 || r.out != strings.Repeat(good+": ok (2 values)\n", 2) {
		t.Errorf("got %+v", r)
	}
	if want := bad + ": 2: /0: invalid header 0x07\nnosuch: no such file or directory\n"; r.err != want {
		t.Errorf("got %q, want %q", r.err, want)
	}
	r = beveIn(t, "", "valid", "-q", bad, good)
	if r.code != 1 || r.out != "" || r.err != "" {
		t.Errorf("quiet: %+v", r)
	}
	if got := beveOK(t, "valid", "--quiet", good); got != "" {
		t.Errorf("quiet: %q", got)
	}
	huge := file(t, "huge.json", []byte(`{"a":1e999}`))
	if got := beveFails(t, 1, "valid", huge); !strings.Contains(got, ": 5: /a: ") {
		t.Error(got)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "10B": 10, "3K": 3072, "3KiB": 3072, "3kB": 3000, "2GiB": 2 << 30, "5 MB": 5e6, "1T": 1 << 40,
		"": 0, "x": 0, "-1": 0, "0": 0, "9999999999T": 0, "1.5G": 0,
	} {
		got, err := parseSize(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 3 << 30: "3.0 GiB", 1 << 62: "4194304.0 TiB"} {
		if got := formatSize(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
