package beambeve

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
)

func sumOf(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

func TestScanCutsWhereValuesBegin(t *testing.T) {
	for name, data := range streams(t, orders(40)) {
		for _, blockBytes := range []int64{1, 100, 1000, 1 << 20} {
			// However the bytes arrive.
			whole, _, err := scan(bytes.NewReader(data), blockBytes, beve.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			dribble, _, err := scan(iotest.OneByteReader(bytes.NewReader(data)), blockBytes, beve.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(whole.Ends, dribble.Ends) || !slices.Equal(whole.Sums, dribble.Sums) {
				t.Errorf("%s, blocks of %d: %v, byte by byte %v", name, blockBytes, whole, dribble)
			}
			if err := whole.check(int64(len(data))); err != nil {
				t.Errorf("%s, blocks of %d: %v", name, blockBytes, err)
			}
			start := int64(0)
			count := 0
			for i, end := range whole.Ends {
				if i < len(whole.Ends)-1 && end-start < blockBytes {
					t.Errorf("%s: a block of %d bytes", name, end-start)
				}
				if sum := sumOf(data[start:end]); sum != whole.Sums[i] {
					t.Errorf("%s: sum %x, want %x", name, whole.Sums[i], sum)
				}
				count += len(decodeAll(t, data[start:end]))
				start = end
			}
			if count != 40 {
				t.Errorf("%s, blocks of %d: %d values", name, blockBytes, count)
			}
		}
	}
}

func TestScanLeavesWhatIsMalformedToTheReader(t *testing.T) {
	data := encode(t, orders(20))
	for cut := range len(data) {
		x, _, err := scan(bytes.NewReader(append(data[:cut:cut], 0xff, 0xff)), 50, beve.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.check(int64(cut) + 2); err != nil {
			t.Errorf("malformed at %d: %v", cut, err)
		}
	}
	_, _, err := scan(io.MultiReader(bytes.NewReader(data[:100]), iotest.ErrReader(errInjected)), 50, beve.DecodeOptions{})
	if !errors.Is(err, errInjected) {
		t.Errorf("a failing reader: %v", err)
	}
}

func TestWriteIndexIsWhatReadersUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.beve")
	data := encode(t, orders(40))
	save(t, path, data)
	if err := WriteIndex(t.Context(), path, ReadOptions{BlockBytes: 700}); err != nil {
		t.Fatal(err)
	}
	// Blocks are those of the index, not those that the reader would make.
	want, _, err := scan(bytes.NewReader(data), 700, beve.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	spans := spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 100})
	if len(spans) != 1 || !slices.Equal(spans[0].Ends, want.Ends) || !slices.Equal(spans[0].Sums, want.Sums) {
		t.Errorf("spans %v, want %v", spans, want)
	}
	if err := WriteIndex(t.Context(), path+"-not-there", ReadOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	save(t, path, append(data, 0xff))
	if err := WriteIndex(t.Context(), path, ReadOptions{}); err == nil || !strings.Contains(err.Error(), "at byte") {
		t.Errorf("a malformed file: %v", err)
	}
}

// An index that is not that of the file is seen, by what it says or by the sums.
func TestIndexOfAnotherFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.beve")
	data := encode(t, orders(40))
	save(t, path, data)
	good, _, err := scan(bytes.NewReader(data), 300, beve.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]index{
		"empty":      {},
		"longer":     {Ends: []int64{10, int64(len(data)) + 1}, Sums: []uint32{1, 2}},
		"descending": {Ends: []int64{300, 200, int64(len(data))}, Sums: []uint32{1, 2, 3}},
		"negative":   {Ends: []int64{-5, int64(len(data))}, Sums: []uint32{1, 2}},
		"no sums":    {Ends: good.Ends},
	} {
		save(t, path+indexSuffix, encode(t, []index{x}))
		spans := spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 300})
		if !slices.Equal(ends(spans), good.Ends) {
			t.Errorf("%s: spans %v", name, spans)
		}
	}
	save(t, path+indexSuffix, []byte("not an index"))
	if spans := spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 300}); !slices.Equal(ends(spans), good.Ends) {
		t.Errorf("spans %v", spans)
	}

	// The same length, other bytes: block boundaries that are none.
	save(t, path+indexSuffix, encode(t, []index{good}))
	changed := orders(40)
	changed[3].Price++
	save(t, path, encode(t, changed))
	for _, reject := range []bool{false, true} {
		s := spansOf(t, path, int64(len(data)), ReadOptions{BlockBytes: 300})[0]
		fn := &readFn[order]{Reject: reject}
		if _, _, err := readSpan(t.Context(), fn, s); err == nil || !strings.Contains(err.Error(), "checksum") {
			t.Errorf("a changed file: %v", err)
		}
	}
}
