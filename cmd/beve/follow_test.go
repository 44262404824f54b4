package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// following is a run of cat --follow in this process.
type following struct {
	t         *testing.T
	out, errs locked
	cancel    context.CancelFunc
	done      chan int
}

// locked is a buffer that one goroutine fills and another looks at.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func startFollowing(t *testing.T, args ...string) *following {
	ctx, cancel := context.WithCancel(t.Context())
	f := &following{t: t, cancel: cancel, done: make(chan int, 1)}
	a := newApp(ctx, streams{in: strings.NewReader(""), out: &f.out, err: &f.errs})
	a.poll = time.Millisecond
	go func() { f.done <- a.run(append([]string{"cat", "--follow"}, args...)) }()
	t.Cleanup(cancel)
	return f
}

// until waits for the output to be want; it must not be anything else on the way.
func (f *following) until(want string) {
	f.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(200 * time.Microsecond) {
		got := f.out.String()
		if got == want {
			return
		}
		if !strings.HasPrefix(want, got) || time.Now().After(deadline) {
			f.t.Fatalf("got %q, want %q, errors %q", got, want, f.errs.String())
		}
	}
}

// untilTold waits for something on standard error.
func (f *following) untilTold(want string) {
	f.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(f.errs.String(), want); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(deadline) {
			f.t.Fatalf("not told %q: %q", want, f.errs.String())
		}
	}
}

// ended waits for the end and returns the exit code.
func (f *following) ended() int {
	f.t.Helper()
	select {
	case code := <-f.done:
		return code
	case <-time.After(20 * time.Second):
		f.t.Fatalf("still running: %q, %q", f.out.String(), f.errs.String())
		return 0
	}
}

// interrupt ends it, and expects nothing on standard error but what was told.
func (f *following) interrupt(told ...string) {
	f.t.Helper()
	f.cancel()
	if code := f.ended(); code != exitInterrupted {
		f.t.Errorf("code %d", code)
	}
	if got := f.errs.String(); got != strings.Join(told, "") {
		f.t.Errorf("told %q, want %q", got, told)
	}
}

// grow appends to a file, which is created if it is not there.
func grow(t *testing.T, path string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
}

// records returns n records as a stream that ends in a delimiter, as that of slogbeve
// does, the JSON of each, and where each ends.
func records(t *testing.T, first, n int) (stream []byte, lines []string, ends []int) {
	t.Helper()
	type record struct {
		ID   int       `json:"id"`
		Tags []string  `json:"tags"`
		Text string    `json:"text"`
		X    []float64 `json:"x"`
	}
	var b bytes.Buffer
	enc := beve.NewEncoder(&b)
	for i := range n {
		if err := enc.Encode(record{first + i, []string{"a", "b"}, "é\n", []float64{1, 2.5}}); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, b.Len())
		lines = append(lines, fmt.Sprintf(`{"id":%d,"tags":["a","b"],"text":"é\n","x":[1,2.5]}`+"\n", first+i))
	}
	return wire.AppendDelimiter(b.Bytes()), lines, ends
}

func TestFollowPrintsRecordsWhenTheyAreComplete(t *testing.T) {
	stream, lines, ends := records(t, 0, 4)
	path := file(t, "log.beve", nil)
	f := startFollowing(t, path)
	complete := 0
	for i, c := range stream {
		grow(t, path, []byte{c})
		if complete < len(ends) && ends[complete] == i+1 {
			complete++
		}
		f.until(strings.Join(lines[:complete], ""))
	}
	if complete != 4 {
		t.Error(complete)
	}
	f.interrupt()
}

func TestFollowWaitsInsideARecord(t *testing.T) {
	stream, lines, _ := records(t, 0, 2)
	for i := range stream {
		path := file(t, "log.beve", stream[:i])
		f := startFollowing(t, path)
		time.Sleep(2 * time.Millisecond)
		grow(t, path, stream[i:])
		f.until(strings.Join(lines, ""))
		f.interrupt()
	}
}

