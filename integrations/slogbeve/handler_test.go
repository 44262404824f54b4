package slogbeve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"testing/slogtest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/slogbeve"
)

// records reads a log.
func records(t *testing.T, log []byte) (out []map[string]any) {
	t.Helper()
	dec := beve.NewDecoderBytes(log)
	for {
		var record map[string]any
		switch err := dec.Decode(&record); err {
		case nil:
			out = append(out, record)
		case io.EOF:
			return out
		default:
			t.Fatal(err)
		}
	}
}

// The standard library's own test of handlers.
func TestHandlerRules(t *testing.T) {
	var log bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		log.Reset()
		return slogbeve.New(&log, nil)
	}, func(t *testing.T) map[string]any {
		return records(t, log.Bytes())[0]
	})
}

type text struct{ s string }

func (t text) MarshalText() ([]byte, error) { return []byte(t.s), nil }

type secret string

func (secret) LogValue() slog.Value { return slog.StringValue("hidden") }

func TestValuesKeepTheirTypes(t *testing.T) {
	when := time.Date(2024, 2, 29, 12, 30, 0, 5, time.UTC)
	for _, c := range []struct {
		in   any
		want any
	}{
		{"text", "text"},
		{"not \xff UTF-8", "not \uFFFD UTF-8"},
		{-7, int64(-7)},
		{uint64(1) << 63, uint64(1) << 63},
		{1.5, 1.5},
		{true, true},
		{nil, nil},
		{time.Millisecond, int64(1e6)},
		{when, "2024-02-29T12:30:00.000000005Z"},
		{errors.New("no \xfe way"), "no \uFFFD way"},
		{text{"by method"}, "by method"},
		{secret("hunter2"), "hidden"},
		{[]float64{1, 2}, []float64{1, 2}},
		{struct {
			A int `json:"a"`
		}{3}, map[string]any{"a": int64(3)}},
		{slog.LevelWarn, "WARN"},
	} {
		var log bytes.Buffer
		slog.New(slogbeve.New(&log, nil)).Info("m", "k", c.in)
		got := records(t, log.Bytes())[0]
		if v, ok := got["k"]; !ok || !reflect.DeepEqual(v, c.want) {
			t.Errorf("%#v became %#v, want %#v", c.in, v, c.want)
		}
	}
}

func TestWhatCannotBeWrittenDoesNotLoseTheRecord(t *testing.T) {
	var log bytes.Buffer
	slog.New(slogbeve.New(&log, nil)).Info("m", "f", func() {}, "after", 1)
	got := records(t, log.Bytes())[0]
	if s, _ := got["f"].(string); !strings.HasPrefix(s, "!ERROR:") || got["after"] != int64(1) {
		t.Errorf("record %v", got)
	}
}

func TestOptions(t *testing.T) {
	var log bytes.Buffer
	h := slogbeve.New(&log, &slog.HandlerOptions{
		AddSource: true,
		Level:     slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			switch {
			case len(groups) == 0 && a.Key == slog.TimeKey:
				return slog.Attr{}
			case strings.Join(groups, ".") == "a.b" && a.Key == "password":
				return slog.String("password", "***")
			}
			return a
		},
	})
	logger := slog.New(h).WithGroup("a").With("one", 1)
	logger.Info("too quiet")
	logger.Warn("loud", slog.Group("b", "password", "x"))
	all := records(t, log.Bytes())
	if len(all) != 1 {
		t.Fatalf("%d records", len(all))
	}
	got := all[0]
	source, _ := got["source"].(map[string]any)
	if file, _ := source["file"].(string); filepath.Base(file) != "handler_test.go" {
		t.Errorf("source %v", source)
	}
	delete(got, "source")
	want := map[string]any{"level": "WARN", "msg": "loud", "a": map[string]any{
		"one": int64(1), "b": map[string]any{"password": "***"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Handlers that come of one handler do not write into each other's memory.
func TestSiblings(t *testing.T) {
	var log bytes.Buffer
	base := slog.New(slogbeve.New(&log, nil)).With("base", 1)
	one, two := base.With("x", "one"), base.With("x", "two")
	one.Info("m")
	two.WithGroup("g").Info("m", "k", 2)
	one.WithGroup("g").WithGroup("empty").Info("m")
	got := records(t, log.Bytes())
	if got[0]["x"] != "one" || got[1]["x"] != "two" || got[2]["x"] != "one" || got[2]["g"] != nil {
		t.Errorf("records %v", got)
	}
}

// A record is one write, so that processes may share a file.
func TestManyWritersOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.beve")
	var group sync.WaitGroup
	for worker := range 8 {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		logger := slog.New(slogbeve.New(file, nil)).With("worker", worker)
		for range 2 {
			group.Go(func() {
				for i := range 500 {
					logger.Info("step", "i", i, "text", strings.Repeat("x", i%100))
				}
			})
		}
	}
	group.Wait()
	log, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, r := range records(t, log) {
		count[fmt.Sprint(r["worker"], "/", r["i"], "/", len(r["text"].(string)))]++
	}
	if len(count) != 8*500 {
		t.Errorf("%d different records", len(count))
	}
	for name, n := range count {
		if n != 2 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
}

func TestPlainRecordsDoNotAllocate(t *testing.T) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-race" && s.Value == "true" {
				t.Skip("under the race detector a sync.Pool forgets at random")
			}
		}
	}
	logger := slog.New(slogbeve.New(io.Discard, nil)).With("service", "shop")
	if n := testing.AllocsPerRun(1000, func() {
		logger.LogAttrs(t.Context(), slog.LevelInfo, "served", slog.Int("status", 200), slog.String("path", "/orders"))
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHandler(b *testing.B) {
	for name, h := range map[string]slog.Handler{
		"beve": slogbeve.New(io.Discard, nil),
		"json": slog.NewJSONHandler(io.Discard, nil),
		"text": slog.NewTextHandler(io.Discard, nil),
	} {
		logger := slog.New(h).With("service", "shop")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				logger.LogAttrs(b.Context(), slog.LevelInfo, "served", slog.Int("status", 200),
					slog.Duration("took", time.Millisecond), slog.String("path", "/orders/17"))
			}
		})
	}
}

func Example() {
	var log bytes.Buffer
	logger := slog.New(slogbeve.New(&log, nil))
	logger.Info("served", "status", 200, slog.Group("request", "path", "/orders"))

	var record struct {
		Level   string `json:"level"`
		Message string `json:"msg"`
		Status  int    `json:"status"`
	}
	if err := beve.NewDecoder(&log).Decode(&record); err != nil {
		panic(err)
	}
	fmt.Println(record.Level, record.Message, record.Status)
	// Output: INFO served 200
}
