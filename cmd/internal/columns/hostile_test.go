package columns

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// errEnough ends a reading.
var errEnough = errors.New("enough")

// drain reads rows until there are most bytes of them.
func drain(data []byte, limits translator.Limits, most int) (n int, err error) {
	rows, err := Open(bytes.NewReader(data), limits)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	buf := make([]byte, 32<<10)
	for n < most {
		k, err := rows.Read(buf)
		n += k
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
	return n, errEnough
}

// Whatever becomes of a file's bytes, reading it does not panic, does not take more memory
// than a file of its size may, and any error is one that says what is wrong.
func TestDamagedFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	times := 300
	if testing.Short() {
		times = 30
	}
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	whole := map[string][]byte{}
	for _, name := range files {
		if whole[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"scalars", "nested", "zstd"} { // and some of our own
		whole["our "+name] = rewritten(t, "testdata/arrow_"+name+".parquet")
	}
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		for range times {
			data := damage(r, bytes.Clone(whole[name]))
			const most = 4 << 20
			var n int
			var err error
			took := testkit.Allocated(func() { n, err = drain(data, translator.Limits{}, most) })
			if bound := uint64(8<<20 + 64*len(data) + 16*n); took > bound {
				t.Errorf("%s: %d bytes allocated for %d of rows and a file of %d (%v)", name, took, n, len(data), err)
				os.WriteFile(filepath.Join(t.TempDir(), "bad.parquet"), data, 0o666)
			}
			if err != nil && err != errEnough {
				refused++
				if known(err) == nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	if refused < len(whole)*times/4 {
		t.Errorf("of %d files %d were refused", len(whole)*times, refused)
	}
}

// known returns the cause of an error, if it is one that damage has.
func known(err error) error {
	for _, cause := range []error{parquetfile.ErrMalformed, parquetfile.ErrUnsupported, parquetfile.ErrLimit, beve.ErrUTF8, beve.ErrOverflow, beve.ErrLimit} {
		if errors.Is(err, cause) {
			return cause
		}
	}
	return nil
}

// damage changes a file: some bytes anywhere, in the footer, or where numbers are large.
func damage(r *rand.Rand, data []byte) []byte {
	footer := int(binary.LittleEndian.Uint32(data[len(data)-8:]))
	start := len(data) - 8 - footer
	switch r.IntN(6) {
	case 0:
		for range 1 + r.IntN(4) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
	case 1: // pages and their headers
		for range 1 + r.IntN(4) {
			data[4+r.IntN(start-4)] ^= 1 << r.IntN(8)
		}
	case 2:
		for range 1 + r.IntN(3) {
			data[start+r.IntN(footer)] = byte(r.Uint32())
		}
	case 3: // a number becomes the largest of 32 bits
		i := start + r.IntN(footer)
		data = append(data[:i:i], append([]byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, data[min(i+1, len(data)-8):]...)...)
		binary.LittleEndian.PutUint32(data[len(data)-8:], uint32(footer+4))
	case 4: // the same before the footer
		i := 4 + r.IntN(start-4)
		data = append(data[:i:i], append([]byte{0xfe, 0xff, 0xff, 0xff, 0x0f}, data[i+1:]...)...)
	case 5: // a part is missing
		i := r.IntN(len(data))
		data = append(data[:i:i], data[min(len(data), i+1+r.IntN(100)):]...)
	}
	return data
}

// thrift writes what the compact protocol has, for files that no program writes.
type thrift struct {
	bytes.Buffer
	last []int
}

func (b *thrift) field(id int, kind byte) {
	last := &b.last[len(b.last)-1]
	b.WriteByte(byte(id-*last)<<4 | kind)
	*last = id
}

func (b *thrift) int(id int, v int64) {
	b.field(id, 6)
	b.Write(binary.AppendUvarint(nil, uint64(v<<1^v>>63)))
}

func (b *thrift) text(id int, s string) {
	b.field(id, 8)
	b.Write(binary.AppendUvarint(nil, uint64(len(s))))
	b.WriteString(s)
}

// group writes a struct; list writes one of one of them or several.
func (b *thrift) group(fields func()) {
	b.last = append(b.last, 0)
	fields()
	b.WriteByte(0)
	b.last = b.last[:len(b.last)-1]
}

func (b *thrift) list(id int, elements ...func()) {
	b.field(id, 9)
	b.WriteByte(byte(len(elements))<<4 | 12)
	for _, e := range elements {
		b.group(e)
	}
}

// crafted is a file of one column of optional integers, or of lists of them.
type crafted struct {
	rows, values int64
	codec        int64
	list         bool
	size         int64 // of the page, before compression
	page         []byte
	pages        int
}

func (c crafted) bytes() []byte {
	var pages thrift
	pages.WriteString("PAR1")
	for range c.pages {
		pages.group(func() {
			pages.int(1, 0)
			pages.int(2, c.size)
			pages.int(3, int64(len(c.page)))
			pages.field(5, 12)
			pages.group(func() {
				pages.int(1, c.values)
				pages.int(2, 0)
				pages.int(3, 3)
				pages.int(4, 3)
			})
		})
		pages.Write(c.page)
	}
	var f thrift
	f.group(func() {
		f.int(1, 1)
		repetition := int64(1)
		if c.list {
			repetition = 2
		}
		f.list(2, func() { f.text(4, "schema"); f.int(5, 1) },
			func() { f.int(1, 2); f.int(3, repetition); f.text(4, "a") })
		f.int(3, c.rows)
		f.list(4, func() {
			f.list(1, func() {
				f.field(3, 12)
				f.group(func() {
					f.int(1, 2)
					f.int(4, c.codec)
					f.int(5, c.values*int64(c.pages))
					f.int(7, int64(pages.Len()-4))
					f.int(9, 4)
				})
			})
			f.int(3, c.rows)
		})
	})
	out := append(pages.Bytes(), f.Bytes()...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(f.Len())), "PAR1"...)
}

// run is levels: n times v.
func run(n uint64, v byte) []byte {
	b := append(binary.AppendUvarint(nil, n<<1), v)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// A small file may stand for many rows, which come one after another and take no memory.
func TestManyRowsOfFewBytes(t *testing.T) {
	page := run(1<<30, 0)
	data := crafted{rows: 3 << 30, values: 1 << 30, size: int64(len(page)), page: page, pages: 3}.bytes()
	var n int
	var err error
	if took := testkit.Allocated(func() { n, err = drain(data, translator.Limits{}, 8<<20) }); err != errEnough || took > 4<<20 {
		t.Errorf("%v after %d bytes, %d allocated", err, n, took)
	}
}

// What a file would make large is refused: a row, and a page.
func TestBombs(t *testing.T) {
	page := append(levelRuns(1<<30), run(1<<30, 1)...)
	list := crafted{rows: 1, values: 1 << 30, list: true, size: int64(len(page)), page: page, pages: 1}.bytes()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 200 {
		z.Write(zeros)
	}
	z.Close()
	zipped := crafted{rows: 1, values: 1, codec: 6, size: 200 << 20, page: packed.Bytes(), pages: 1}.bytes()
	promised := crafted{rows: 1, values: 1, codec: 6, size: 60 << 20, page: packed.Bytes()[:20], pages: 1}.bytes()
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"a list without its values", list, parquetfile.ErrMalformed},
		{"a page of zeros", zipped, parquetfile.ErrLimit},
		{"a page that is promised", promised, parquetfile.ErrMalformed},
		{"snappy", crafted{rows: 1, values: 1, codec: 1, size: 1 << 30, page: append(binary.AppendUvarint(nil, 1<<30), 0, 0, 0), pages: 1}.bytes(), parquetfile.ErrLimit},
		{"snappy, less", crafted{rows: 1, values: 1, codec: 1, size: 1 << 25, page: append(binary.AppendUvarint(nil, 1<<25), 0, 0, 0), pages: 1}.bytes(), parquetfile.ErrMalformed},
		{"LZ4", crafted{rows: 1, values: 1, codec: 7, size: 1 << 25, page: []byte{0, 0}, pages: 1}.bytes(), parquetfile.ErrMalformed},
	} {
		var err error
		took := testkit.Allocated(func() { _, err = drain(c.data, translator.Limits{}, 1<<20) })
		if !errors.Is(err, c.want) || took > 16<<20 {
			t.Errorf("%s: %v, %d allocated for %d bytes", c.name, err, took, len(c.data))
		}
	}
}

// levelRuns are the repetition levels of one list.
func levelRuns(n uint64) []byte {
	b := []byte{1 << 1, 0}
	b = append(binary.AppendUvarint(b, n<<1), 1)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// A row is bounded as a value of BEVE is.
func TestARowIsBounded(t *testing.T) {
	data, err := os.ReadFile("testdata/arrow_nested.parquet")
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{10, 100} {
		if _, err := drain(data, translator.Limits{MaxBytes: most}, 1<<20); !errors.Is(err, beve.ErrLimit) {
			t.Errorf("at most %d bytes: %v", most, err)
		}
	}
	if _, err := drain(data, translator.Limits{MaxBytes: 10000}, 1<<20); err != nil {
		t.Error(err)
	}
}

// Columns that do not fit together are refused, not filled up.
func TestRowsThatDoNotAddUp(t *testing.T) {
	page := run(2, 0)
	whole := crafted{rows: 2, values: 2, size: int64(len(page)), page: page, pages: 1}
	if n, err := drain(whole.bytes(), translator.Limits{}, 1<<10); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	for rows, want := range map[int64]string{1: "more values", 3: "fewer values", -1: "rows"} {
		bad := whole
		bad.rows = rows
		if _, err := drain(bad.bytes(), translator.Limits{}, 1<<10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}
