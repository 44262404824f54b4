package beambeve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"

	beve "github.com/beve-org/beve-go"
)

// spansOf plans a file.
func spansOf(t testing.TB, path string, size int64, opts ReadOptions) (spans []span) {
	t.Helper()
	fn := &planFn{Options: opts}
	meta := fileio.FileMetadata{Path: path, Size: size}
	if err := fn.ProcessElement(t.Context(), meta, func(_ string, s span) { spans = append(spans, s) }); err != nil {
		t.Fatal(err)
	}
	return spans
}

// ends returns where the blocks of spans end.
func ends(spans []span) (all []int64) {
	for _, s := range spans {
		all = append(all, s.Ends...)
	}
	return all
}

// readSpan reads a span as a runner does.
func readSpan(ctx context.Context, fn *readFn[order], s span) (all []order, bad []Rejected, err error) {
	err = fn.ProcessElement(ctx, nil, "", s,
		func(o order) { all = append(all, o) }, func(r Rejected) { bad = append(bad, r) })
	return all, bad, err
}

// blockOf returns block i of a span alone.
func blockOf(s span, i int) span {
	if i > 0 {
		s.Start = s.Ends[i-1]
	}
	s.Ends = s.Ends[i : i+1]
	if s.Sums != nil {
		s.Sums = s.Sums[i : i+1]
	}
	return s
}

// streams are the forms in which the same values may lie in a file.
func streams(t *testing.T, values []order) map[string][]byte {
	plain := encode(t, values)
	var tight, loose, indexed []byte
	for i, v := range values {
		one := encode(t, []order{v})
		tight = append(tight, one...)
		loose = append(append(loose, "\x06\x06\x06"[:i%4]...), one...)
		object, err := beve.EncodeIndexedObject(v)
		if err != nil {
			t.Fatal(err)
		}
		indexed = append(append(indexed, object...), 6)
	}
	return map[string][]byte{
		"delimited":             plain,
		"without delimiters":    tight,
		"runs of delimiters":    append(append([]byte{6}, loose...), 6, 6),
		"framed":                append([]byte{0x2e, 2}, plain...),
		"objects with an index": indexed,
	}
}

func TestSpansReadEveryValueOnce(t *testing.T) {
	values := orders(60)
	for name, data := range streams(t, values) {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.beve")
			save(t, path, data)
			for _, blockBytes := range []int64{1, 2, 70, 500, 1 << 20} {
				opts := ReadOptions{BlockBytes: blockBytes}
				var all []order
				for _, s := range spansOf(t, path, int64(len(data)), opts) {
					part, _, err := readSpan(t.Context(), &readFn[order]{Options: opts}, s)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, part...)
				}
				if !reflect.DeepEqual(all, values) {
					t.Errorf("blocks of %d: read %v", blockBytes, ids(all))
				}
			}
		})
	}
}

// TestSpansAreOneAfterAnother: together they are the file, whatever the number of blocks.
func TestSpansAreOneAfterAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.beve")
	for n := range 3 * spanBlocks {
		data := encode(t, orders(n+1))
		save(t, path, data)
		at := int64(0)
		spans := spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 1})
		for i, s := range spans {
			if s.Start != at || s.length() <= 0 || len(s.Ends) > spanBlocks || len(s.Ends) < spanBlocks && i < len(spans)-1 {
				t.Errorf("%d values: span %d of %d is %v", n+1, i, len(spans), s)
			}
			at += s.length()
		}
		if at != int64(len(data)) {
			t.Errorf("%d values: spans have %d bytes of %d", n+1, at, len(data))
		}
	}
}

// TestKeysAreNeitherFewNorMany: what has a key is read by one worker, and a bundle for each short file would cost much.
func TestKeysAreNeitherFewNorMany(t *testing.T) {
	const mb = 1 << 20
	long := func(n int, block int64) (x index) {
		for i := range n {
			x.add(int64(i+1)*block, 0)
		}
		return x
	}
	for _, c := range []struct {
		name   string
		short  []int64 // sizes of files that are not divided
		long   []index
		blocks int64
		want   []int64 // the bytes of each key
	}{
		{"short files", slices.Repeat([]int64{1000}, 10_000), nil, 0, []int64{4195000, 4195000, 1610000}},
		{"two to a key", slices.Repeat([]int64{3 * mb}, 5), nil, 0, []int64{6 * mb, 6 * mb, 3 * mb}},
		{"one to a key", slices.Repeat([]int64{16 * mb}, 3), nil, 0, []int64{16 * mb, 16 * mb, 16 * mb}},
		{"long files", nil, []index{long(6, 16*mb), long(4, 16*mb)}, 0, []int64{64 * mb, 32 * mb, 64 * mb}},
		{"long blocks", nil, []index{long(3, 100*mb)}, 0, []int64{100 * mb, 100 * mb, 100 * mb}},
		{"blocks of a gigabyte and a short one", nil, []index{long(2, 1<<30), long(1, mb)}, 0, []int64{1 << 30, 1 << 30, mb}},
		{"short blocks", nil, []index{long(16, mb/16)}, mb / 16, []int64{mb / 4, mb / 4, mb / 4, mb / 4}},
	} {
		fn := &planFn{Options: ReadOptions{BlockBytes: c.blocks}}
		fn.StartBundle(nil)
		var keys []string
		bytes := map[string]int64{}
		emit := func(key string, s span) {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
			bytes[key] += s.length()
		}
		for i, size := range c.short {
			if err := fn.ProcessElement(t.Context(), fileio.FileMetadata{Path: fmt.Sprint("file-", i), Size: size}, emit); err != nil {
				t.Fatal(err)
			}
		}
		for i, x := range c.long {
			fn.divide(fmt.Sprint("long-", i), x, emit)
		}
		var got []int64
		for _, key := range keys {
			got = append(got, bytes[key])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the keys have %v bytes, want %v", c.name, got, c.want)
		}
	}
}

