package columns

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/inorder"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// inOneRead returns the rows of a file, up to some megabytes of them, and what is wrong with it.
func inOneRead(rows io.Reader) ([]byte, error) {
	var out bytes.Buffer
	_, err := io.CopyN(&out, rows, 4<<20)
	if err == io.EOF {
		err = nil
	}
	return out.Bytes(), err
}

// inBatches returns the same by way of batches that several make at a time; what is not made is read from there on.
func inBatches(rows *Reader, workers, usual, most int) (all []byte, batches int, err error) {
	b := rows.Batches(workers, usual, most)
	type made struct {
		batch *Batch
		rows  []byte
		err   error
	}
	var left *Batch
	var enough atomic.Bool
	inorder.Run(workers, workers, func() (*Batch, bool) {
		if enough.Load() {
			return nil, false
		}
		return b.Next()
	}, func(b *Batch) made {
		data, err := b.Append([]byte("before"))
		return made{b, data[len("before"):], err}
	}, func(m made) error {
		batches++
		switch {
		case left != nil:
		case m.err != nil:
			left = m.batch
		default:
			all = append(all, m.rows...)
		}
		enough.Store(left != nil || len(all) > 4<<20)
		return nil
	})
	if left != nil && len(all) < 4<<20 {
		if err := rows.StartAt(left); err != nil {
			return nil, 0, err
		}
		rest, wrong := inOneRead(rows)
		all, err = append(all, rest...), wrong
	}
	return all[:min(len(all), 4<<20)], batches, err
}

// TestBatchesAreTheRows: whatever the file, whole or damaged, whatever the size of batches and the number of workers, batches
// are the rows that are read one after another, and what is wrong is told in the same words.
func TestBatchesAreTheRows(t *testing.T) {
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	times := testkit.Rounds(32)
	r := rand.New(rand.NewPCG(7, 8))
	several, wrong := 0, 0
	for _, name := range files {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 + times {
			data := bytes.Clone(whole)
			if i > 1 {
				data = damage(r, data)
			}
			rows, err := Open(bytes.NewReader(data), translator.Limits{})
			if err != nil {
				continue
			}
			want, wantErr := inOneRead(rows)
			rows.Close()
			workers, usual, most := 1+r.IntN(4), 1+r.IntN(20_000), 4<<20
			if r.IntN(4) == 0 {
				most = 1 + r.IntN(5000)
			}
			if rows, err = Open(bytes.NewReader(data), translator.Limits{}); err != nil {
				t.Fatal(err)
			}
			got, batches, gotErr := inBatches(rows, workers, usual, most)
			rows.Close()
			if len(want) == 4<<20 {
				wantErr, gotErr = nil, nil
			}
			if !bytes.Equal(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("%s, %d: %d workers, batches of %d, at most %d: %d bytes, %v, want %d, %v", name, i, workers, usual, most, len(got), gotErr, len(want), wantErr)
			}
			if batches > 1 {
				several++
			}
			if wantErr != nil {
				wrong++
			}
		}
	}
	if several < times || wrong < times {
		t.Errorf("%d files were of several batches, and %d wrong", several, wrong)
	}
}
