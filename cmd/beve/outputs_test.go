package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
)

// everyVerb is a use of each command that prints something, by its name.
func everyVerb(t *testing.T) map[string][]string {
	in := file(t, "in.ndjson", []byte(strings.Repeat("{\"a\":1,\"b\":\"x\"}\n", 3)))
	other := file(t, "other.ndjson", []byte("{\"a\":2}\n"))
	verbs := map[string][]string{
		"cat": {in}, "convert": {in, "-"}, "valid": {in}, "explain": {in}, "get": {in, "/a"}, "query": {".", in}, "head": {in}, "select": {in, "/a"},
		"where": {in, ".a"}, "sort": {in, "/a"}, "count": {in}, "schema": {in}, "stat": {in}, "diff": {in, other}, "patch": {in, "-e", "{}"}, "man": nil,
		"version": nil, "tour": nil, "help": nil, "completion": {"bash"},
	}
	for _, c := range newApp(t.Context(), streams{}).root().Commands() {
		if _, ok := verbs[c.Name()]; !ok && c.Name() != "serve" { // which starts another program
			t.Errorf("no use of %s", c.Name())
		}
	}
	return verbs
}

// failing is a writer that fails after so many bytes.
type failing struct {
	left int
	err  error
}

func (w *failing) Write(p []byte) (int, error) {
	if len(p) <= w.left {
		w.left -= len(p)
		return len(p), nil
	}
	n := w.left
	w.left = 0
	return n, w.err
}

// TestOutputThatCannotBeWrittenIsTold: whatever is lost of the output, the exit code and a message say so.
func TestOutputThatCannotBeWrittenIsTold(t *testing.T) {
	for verb, args := range everyVerb(t) {
		variants := [][]string{args}
		switch verb {
		case "cat", "get", "query", "head", "select", "where", "sort", "count":
			variants = append(variants, append([]string{"--table"}, args...), append([]string{"--csv"}, args...), append([]string{"--indent"}, args...))
		case "convert":
			variants = append(variants, append([]string{"--to", "beve.gz"}, args...), append([]string{"--to", "csv"}, args...), append([]string{"--to", "json.zst"}, args...))
		case "diff":
			variants = append(variants, []string{"--patch", file(t, "a.json", []byte("1")), file(t, "b.json", []byte("2"))})
		}
		for _, args := range variants {
			args = append([]string{verb}, args...)
			whole := beveIn(t, "", args...)
			want := exitBad
			if verb == "diff" {
				want = exitTrouble
			}
			for _, why := range []error{syscall.EBADF, syscall.ENOSPC} {
				for left := 0; left < len(whole.out); left += 1 + left*3/2 {
					var errs bytes.Buffer
					code := run(context.Background(), args, streams{in: strings.NewReader(""), out: &failing{left, why}, err: &errs})
					if code != want || !strings.HasPrefix(errs.String(), "beve: write: ") || !strings.Contains(errs.String(), why.Error()) {
						t.Errorf("%q, %v after %d of %d bytes: code %d, %s", args, why, left, len(whole.out), code, errs.String())
					}
				}
			}
		}
	}
}

// TestFullDeviceIsTold: the same of a process.
func TestFullDeviceIsTold(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	for verb, args := range everyVerb(t) {
		cmd := process(t, append([]string{verb}, args...)...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		cmd.Run()
		want := exitBad
		if verb == "diff" {
			want = exitTrouble
		}
		if got := cmd.ProcessState.ExitCode(); got != want || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s %q: code %d, %s", verb, args, got, errs.String())
		}
	}
}

// TestUnknownWordsAreWrongUse: no command takes a word that it does not know for a question for help.
func TestUnknownWordsAreWrongUse(t *testing.T) {
	for _, args := range []string{"nosuch", "help nosuch", "help cat nosuch", "help completion nosuch", "completion tcsh", "completion bash nosuch", "version nosuch", "man nosuch", "tour nosuch", "completion nosuch bash"} {
		if r := beveIn(t, "", strings.Fields(args)...); r.code != exitUsage || r.out != "" || r.err == "" {
			t.Errorf("%s: %+v", args, r)
		}
	}
	for _, args := range []string{"help", "help cat", "help help", "help completion", "help completion bash", "completion", "completion zsh"} {
		beveOK(t, strings.Fields(args)...)
	}
	if got := beveFails(t, exitUsage, "help", "conver"); !strings.Contains(got, "did you mean convert?") {
		t.Error(got)
	}
}