// TestSpansAreKeysOfAFunctionWithState: what runners know of that in batches is why a file may be larger than a worker can send
// in one bundle, and is read by all of them.
func TestSpansAreKeysOfAFunctionWithState(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	Read[order](s, "x", ReadOptions{})
	edges, _, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edges {
		if e.DoFn == nil || !strings.Contains(e.DoFn.Name(), "readFn") {
			continue
		}
		if e.DoFn.IsSplittable() || len(e.DoFn.PipelineState()) == 0 || e.Input[0].From.Type().Type() != typex.KVType {
			t.Errorf("%v", e)
		}
		return
	}
	t.Error("nothing reads")
}

func TestNamesThatAreNoTextAreErrors(t *testing.T) {
	err := new(planFn).ProcessElement(t.Context(), fileio.FileMetadata{Path: "a\xff", Size: 1}, nil)
	if err == nil || !strings.Contains(err.Error(), `"a\xff"`) {
		t.Errorf("error %v", err)
	}
}

func TestTypesAreRegisteredFirst(t *testing.T) {
	type unknown struct{}
	for name, call := range map[string]func(s beam.Scope, col beam.PCollection){
		"Read":       func(s beam.Scope, _ beam.PCollection) { Read[unknown](s, "x", ReadOptions{}) },
		"ReadAll":    func(s beam.Scope, col beam.PCollection) { ReadAll[unknown](s, col, ReadOptions{}) },
		"TryReadAll": func(s beam.Scope, col beam.PCollection) { TryReadAll[unknown](s, col, ReadOptions{}) },
		"Write":      func(s beam.Scope, col beam.PCollection) { Write[unknown](s, "x", col, WriteOptions{}) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, "beambeve.unknown is not registered: call beambeve.Register") {
					t.Errorf("%s panics with %s", name, got)
				}
			}()
			_, s := beam.NewPipelineWithRoot()
			call(s, beam.Create(s, "x"))
		}()
	}
}

func TestReadRunsOnTheLocalRunner(t *testing.T) {
	dir := t.TempDir()
	save(t, filepath.Join(dir, "a.beve"), encode(t, orders(500)[:200]))
	save(t, filepath.Join(dir, "b.beve"), encode(t, orders(500)[200:]))
	save(t, filepath.Join(dir, "c.beve"), nil)
	var got *[]order
	err := run(t, func(s beam.Scope) {
		got = collect[order](s, Read[order](s, filepath.Join(dir, "*"), ReadOptions{BlockBytes: 300}))
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ids(*got), upTo(500)) {
		t.Errorf("read %v", ids(*got))
	}
	err = run(t, func(s beam.Scope) { Read[order](s, filepath.Join(dir, "missing.beve"), ReadOptions{}) })
	if err == nil || !strings.Contains(err.Error(), "missing.beve") {
		t.Errorf("a file that is not there: %v", err)
	}
	strict := ReadOptions{Decode: beve.DecodeOptions{Limits: beve.Limits{MaxElements: 3}}}
	err = run(t, func(s beam.Scope) { Read[order](s, filepath.Join(dir, "a.beve"), strict) })
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "a.beve")+": beve: ") {
		t.Errorf("options did not reach the workers: %v", err)
	}
}

// Files that cannot be opened in the middle are read in one piece, in one pass.
func TestFilesThatCannotBeSoughtAreNotSplit(t *testing.T) {
	data := encode(t, orders(50))
	path := filepath.Join(t.TempDir(), "x.beve")
	save(t, path, data)
	spans := spansOf(t, "faulty://"+path, int64(len(data)), ReadOptions{BlockBytes: 10})
	if len(spans) != 1 || len(spans[0].Ends) != 1 || spans[0].Sums != nil {
		t.Fatalf("planned %v", spans)
	}
	all, _, err := readSpan(t.Context(), &readFn[order]{}, spans[0])
	if err != nil || !slices.Equal(ids(all), upTo(50)) {
		t.Errorf("read %v, %v", ids(all), err)
	}
}

