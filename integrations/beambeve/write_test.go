package beambeve

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/klauspost/compress/zstd"

	beve "github.com/beve-org/beve-go"
)

// writeOrders runs a pipeline that writes n orders.
func writeOrders(t *testing.T, prefix string, n int, opts WriteOptions) ([]string, error) {
	t.Helper()
	var named *[]string
	err := run(t, func(s beam.Scope) {
		col := beam.CreateList(s, append(orders(n), order{})[:max(n, 1)])
		if n == 0 {
			col = beam.ParDo(s, none, col)
		}
		named = collect[string](s, Write[order](s, prefix, col, opts))
	})
	slices.Sort(*named)
	return *named, err
}

func none(o order, emit func(order)) {}

// delimited returns the values of a stream with one delimiter between two of them.
func delimited(t *testing.T, data []byte) []byte {
	var raws [][]byte
	for dec := beve.NewDecoderBytes(data); dec.More(); {
		raw, err := dec.ViewRaw()
		if err != nil {
			t.Fatal(err)
		}
		raws = append(raws, raw)
	}
	return bytes.Join(raws, []byte{6})
}

// readShards returns the values of all shards in a folder, having checked each file.
func readShards(t *testing.T, dir string) (all []order) {
	t.Helper()
	for _, name := range names(t, dir) {
		if strings.HasSuffix(name, indexSuffix) {
			continue
		}
		data := load(t, filepath.Join(dir, name))
		if compressed(name) {
			z, err := zstd.NewReader(nil)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			if data, err = z.DecodeAll(data, nil); err != nil {
				t.Fatal(err)
			}
		}
		if want := delimited(t, data); !bytes.Equal(data, want) {
			t.Errorf("%s is %x, want %x", name, data, want)
		}
		all = append(all, decodeAll(t, data)...)
	}
	return all
}

func TestWriteMakesShardsThatReadersSplit(t *testing.T) {
	for _, compress := range []bool{false, true} {
		dir := t.TempDir()
		opts := WriteOptions{Shards: 3, BlockBytes: 500, Compress: compress}
		named, err := writeOrders(t, filepath.Join(dir, "orders"), 300, opts)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := range 3 {
			want = append(want, filepath.Join(dir, fmt.Sprintf("orders-%05d-of-00003%s", i, opts.suffix())))
		}
		if !slices.Equal(named, want) {
			t.Errorf("named %v, want %v", named, want)
		}
		if got := names(t, dir); len(got) != 6 {
			t.Errorf("files %v", got)
		}
		if got := ids(readShards(t, dir)); !slices.Equal(got, upTo(300)) {
			t.Errorf("shards have %v", got)
		}
		for _, name := range named {
			data := load(t, name)
			spans := spansOf(t, name, int64(len(data)), ReadOptions{BlockBytes: 1})
			if len(spans) == 0 || spans[0].Sums == nil || len(spans[0].Ends) < 5 {
				t.Errorf("%s: %d bytes in spans %v", name, len(data), spans)
			}
		}
		var got *[]order
		err = run(t, func(s beam.Scope) {
			got = collect[order](s, Read[order](s, filepath.Join(dir, "*"), ReadOptions{BlockBytes: 1}))
		})
		if err != nil || !slices.Equal(ids(*got), upTo(300)) {
			t.Errorf("read back %v, %v", ids(*got), err)
		}
	}
}

func TestEmptyShardsAreEmptyStreams(t *testing.T) {
	for _, n := range []int{0, 2} {
		dir := t.TempDir()
		named, err := writeOrders(t, filepath.Join(dir, "few"), n, WriteOptions{Shards: 8, Compress: n == 0})
		if err != nil || len(named) != 8 {
			t.Fatalf("named %v, %v", named, err)
		}
		empty := 0
		for _, name := range named {
			if data := load(t, name); len(data) == 0 {
				empty++
			}
		}
		if empty < 8-n {
			t.Errorf("%d of 8 files are empty", empty)
		}
		if got := ids(readShards(t, dir)); !slices.Equal(got, upTo(n)) {
			t.Errorf("shards have %v", got)
		}
	}
}