func TestFollowReadsATruncatedFileAgain(t *testing.T) {
	stream, lines, ends := records(t, 0, 5)
	again, more, _ := records(t, 100, 2)
	for _, whole := range []bool{true, false} {
		size := len(stream)
		n := 5
		if !whole {
			size, n = ends[4]-3, 4
		}
		path := file(t, "log.beve", stream[:size])
		f := startFollowing(t, path)
		f.until(strings.Join(lines[:n], ""))
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		f.untilTold("truncated")
		grow(t, path, again)
		f.until(strings.Join(lines[:n], "") + strings.Join(more, ""))
		told := path + ": truncated: reading it from the start\n"
		if whole {
			f.interrupt(told)
			continue
		}
		f.cancel()
		rest, ok := strings.CutPrefix(f.errs.String(), told)
		if code := f.ended(); code != exitInterrupted || !ok || !located.MatchString(rest) || !strings.HasPrefix(rest, path) {
			t.Errorf("code %d, %q", code, rest)
		}
	}
}

func TestFollowGoesOnWithTheNewFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be renamed on Windows")
	}
	path := filepath.Join(t.TempDir(), "log.beve")
	f := startFollowing(t, path)
	f.untilTold("waiting for it to appear")
	want := ""
	for generation := range 5 {
		stream, lines, ends := records(t, generation*10, 3)
		grow(t, path, stream[:ends[0]+1])
		f.until(want + lines[0])
		old := fmt.Sprint(path, ".", generation)
		if err := os.Rename(path, old); err != nil {
			t.Fatal(err)
		}
		if generation%2 == 1 {
			grow(t, path, nil) // as logrotate creates it, before the writer knows
		}
		grow(t, old, stream[ends[0]+1:ends[1]+1])
		want += lines[0] + lines[1]
		f.until(want)
		grow(t, old, stream[ends[1]+1:])
		want += lines[2]
	}
	grow(t, path, nil)
	f.until(want)
	// The last one ends inside a record, which is said, and does not end the following.
	stream, lines, ends := records(t, 100, 2)
	grow(t, path, stream[:ends[1]-3])
	f.until(want + lines[0])
	os.Rename(path, path+".last")
	grow(t, path, stream)
	f.until(want + lines[0] + lines[0] + lines[1])
	f.untilTold("bytes left can hold\n") // the array that is cut off
	f.cancel()
	if code := f.ended(); code != exitInterrupted {
		t.Error(code)
	}
	if n := strings.Count(f.errs.String(), "replaced: following the new file\n"); n != 6 {
		t.Errorf("told %d times: %q", n, f.errs.String())
	}
}

func TestFollowEndsAtMalformedBytes(t *testing.T) {
	stream, lines, _ := records(t, 0, 2)
	path := file(t, "log.beve", stream)
	f := startFollowing(t, path)
	f.until(strings.Join(lines, ""))
	grow(t, path, []byte("\x03\x04\x04a\xff"))
	if code := f.ended(); code != exitBad {
		t.Errorf("code %d", code)
	}
	want := fmt.Sprintf("%s: %d: /a: ", path, len(stream)+4)
	if got := f.errs.String(); !strings.HasPrefix(got, want) || !located.MatchString(got) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Everything that is malformed as a file is so as one that is followed, or waits for
	// what is missing.
	for _, v := range vectors(t, "malformed") {
		if v.Level == "strict" {
			continue
		}
		f := startFollowing(t, v.path+".beve")
		time.AfterFunc(5*time.Millisecond, f.cancel)
		code, said := f.ended(), f.errs.String()
		if code != exitInterrupted && (code != exitBad || !located.MatchString(said)) {
			t.Errorf("%s: code %d, %q", v.Name, code, said)
		}
	}
}

func TestFollowJSON(t *testing.T) {
	path := file(t, "log.ndjson", []byte(`{"a":1}`+"\n"+`{"a"`))
	f := startFollowing(t, path)
	f.until("{\"a\":1}\n")
	grow(t, path, []byte(":2}\n7"))
	f.until("{\"a\":1}\n{\"a\":2}\n")
	grow(t, path, []byte("1\n"))
	f.until("{\"a\":1}\n{\"a\":2}\n71\n")
	f.interrupt()
}