func TestRangesOpenFilesInTheMiddle(t *testing.T) {
	data := encode(t, orders(50))
	path := filepath.Join(t.TempDir(), "x.beve")
	save(t, path, data)
	var asked []int64
	RegisterRanges("faulty", func(_ context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		asked = append(asked, offset, length)
		return io.NopCloser(io.NewSectionReader(bytes.NewReader(load(t, bare(path))), offset, length)), nil
	})
	defer delete(ranges, "faulty")
	var all []order
	spans := spansOf(t, "faulty://"+path, int64(len(data)), ReadOptions{BlockBytes: 100})
	if len(spans) < 5 {
		t.Fatalf("planned %v", spans)
	}
	for _, s := range spans {
		asked = nil
		part, _, err := readSpan(t.Context(), &readFn[order]{}, s)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int64{s.Start, s.length()}; !slices.Equal(asked, want) {
			t.Errorf("asked for %v, want %v", asked, want)
		}
		all = append(all, part...)
	}
	if !slices.Equal(ids(all), upTo(50)) {
		t.Errorf("read %v", ids(all))
	}
}

// poison is a stream in which values 10 and 20 do not fit and the byte after value
// 30 is malformed.
func poison(t *testing.T) (data []byte, misfits []int64, malformed int64) {
	for i, o := range orders(60) {
		if i > 0 {
			data = append(data, 6)
		}
		switch i {
		case 10, 20:
			misfits = append(misfits, int64(len(data)))
			data = append(data, encode(t, []map[string]any{{"id": i, "tags": map[string]any{"deep": "text"}}})...)
			continue
		case 31:
			malformed = int64(len(data))
			data = append(data, 0xff)
		}
		data = append(data, encode(t, []order{o})...)
	}
	return data, misfits, malformed
}

func TestErrorsNameFileOffsetAndPath(t *testing.T) {
	data, misfits, malformed := poison(t)
	path := filepath.Join(t.TempDir(), "poison.beve")
	read := func(path string, size int64, opts ReadOptions) (failures []error) {
		for _, s := range spansOf(t, path, size, opts) {
			fn := &readFn[order]{Options: opts}
			for i := range s.Ends {
				_, _, err := readSpan(t.Context(), fn, blockOf(s, i))
				if err != nil {
					failures = append(failures, err)
				}
			}
		}
		return failures
	}
	save(t, path, data)
	failures := read(path, int64(len(data)), ReadOptions{BlockBytes: 1})
	if len(failures) != 3 {
		t.Fatalf("failures %v", failures)
	}
	for i, want := range []struct {
		from int64
		path beve.Pointer
	}{{misfits[0], "/tags/deep"}, {misfits[1], "/tags/deep"}, {malformed, ""}} {
		var wrong *beve.DecodeError
		if !errors.As(failures[i], &wrong) || wrong.Path != want.path {
			t.Fatalf("failure %v", failures[i])
		}
		if wrong.Offset < want.from || wrong.Offset > want.from+30 {
			t.Errorf("offset %d, the value begins at %d", wrong.Offset, want.from)
		}
		if text := failures[i].Error(); !strings.Contains(text, path+": ") || !strings.Contains(text, fmt.Sprint("at byte ", wrong.Offset)) {
			t.Errorf("text %s", text)
		}
	}
	// A file that is cut, and a limit.
	cut := encode(t, orders(5))
	save(t, path, cut[:len(cut)-1])
	if failures := read(path, int64(len(cut)-1), ReadOptions{}); len(failures) != 1 || !errors.Is(failures[0], beve.ErrTruncated) {
		t.Errorf("cut: %v", failures)
	}
	if failures := read(path, int64(len(cut)), ReadOptions{}); len(failures) != 1 || !errors.Is(failures[0], io.ErrUnexpectedEOF) {
		t.Errorf("shorter than it was listed: %v", failures)
	}
	save(t, path, cut)
	small := ReadOptions{Decode: beve.DecodeOptions{Limits: beve.Limits{MaxElements: 3}}}
	if failures := read(path, int64(len(cut)), small); len(failures) != 1 || !errors.Is(failures[0], beve.ErrLimit) {
		t.Errorf("limit: %v", failures)
	}
}