// shardsOf returns what a bundle of orders makes of each shard, in chunks.
func shardsOf(t *testing.T, all []order, shards int) map[int][][]byte {
	t.Helper()
	fn := &shardFn[order]{Shards: shards, ChunkBytes: maxChunkBytes}
	out := map[int][][]byte{}
	emit := func(shard int, chunk []byte) { out[shard] = append(out[shard], chunk) }
	fn.Setup()
	fn.StartBundle(emit)
	for _, o := range all {
		if err := fn.ProcessElement(o, emit); err != nil {
			t.Fatal(err)
		}
		if fn.held > heldBytes {
			t.Errorf("%d bytes are held", fn.held)
		}
	}
	fn.FinishBundle(emit)
	if fn.held != 0 {
		t.Errorf("%d bytes are left", fn.held)
	}
	return out
}

// The same values go to the same shards, whoever computes them again and in what
// bundles.
func TestShardsAreChosenByValue(t *testing.T) {
	all := orders(400)
	whole := shardsOf(t, all, 4)
	parts := map[int][]order{}
	for i := 0; i < len(all); i += 50 {
		for shard, chunks := range shardsOf(t, all[i:i+50], 4) {
			parts[shard] = append(parts[shard], decodeAll(t, bytes.Join(chunks, []byte{6}))...)
		}
	}
	for shard := range 4 {
		got := decodeAll(t, bytes.Join(whole[shard], []byte{6}))
		if len(got) < 60 || !slices.Equal(ids(got), ids(parts[shard])) {
			t.Errorf("shard %d has %v, in other bundles %v", shard, ids(got), ids(parts[shard]))
		}
	}
}

// Chunks are neither as many as values nor as long as bundles.
func TestChunksAreBounded(t *testing.T) {
	large := orders(3000)
	for i := range large {
		large[i].Shop = strings.Repeat("x", 20_000)
	}
	for shards, most := range map[int]int{1: 3000 / 3, 2000: 3000} {
		n := 0
		var got []order
		for _, chunks := range shardsOf(t, large, shards) {
			for _, chunk := range chunks {
				n++
				if len(chunk) > maxChunkBytes+30_000 {
					t.Errorf("a chunk of %d bytes", len(chunk))
				}
				got = append(got, decodeAll(t, chunk)...)
			}
		}
		if n > most || !slices.Equal(ids(got), upTo(3000)) {
			t.Errorf("%d shards: %d chunks of %d values", shards, n, len(got))
		}
	}
}

// Not retried: wherever a bundle of the sink fails, no file appears under a final
// name. Run again, the pipeline writes them all.
func TestFailedPipelinesLeaveNoFiles(t *testing.T) {
	for _, op := range []string{"write", "close"} {
		for _, what := range []string{"-00002-of-00004.beve.", indexSuffix} {
			t.Run(op+" "+what, func(t *testing.T) {
				dir := t.TempDir()
				prefix := "faulty://" + filepath.Join(dir, "orders")
				inject(t, func(o, path string) bool { return o == op && strings.Contains(path, what) })
				named, err := writeOrders(t, prefix, 100, WriteOptions{Shards: 4})
				if err == nil || !strings.Contains(err.Error(), "injected") {
					t.Fatalf("error %v", err)
				}
				if len(named) > 0 {
					t.Errorf("named %v", named)
				}
				for _, name := range names(t, dir) {
					if !strings.HasSuffix(name, tempSuffix) {
						t.Errorf("%s is there", name)
					}
				}
				fault = nil
				if _, err := writeOrders(t, prefix, 100, WriteOptions{Shards: 4}); err != nil {
					t.Fatal(err)
				}
				kept := slices.DeleteFunc(names(t, dir), func(name string) bool { return strings.HasSuffix(name, tempSuffix) })
				if len(kept) != 8 {
					t.Errorf("files %v", kept)
				}
			})
		}
	}
}

// valuesOf returns an iterator of Beam over encoded orders.
func valuesOf(t *testing.T, all []order) func(*[]byte) bool {
	return func(v *[]byte) bool {
		if len(all) == 0 {
			return false
		}
		*v, all = encode(t, all[:1]), all[1:]
		return true
	}
}

