//go:build unix

// The example of docs/scale.md, on both engines.

package cluster

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

// total is that of the example.
type total struct {
	Host     string `json:"host"`
	Requests int64  `json:"requests"`
	Errors   int64  `json:"errors"`
	Bytes    int64  `json:"bytes"`
}

// writeLog writes lines of requests and a few that are none, and returns their totals.
func writeLog(t *testing.T, name string, lines int) map[string]total {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	totals := map[string]total{}
	for i := range lines {
		host := fmt.Sprintf("host-%d.example.org", i*i%13)
		status, bytes := 200, int64(i%1000)
		if i%17 == 0 {
			status = 503
		}
		fmt.Fprintf(w, `{"time":"2025-03-01T12:00:05Z","host":"%s","path":"/orders/%d","status":%d,"bytes":%d}`+"\n", host, i, status, bytes)
		if i%1000 == 0 {
			fmt.Fprintf(w, "line %d is not a request\n", i)
		}
		sum := totals[host]
		sum.Host, sum.Requests, sum.Bytes = host, sum.Requests+1, sum.Bytes+bytes
		if status >= 500 {
			sum.Errors++
		}
		totals[host] = sum
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return totals
}

func TestExampleHasExactTotals(t *testing.T) {
	const lines = 50_000
	for _, engine := range []struct {
		name  string
		start func(t *testing.T) *Cluster
	}{
		{"flink", func(t *testing.T) *Cluster { return started(t, flink) }},
		{"spark", func(t *testing.T) *Cluster { return started(t, Spark) }},
	} {
		t.Run(engine.name, func(t *testing.T) {
			c := engine.start(t)
			etl := build(t, "../../../examples/etl")
			dir := t.TempDir()
			want := writeLog(t, filepath.Join(dir, "log.ndjson"), lines)
			out := filepath.Join(dir, "out")
			begun := time.Now()
			if err := c.Run(within(t, 5*time.Minute), etl, nil, "-input", filepath.Join(dir, "*.ndjson"), "-output", out); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d lines in %.1f s, %v MB", lines, time.Since(begun).Seconds(), c.Memory())
			requests := 0
			for _, all := range results(t, out+"-requests-") {
				requests += len(all)
			}
			if requests != lines {
				t.Errorf("%d requests, want %d", requests, lines)
			}
			totals := values(t, out+"-totals-00000-of-00001.beve")
			if len(totals) != len(want) {
				t.Errorf("%d hosts, want %d", len(totals), len(want))
			}
			for _, raw := range totals {
				var got total
				if err := beve.Unmarshal([]byte(raw), &got); err != nil {
					t.Fatal(err)
				}
				if got != want[got.Host] {
					t.Errorf("%+v, want %+v", got, want[got.Host])
				}
			}
		})
	}
}