func TestTryReadAllLosesNothingSilently(t *testing.T) {
	data, misfits, malformed := poison(t)
	path := filepath.Join(t.TempDir(), "poison.beve")
	save(t, path, data)
	for _, blockBytes := range []int64{1, 300, 1 << 20} {
		var got *[]order
		var bad *[]Rejected
		err := run(t, func(s beam.Scope) {
			values, rejected := TryReadAll[order](s, beam.Create(s, path), ReadOptions{BlockBytes: blockBytes})
			got, bad = collect[order](s, values), collect[Rejected](s, rejected)
		})
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(upTo(31), func(id int) bool { return id == 10 || id == 20 })
		if !slices.Equal(ids(*got), want) {
			t.Errorf("blocks of %d: read %v", blockBytes, ids(*got))
		}
		slices.SortFunc(*bad, func(a, b Rejected) int { return int(a.Offset - b.Offset) })
		if len(*bad) != 3 {
			t.Fatalf("rejected %v", *bad)
		}
		for i, at := range append(misfits, malformed) {
			r := (*bad)[i]
			if r.File != path || r.Offset != at || r.Block > at || !strings.Contains(r.Error, path+": ") {
				t.Errorf("rejected %+v, want offset %d", r, at)
			}
			if i == 2 {
				if r.Value != nil {
					t.Errorf("a malformed value %x", r.Value)
				}
				continue
			}
			if end := at + int64(len(r.Value)); len(r.Value) == 0 || !bytes.Equal(r.Value, data[at:end]) || data[end] != 6 {
				t.Errorf("value %x", r.Value)
			}
		}
	}
}

// In compressed files offsets count from the start of what a block holds.
func TestErrorsInCompressedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "poison.beve.zst")
	data, misfits, malformed := poison(t)
	var file bytes.Buffer
	w, err := newBlockWriter(&file, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range [][]byte{encode(t, orders(3)), data} {
		if err := errors.Join(w.add(part), w.finish()); err != nil {
			t.Fatal(err)
		}
	}
	save(t, path, file.Bytes())
	s := span{Path: path, Ends: w.index.Ends, Sums: w.index.Sums}
	fn := &readFn[order]{}
	if _, _, err := readSpan(t.Context(), fn, blockOf(s, 1)); err == nil ||
		!strings.Contains(err.Error(), fmt.Sprintf("%s: block at byte %d, decompressed: beve: /tags/deep at byte ", path, w.index.Ends[0])) {
		t.Errorf("error %v", err)
	}
	fn.Reject = true
	_, bad, err := readSpan(t.Context(), fn, s)
	if err != nil || len(bad) != 3 {
		t.Fatalf("rejected %v, %v", bad, err)
	}
	for i, at := range append(misfits, malformed) {
		if bad[i].Offset != at || bad[i].Block != w.index.Ends[0] {
			t.Errorf("rejected %+v, want offset %d", bad[i], at)
		}
	}
	// A frame that is damaged is not a value that is malformed.
	broken := file.Bytes()
	broken[len(broken)-1] ^= 1
	save(t, path, broken)
	var wrong *beve.DecodeError
	if _, _, err := readSpan(t.Context(), fn, s); err == nil || errors.As(err, &wrong) {
		t.Errorf("a damaged frame: %v", err)
	}
}

// With an index, what is malformed costs no more than the rest of its block.
func TestMalformedBlocksDoNotSpoilOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.beve")
	data := encode(t, orders(60))
	x, _, err := scan(bytes.NewReader(data), 400, beve.DecodeOptions{})
	if err != nil || len(x.Ends) < 5 {
		t.Fatal(x, err)
	}
	data[x.Ends[1]] = 0xff // where block 2 begins
	x.Sums[2] = sumOf(data[x.Ends[1]:x.Ends[2]])
	save(t, path, data)
	save(t, path+indexSuffix, encode(t, []index{x}))
	var got []order
	var bad []Rejected
	for _, s := range spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 400}) {
		fn := &readFn[order]{Reject: true}
		some, rejected, err := readSpan(t.Context(), fn, s)
		if err != nil {
			t.Fatal(err)
		}
		got, bad = append(got, some...), append(bad, rejected...)
	}
	lost := decodeAll(t, encode(t, orders(60))[x.Ends[1]:x.Ends[2]])
	if len(bad) != 1 || bad[0].Offset != x.Ends[1] || len(got)+len(lost) != 60 {
		t.Errorf("%d read, %d in the block, rejected %v", len(got), len(lost), bad)
	}
}

func TestFailingFilesystemsFailAndDoNotReject(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.beve")
	data := encode(t, orders(5))
	save(t, path, data)
	inject(t, func(op, _ string) bool { return op == "open" })
	fn := &readFn[order]{Reject: true}
	_, bad, err := readSpan(t.Context(), fn, span{Path: "faulty://" + path, Ends: []int64{int64(len(data))}})
	if !errors.Is(err, errInjected) || bad != nil {
		t.Errorf("%v, rejected %v", err, bad)
	}
}
