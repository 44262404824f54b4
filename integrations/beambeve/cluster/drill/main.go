//go:build unix

// Command drill is a pipeline that takes streams of BEVE to shards and to totals, for
// tests to disturb: the environment variable DRILL says which step of which file fails, and how.
//
//	drill -make 20000 -input dir          streams, some with an index and some without
//	drill -input 'dir/*' -output out/x    the pipeline, with any flag of Beam
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/beambeve"
)

var (
	input    = flag.String("input", "", "pattern of the streams, or the folder for -make")
	output   = flag.String("output", "", "what the names of the results begin with")
	shards   = flag.Int("shards", 6, "number of files of records")
	compress = flag.Bool("compress", false, "compress them")
	records  = flag.Int("make", 0, "make streams of so many records in all")
	files    = flag.Int("files", 4, "number of streams to make")
	block    = flag.Int64("block", 64<<10, "bytes of a block")
)

// Record is an element of the streams.
type Record struct {
	ID   int64  `json:"id"`
	Key  string `json:"key"`
	Path string `json:"path"`
	Size int64  `json:"size"`
}

// Sum is what records of a key add up to.
type Sum struct {
	Key   string `json:"key"`
	Count int64  `json:"count"`
	IDs   int64  `json:"ids"`
	Size  int64  `json:"size"`
}

func init() {
	beambeve.Register[Record]()
	beambeve.Register[Sum]()
	register.Function1x2(byKey)
	register.Function2x1(add)
	register.Function2x1(named)
}

// record returns record i: the same at any time, with a key that half of all have.
func record(i int64) Record {
	hash := uint64(i+1) * 0x9e3779b97f4a7c15
	key := "hot"
	if hash>>63 == 1 {
		key = fmt.Sprintf("key-%d", hash>>32%97)
	}
	return Record{ID: i, Key: key, Path: fmt.Sprintf("/orders/%016x/items/%d", hash, i), Size: int64(hash >> 44)}
}

func byKey(r Record) (string, Sum) { return r.Key, Sum{Count: 1, IDs: r.ID, Size: r.Size} }

func add(a, b Sum) Sum {
	return Sum{Count: a.Count + b.Count, IDs: a.IDs + b.IDs, Size: a.Size + b.Size}
}

func named(key string, s Sum) Sum {
	s.Key = key
	return s
}

// build makes the pipeline. What is stored is read again, so that a fault of either is seen.
func build(s beam.Scope) {
	read := beambeve.ReadOptions{BlockBytes: *block}
	write := beambeve.WriteOptions{Shards: *shards, BlockBytes: *block, Compress: *compress}
	stored := beambeve.Write[Record](s, scheme+*output+"-records", beambeve.Read[Record](s, scheme+*input, read), write)
	sums := beam.CombinePerKey(s, add, beam.ParDo(s, byKey, beambeve.ReadAll[Record](s, stored, read)))
	beambeve.Write[Sum](s, scheme+*output+"-sums", beam.ParDo(s, named, sums), beambeve.WriteOptions{})
}

// makeStreams writes the input. The names of streams with an index begin with it.
func makeStreams(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range *files {
		kind := []string{"plain", "indexed"}[i%2]
		name := filepath.Join(dir, fmt.Sprintf("%s-%03d.beve", kind, i))
		if err := makeStream(name, int64(i**records / *files), int64((i+1)**records / *files)); err != nil {
			return err
		}
		if kind == "indexed" {
			if err := beambeve.WriteIndex(context.Background(), name, beambeve.ReadOptions{BlockBytes: *block}); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeStream writes the records from one to another.
func makeStream(name string, from, to int64) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	enc := beve.NewEncoder(w)
	for i := from; i < to; i++ {
		if err := enc.Encode(record(i)); err != nil {
			return err
		}
	}
	return w.Flush()
}

func main() {
	flag.Parse()
	if *records > 0 {
		if err := makeStreams(strings.TrimSuffix(*input, "/")); err != nil {
			log.Fatal(err)
		}
		return
	}
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}
