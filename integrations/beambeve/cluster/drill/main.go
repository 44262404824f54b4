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
	indexed  = flag.String("indexed", "half", "which streams to make with an index: half, all or none")
	block    = flag.Int64("block", 64<<10, "bytes of a block")
	hot      = flag.Int64("hot", 50, "how many of a hundred records that are made have the same key")
	heap     = flag.String("heap", "", "folder of a profile of the heap of each worker, as it was when it was largest")
	calls    = flag.String("calls", "", "folder of files with a byte for each call of the filesystem")
	sums     = flag.Bool("sums", false, "only add the records up")
	apart    = flag.Bool("apart", false, "send each record to the group of its key, not what those of a bundle add up to")
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
	register.DoFn2x0[Record, func(string, Sum)](&addFn{})
	register.Emitter2[string, Sum]()
	register.Function2x1(add)
	register.Function2x1(named)
}

// record returns record i: the same at any time, with a key that many have.
func record(i int64) Record {
	hash := uint64(i+1) * 0x9e3779b97f4a7c15
	key := "hot"
	if int64(hash>>57*100>>7) >= *hot {
		key = fmt.Sprintf("key-%d", hash>>32%97)
	}
	return Record{ID: i, Key: key, Path: fmt.Sprintf("/orders/%016x/items/%d", hash, i), Size: int64(hash >> 44)}
}

func byKey(r Record) (string, Sum) { return r.Key, Sum{Count: 1, IDs: r.ID, Size: r.Size} }

func add(a, b Sum) Sum {
	return Sum{Count: a.Count + b.Count, IDs: a.IDs + b.IDs, Size: a.Size + b.Size}
}

// addFn adds the records of a bundle up by key. Beam's runner on Flink does not do so for a pipeline in Go: it
// would send each record, and all of a key to its worker as one message.
type addFn struct{ sums map[string]Sum }

// mostSums bounds what is held, of however many keys.
const mostSums = 10_000

// StartBundle forgets what a bundle that failed has left.
func (fn *addFn) StartBundle(func(string, Sum)) { fn.sums = map[string]Sum{} }

// ProcessElement adds a record to the sum of its key.
func (fn *addFn) ProcessElement(r Record, emit func(string, Sum)) {
	key, one := byKey(r)
	fn.sums[key] = add(fn.sums[key], one)
	if len(fn.sums) >= mostSums {
		fn.FinishBundle(emit)
	}
}

// FinishBundle sends all sums.
func (fn *addFn) FinishBundle(emit func(string, Sum)) {
	for key, sum := range fn.sums {
		emit(key, sum)
	}
	clear(fn.sums)
}

func named(key string, s Sum) Sum {
	s.Key = key
	return s
}

// build makes the pipeline. What is stored is read again, so that a fault of either is seen.
func build(s beam.Scope) {
	read := beambeve.ReadOptions{BlockBytes: *block}
	all := beambeve.Read[Record](s, scheme+*input, read)
	if !*sums {
		write := beambeve.WriteOptions{Shards: *shards, BlockBytes: *block, Compress: *compress}
		stored := beambeve.Write[Record](s, scheme+*output+"-records", all, write)
		all = beambeve.ReadAll[Record](s, stored, read)
	}
	var parts beam.PCollection
	if *apart {
		parts = beam.ParDo(s, byKey, all)
	} else {
		parts = beam.ParDo(s, &addFn{}, all)
	}
	totals := beam.CombinePerKey(s, add, parts)
	beambeve.Write[Sum](s, scheme+*output+"-sums", beam.ParDo(s, named, totals), beambeve.WriteOptions{})
}

// makeStreams writes the input. The names of streams with an index begin with it.
func makeStreams(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range *files {
		kind := "plain"
		if *indexed == "all" || *indexed == "half" && i%2 == 1 {
			kind = "indexed"
		}
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
	if *heap != "" {
		go watchHeap(*heap)
	}
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}
