package beambeve

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
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

// readShards returns the values of all shards in a folder, having checked each file. Those
// with temporary names are read if they are asked for, and those with others if not.
func readShards(t *testing.T, dir string, temporary bool) (all []order) {
	t.Helper()
	for _, name := range names(t, dir) {
		if strings.HasSuffix(name, indexSuffix) || strings.HasSuffix(name, tempSuffix) != temporary {
			continue
		}
		data := load(t, filepath.Join(dir, name))
		if strings.Contains(name, compressedSuffix) {
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
		if got := ids(readShards(t, dir, false)); !slices.Equal(got, upTo(300)) {
			t.Errorf("shards have %v", got)
		}
		for _, name := range named {
			data := load(t, name)
			spans := spansOf(t, name, int64(len(data)), ReadOptions{BlockBytes: 1})
			if len(spans) == 0 || spans[0].Sums == nil || len(ends(spans)) < 5 {
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
		if got := ids(readShards(t, dir, false)); !slices.Equal(got, upTo(n)) {
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

// partsOf returns what a bundle makes of the chunks of shard 0, an order each.
func partsOf(t *testing.T, fn *writeFn, all []order) (parts []part, err error) {
	emit := func(_ int, p part) { parts = append(parts, p) }
	fn.StartBundle(t.Context(), emit)
	for i := range all {
		if err := fn.ProcessElement(t.Context(), nil, 0, encode(t, all[i:i+1]), emit); err != nil {
			return parts, err
		}
	}
	return parts, fn.FinishBundle(t.Context(), emit)
}

// joined returns the file that parts become.
func joined(t *testing.T, fn *joinFn, parts []part) (out []written, err error) {
	// The group has one part without a file, as each shard has.
	all := append(slices.Clone(parts), part{})
	err = fn.ProcessElement(t.Context(), 0, func(p *part) bool {
		if len(all) == 0 {
			return false
		}
		*p, all = all[0], all[1:]
		return true
	}, func(w written) { out = append(out, w) })
	return out, err
}

// Retried: a bundle fails half way, is repeated, and runs a second time beside itself.
func TestRepeatedBundlesWriteOnce(t *testing.T) {
	for _, bundles := range []int{1, 3} {
		for _, compress := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d bundles, compressed %v", bundles, compress), func(t *testing.T) { repeatBundles(t, bundles, compress) })
		}
	}
}

func repeatBundles(t *testing.T, bundles int, compress bool) {
	dir := t.TempDir()
	opts := WriteOptions{BlockBytes: 100, Compress: compress}
	fn := newWriteFn("faulty://"+filepath.Join(dir, "orders"), opts)
	join := &joinFn{Prefix: fn.Prefix, Options: opts}
	for _, op := range []string{"write", "close"} {
		inject(t, func(o, path string) bool { return o == op })
		if parts, err := partsOf(t, fn, orders(50)); !errors.Is(err, errInjected) || len(parts) > 0 {
			t.Fatalf("parts %v, error %v", parts, err)
		}
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("a failed bundle left %v", left)
		}
	}
	fault = nil
	var files []written
	for range 2 {
		var parts []part
		for i := range bundles {
			some, err := partsOf(t, fn, orders(50)[50*i/bundles:50*(i+1)/bundles])
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, some...)
		}
		if len(parts) != bundles {
			t.Fatalf("%d parts of %d bundles", len(parts), bundles)
		}
		before := names(t, dir)
		for _, op := range []string{"open", "write", "close"} {
			inject(t, func(o, path string) bool { return o == op })
			if out, err := joined(t, join, parts); (!errors.Is(err, errInjected) || len(out) > 0) && (op != "open" || bundles > 1) {
				t.Errorf("%s: files %v, error %v", op, out, err)
			} else if bundles > 1 && !slices.Equal(names(t, dir), before) {
				t.Errorf("%s: a failed bundle left %v of %v", op, names(t, dir), before)
			}
		}
		fault = nil
		out, err := joined(t, join, parts)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, out...)
	}
	// Beam takes the result of one of the attempts.
	// Its end is repeated too: when nothing is renamed, when the file is and its index
	// is not, and when all is done.
	name := fmt.Sprint(fn.Prefix, "-00000-of-00001", opts.suffix())
	for i, failing := range []string{".beve", indexSuffix, ""} {
		inject(t, func(op, path string) bool {
			return op == "rename" && failing != "" && strings.Contains(path, failing) && (i == 1) == strings.Contains(path, indexSuffix)
		})
		named, err := new(commitFn).ProcessElement(t.Context(), files[1])
		if failing != "" {
			if !errors.Is(err, errInjected) {
				t.Errorf("error %v", err)
			}
			continue
		}
		if err != nil || named != name {
			t.Errorf("named %v, %v", named, err)
		}
	}
	if _, err := new(commitFn).ProcessElement(t.Context(), files[1]); err != nil {
		t.Errorf("done before: %v", err)
	}
	for _, part := range files[1].Parts {
		if slices.Contains(names(t, dir), filepath.Base(part)) {
			t.Errorf("part %s is left", part)
		}
	}
	if got := ids(readShards(t, dir, false)); !slices.Equal(got, upTo(50)) {
		t.Errorf("the file has %v", got)
	}
	var x index
	data := load(t, bare(name))
	if err := beve.Unmarshal(load(t, bare(name)+indexSuffix), &x); err != nil || x.check(int64(len(data))) != nil || len(x.Ends) < 10 {
		t.Errorf("index %v, %v", x, err)
	}
	var got *[]order // by blocks, with their sums
	err := run(t, func(s beam.Scope) { got = collect[order](s, Read[order](s, bare(name), ReadOptions{BlockBytes: 1})) })
	if err != nil || !slices.Equal(ids(*got), upTo(50)) {
		t.Errorf("read back %v, %v", ids(*got), err)
	}
	// A temporary file that went missing is not passed over.
	lost := files[0]
	remove(t.Context(), &faultyFS{}, lost.Temp)
	lost.Size++
	if _, err := new(commitFn).ProcessElement(t.Context(), lost); err == nil || !strings.Contains(err.Error(), "is lost") {
		t.Errorf("a lost file: %v", err)
	}
}

// A part that is not what was written, as one that was cut off, is an error that names it.
func TestPartsThatChangedAreErrors(t *testing.T) {
	dir := t.TempDir()
	fn := newWriteFn(filepath.Join(dir, "orders"), WriteOptions{})
	var parts []part
	for range 2 {
		some, err := partsOf(t, fn, orders(20))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, some...)
	}
	data := load(t, parts[1].Temp)
	save(t, parts[1].Temp, data[:len(data)-1])
	if _, err := joined(t, &joinFn{Prefix: fn.Prefix}, parts); err == nil || !strings.Contains(err.Error(), parts[1].Temp) {
		t.Errorf("error %v, want one of %s", err, parts[1].Temp)
	}
}

// Where shards come in turns, few files are open, and none of the values is lost.
func TestPartsThatAreOpenAreBounded(t *testing.T) {
	const shards = 3 * maxOpen
	for _, compress := range []bool{false, true} {
		dir := t.TempDir()
		fn := newWriteFn(filepath.Join(dir, "orders"), WriteOptions{Shards: shards, Compress: compress})
		parts := map[int]int{}
		emit := func(shard int, p part) { parts[shard]++ }
		fn.StartBundle(t.Context(), emit)
		for i, o := range orders(2 * shards) {
			if err := fn.ProcessElement(t.Context(), nil, i%shards, encode(t, []order{o}), emit); err != nil {
				t.Fatal(err)
			}
			if len(fn.open) > fn.maxOpen() {
				t.Fatalf("%d files are open", len(fn.open))
			}
		}
		if err := fn.FinishBundle(t.Context(), emit); err != nil || len(fn.open) > 0 || len(parts) != shards {
			t.Errorf("%d files are open, %d shards have parts, %v", len(fn.open), len(parts), err)
		}
		if got := ids(readShards(t, dir, true)); !slices.Equal(got, upTo(2*shards)) {
			t.Errorf("parts have %v", got)
		}
	}
}

// Runners bring a group as one element, and some as one message: no group of the sink may
// have what was read from its input.
func TestGroupsHaveNoValues(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	Write[order](s, filepath.Join(t.TempDir(), "orders"), beam.CreateList(s, orders(3)), WriteOptions{Shards: 2})
	edges, _, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	groups := 0
	for _, e := range edges {
		if e.Op != graph.CoGBK {
			continue
		}
		groups++
		for _, in := range e.Input {
			switch value := in.From.Type().Components()[1].Type(); value {
			case reflect.TypeFor[part](), reflect.TypeFor[written]():
			default:
				t.Errorf("%s groups %v", e.Scope(), value)
			}
		}
	}
	if groups != 2 {
		t.Errorf("%d groups", groups)
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
		if got := ids(readShards(t, dir, false)); !slices.Equal(got, upTo(n)) {
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