func TestTailPrintsTheLastValues(t *testing.T) {
	stream, lines, _ := records(t, 0, 6)
	path := file(t, "log.beve", stream)
	for _, n := range []int{0, 1, 4, 6, 7} {
		want := strings.Join(lines[max(6-n, 0):], "")
		if got := beveOK(t, "cat", "-n", fmt.Sprint(n), path); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	f := startFollowing(t, "--tail", "2", path)
	f.until(strings.Join(lines[4:], ""))
	more, moreLines, _ := records(t, 50, 3)
	grow(t, path, more)
	want := strings.Join(lines[4:], "") + strings.Join(moreLines, "")
	f.until(want)
	// A new file is read from its start.
	os.Truncate(path, 0)
	f.untilTold("truncated")
	grow(t, path, stream)
	f.until(want + strings.Join(lines, ""))
	f.cancel()
	f.ended()
	// What comes before something malformed is printed.
	r := beveIn(t, string(stream)+"\xff", "cat", "-n", "1")
	if r.code != exitBad || r.out != lines[5] || !located.MatchString(r.err) {
		t.Errorf("%+v", r)
	}
}

func TestLogLines(t *testing.T) {
	for in, want := range map[string]string{
		`{"time":"2024-02-29T12:00:00Z","level":"INFO","msg":"served it","status":200,"path":"/a b","ok":true}`: `2024-02-29T12:00:00Z INFO served it status=200 path="/a b" ok=true`,
		`{"level":"ERROR+1","msg":"no\u001b[0m\nmore","g":{"a":1,"b":[1,2]},"e":"","q":"a=b"}`:                  `ERROR+1 no\u001b[0m\u000amore g={"a":1,"b":[1,2]} e="" q="a=b"`,
		`{"msg":7,"a b":null,"x":"y","x":"z"}`:                                                                  `msg=7 "a b"=null x=y x=z`,
		`{}`:                                                                                                    ``,
		`[1,{"a":2}]`:                                                                                           `[1,{"a":2}]`,
		`"text"`:                                                                                                `"text"`,
	} {
		r := beveIn(t, string(beveOf(t, in)), "cat", "--log")
		if r.code != 0 || r.out != want+"\n" {
			t.Errorf("%s: %+v", in, r)
		}
	}
	for name, code := range map[string]string{"DEBUG": "2", "INFO": "32", "WARN+3": "33", "ERROR": "31"} {
		r := beveIn(t, string(beveOf(t, `{"level":"`+name+`","a":"b"}`)), "cat", "--log", "--color", "always")
		if want := "\x1b[" + code + "m" + name + "\x1b[0m \x1b[36ma\x1b[0m=b\n"; r.out != want {
			t.Errorf("got %q, want %q", r.out, want)
		}
	}
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		if got := beveOK(t, withTags("cat", "--log", v.path+".beve")...); !v.Stream && strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q", v.Name, got)
		}
	}
}

func TestFollowRefusesWhatMakesNoSense(t *testing.T) {
	path := file(t, "a.beve", []byte{0})
	for _, args := range [][]string{{}, {"-"}, {path, path}, {"a.beve.gz"}, {path, "--tail", "-2"}, {path, "--single"},
		{path, "--log", "--indent"}} {
		beveFails(t, exitUsage, append([]string{"cat", "--follow"}, args...)...)
	}
	for _, path := range []string{t.TempDir(), os.DevNull, filepath.Join(path, "below")} {
		if got := beveFails(t, exitBad, "cat", "--follow", path); !strings.HasPrefix(got, path+": ") {
			t.Error(got)
		}
	}
}

func TestFollowEndsWithItsOutput(t *testing.T) {
	stream, _, _ := records(t, 0, 2)
	path := file(t, "log.beve", stream)
	code := run(t.Context(), []string{"cat", "-f", path}, streams{out: &failingWriter{0, io.ErrClosedPipe}, err: io.Discard})
	if code != exitBrokenPipe {
		t.Error(code)
	}
}

func TestInterruptEndsFollowing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal to send to a process")
	}
	stream, lines, _ := records(t, 0, 2)
	cmd := process(t, "cat", "-f", file(t, "log.beve", stream))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(lines[0])+len(lines[1]))
	if _, err := io.ReadFull(out, got); err != nil || string(got) != lines[0]+lines[1] {
		t.Errorf("%q, %v", got, err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || errs.Len() != 0 {
		t.Errorf("code %d, %q", code, errs.String())
	}
}

func TestFollowPassesOverJSONThatIsCutOff(t *testing.T) {
	for _, cut := range []string{`{"a"`, `{"a":tr`, `"te`, `[1,`, `{"a":1`, `-`} {
		path := file(t, "log.ndjson", []byte("{}\n"+cut))
		f := startFollowing(t, path)
		f.until("{}\n")
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		f.untilTold("truncated")
		grow(t, path, []byte("7\n"))
		f.until("{}\n7\n")
		f.cancel()
		if code := f.ended(); code != exitInterrupted || strings.Count(f.errs.String(), "\n") != 2 {
			t.Errorf("%s: code %d, %q", cut, code, f.errs.String())
		}
	}
}