// Retried: a bundle fails half way, is repeated, and runs a second time beside itself.
func TestRepeatedBundlesWriteOnce(t *testing.T) {
	dir := t.TempDir()
	fn := &writeFn{Prefix: "faulty://" + filepath.Join(dir, "orders"), Options: WriteOptions{BlockBytes: 100}}
	var files []written
	emit := func(w written) { files = append(files, w) }
	for _, op := range []string{"write", "close"} {
		inject(t, func(o, path string) bool { return o == op })
		if err := fn.ProcessElement(t.Context(), 0, valuesOf(t, orders(50)), emit); !errors.Is(err, errInjected) {
			t.Fatalf("error %v", err)
		}
		if left := names(t, dir); len(left) > 0 || len(files) > 0 {
			t.Errorf("a failed bundle left %v, and told of %v", left, files)
		}
	}
	fault = nil
	for range 2 {
		if err := fn.ProcessElement(t.Context(), 0, valuesOf(t, orders(50)), emit); err != nil {
			t.Fatal(err)
		}
	}
	// Beam takes the result of one of the attempts.
	// Its end is repeated too: when nothing is renamed, when the file is and its index
	// is not, and when all is done.
	for i, failing := range []string{".beve.", indexSuffix, ""} {
		inject(t, func(op, path string) bool {
			return op == "rename" && failing != "" && strings.Contains(path, failing) && (i == 1) == strings.Contains(path, indexSuffix)
		})
		name, err := new(commitFn).ProcessElement(t.Context(), files[1])
		if failing != "" {
			if !errors.Is(err, errInjected) {
				t.Errorf("error %v", err)
			}
			continue
		}
		if err != nil || name != fn.Prefix+"-00000-of-00001.beve" {
			t.Errorf("named %v, %v", name, err)
		}
	}
	if _, err := new(commitFn).ProcessElement(t.Context(), files[1]); err != nil {
		t.Errorf("done before: %v", err)
	}
	data := load(t, filepath.Join(dir, "orders-00000-of-00001.beve"))
	if got := ids(decodeAll(t, data)); !slices.Equal(got, upTo(50)) {
		t.Errorf("the file has %v", got)
	}
	var x index
	if err := beve.Unmarshal(load(t, filepath.Join(dir, "orders-00000-of-00001.beve"+indexSuffix)), &x); err != nil || x.check(int64(len(data))) != nil {
		t.Errorf("index %v, %v", x, err)
	}
	// A temporary file that went missing is not passed over.
	lost := files[0]
	remove(t.Context(), &faultyFS{}, lost.Temp)
	lost.Size++
	if _, err := new(commitFn).ProcessElement(t.Context(), lost); err == nil || !strings.Contains(err.Error(), "is lost") {
		t.Errorf("a lost file: %v", err)
	}
}

func TestFilesWaitForTheLast(t *testing.T) {
	for given, want := range map[int]int{2: 0, 3: 3} {
		left, released := given, 0
		err := (&releaseFn{Shards: 3}).ProcessElement(0,
			func(*written) bool { left--; return left >= 0 }, func(written) { released++ })
		if released != want || (err == nil) != (want > 0) {
			t.Errorf("of 3 files %d: released %d, %v", given, released, err)
		}
	}
}

// Files of an earlier run are replaced, with their indexes.
func TestWriteReplacesFiles(t *testing.T) {
	dir := t.TempDir()
	prefix := filepath.Join(dir, "orders")
	for _, n := range []int{100, 40, 0} {
		if _, err := writeOrders(t, prefix, n, WriteOptions{Shards: 2, BlockBytes: 64}); err != nil {
			t.Fatal(err)
		}
		if got := ids(readShards(t, dir)); !slices.Equal(got, upTo(n)) {
			t.Errorf("shards have %v", got)
		}
		var got *[]order
		err := run(t, func(s beam.Scope) {
			got = collect[order](s, Read[order](s, prefix+"-*", ReadOptions{BlockBytes: 1}))
		})
		if err != nil || !slices.Equal(ids(*got), upTo(n)) {
			t.Errorf("read %v, %v", ids(*got), err)
		}
	}
	if left := names(t, dir); len(left) != 2 {
		t.Errorf("files %v", left)
	}
}

func TestValuesThatCannotBeEncodedFail(t *testing.T) {
	fn := &shardFn[order]{Shards: 1, ChunkBytes: maxChunkBytes}
	fn.Setup()
	fn.StartBundle(nil)
	if err := fn.ProcessElement(order{Shop: "\xff"}, nil); !errors.Is(err, beve.ErrUTF8) {
		t.Errorf("error %v", err)
	}
}
