package parquetfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// cell is what a column has at one place: levels, and a value where Def is that of the leaf.
type cell struct {
	rep, def int
	value    Value
}

// everyLeaf returns a leaf of each type, in each way that it is stored.
func everyLeaf() []*Node {
	leaves := []*Node{
		{Name: "bool", Type: Bool}, {Name: "float16", Type: Float16}, {Name: "float32", Type: Float32}, {Name: "float64", Type: Float64},
		{Name: "bytes", Type: Bytes}, {Name: "fixed", Type: Bytes, Length: 3}, {Name: "text", Type: Text}, {Name: "long", Type: Bytes, Length: 100},
		{Name: "enum", Type: Enum}, {Name: "JSON", Type: JSON}, {Name: "BSON", Type: BSON}, {Name: "UUID", Type: UUID},
		{Name: "date", Type: Date}, {Name: "interval", Type: Interval}, {Name: "null", Type: Null, Optional: true},
	}
	for _, bits := range []int{8, 16, 32, 64} {
		leaves = append(leaves, &Node{Name: fmt.Sprint("int", bits), Type: Int, Bits: bits}, &Node{Name: fmt.Sprint("uint", bits), Type: Uint, Bits: bits})
	}
	for _, unit := range []Unit{Millisecond, Microsecond, Nanosecond} {
		for _, utc := range []bool{false, true} {
			leaves = append(leaves, &Node{Name: fmt.Sprint("clock", unit, utc), Type: TimeOfDay, Unit: unit, UTC: utc},
				&Node{Name: fmt.Sprint("time", unit, utc), Type: Timestamp, Unit: unit, UTC: utc})
		}
	}
	for _, digits := range []int{1, 9, 10, 18, 19, 38, 76} {
		leaves = append(leaves, &Node{Name: fmt.Sprint("decimal", digits), Type: Decimal, Precision: digits, Scale: digits / 2})
	}
	return leaves
}

// randomSchema returns a root with a leaf of each type, alone and within lists, maps and groups.
func randomSchema(r *rand.Rand) *Node {
	root := &Node{Type: Group}
	for _, leaf := range everyLeaf() {
		leaf.Optional = leaf.Optional || r.IntN(2) == 0
		n := leaf
		for range r.IntN(4) {
			around := &Node{Name: "around", Optional: r.IntN(2) == 0}
			switch r.IntN(3) {
			case 0:
				around.Type, around.Children = List, []*Node{n}
				n.Name = "element"
			case 1:
				around.Type, around.Children = Group, []*Node{n}
			case 2:
				key := &Node{Name: "key", Type: Text}
				n.Name = "value"
				around.Type, around.Children = Map, []*Node{{Name: "entry", Type: Group, Children: []*Node{key, n}}}
			}
			n = around
		}
		n.Name = fmt.Sprint("c", len(root.Children), "/~", r.IntN(10))
		root.Children = append(root.Children, n)
	}
	root.Settle()
	return root
}

// randomColumn returns the cells of a number of rows.
func randomColumn(r *rand.Rand, leaf *Node, rows int) (cells []cell) {
	distinct := []int{1, 3, 200, math.MaxInt}[r.IntN(4)]
	nulls := []int{0, 1, 9, 10}[r.IntN(4)] // of ten
	var seen []Value
	for range rows {
		for rep := 0; ; {
			c := cell{rep: rep, def: leaf.Def}
			if leaf.Type == Null || r.IntN(10) < nulls {
				c.def = r.IntN(leaf.Def + 1)
			}
			if leaf.Type == Null {
				c.def = min(c.def, leaf.Def-1)
			}
			if c.def == leaf.Def {
				if len(seen) < distinct {
					seen = append(seen, randomValue(r, leaf))
					c.value = seen[len(seen)-1]
				} else {
					c.value = seen[r.IntN(len(seen))]
				}
			}
			cells = append(cells, c)
			if leaf.Rep == 0 || r.IntN(3) == 0 {
				break
			}
			rep = 1 + r.IntN(leaf.Rep)
		}
	}
	return cells
}

func randomValue(r *rand.Rand, leaf *Node) Value {
	bits := r.Uint64()
	if r.IntN(2) == 0 {
		bits = uint64(r.IntN(100) - 50)
	}
	switch {
	case leaf.Type == Bool:
		return Value{Bits: bits & 1}
	case leaf.Type == Float64:
		return Value{Bits: bits}
	case leaf.inBits() && leaf.physical == PhysicalInt32:
		return Value{Bits: uint64(int32(bits))}
	case leaf.inBits():
		return Value{Bits: bits & (1<<(8*leaf.Length-1)<<1 - 1)}
	}
	b := make([]byte, leaf.Length)
	if leaf.Length == 0 {
		b = make([]byte, []int{0, 5, 300}[r.IntN(3)])
	}
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return Value{Bytes: b}
}

// fill adds cells to a column.
func fill(c *Column, cells []cell) {
	for _, x := range cells {
		if x.def < c.leaf.Def {
			c.Null(x.rep, x.def)
		} else {
			c.Value(x.rep, x.value)
		}
	}
}

// sameCells reports what a column has other than cells.
func sameCells(c *Cursor, cells []cell) error {
	for i, want := range cells {
		if err := c.Peek(); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
		if c.Rep != want.rep || c.Def != want.def {
			return fmt.Errorf("value %d: levels %d and %d, want %d and %d", i, c.Rep, c.Def, want.rep, want.def)
		}
		if want.def < c.leaf.Def {
			c.Skip()
			continue
		}
		var v Value
		if err := c.Value(&v); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
		if c.leaf.Type == Float16 {
			v.Bits = uint64(binary.LittleEndian.Uint16(v.Bytes))
		}
		if c.leaf.inBits() && v.Bits != want.value.Bits || !c.leaf.inBits() && !bytes.Equal(v.Bytes, want.value.Bytes) {
			return fmt.Errorf("value %d: %x %x, want %x %x", i, v.Bits, v.Bytes, want.value.Bits, want.value.Bytes)
		}
	}
	if err := c.Peek(); err != io.EOF {
		return fmt.Errorf("after %d values: %v", len(cells), err)
	}
	return nil
}

// sameSchema compares nodes.
func sameSchema(t *testing.T, got, want *Node) {
	t.Helper()
	g, w := *got, *want
	g.Children, w.Children = nil, nil
	if g.Type != Int && g.Type != Uint { // the reader has the bits that are stored
		g.Bits = 0
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("got  %+v\nwant %+v", g, w)
	}
	if len(got.Children) != len(want.Children) {
		t.Fatalf("%d children, want %d", len(got.Children), len(want.Children))
	}
	for i := range got.Children {
		sameSchema(t, got.Children[i], want.Children[i])
	}
}

// Whatever the columns and their values, the reader finds what was written.
func TestWrittenFilesReadTheSame(t *testing.T) {
	times := 36
	if testing.Short() {
		times = 10
	}
	codecs := []Codec{None, Snappy, Gzip, Brotli, Zstd, LZ4Raw}
	for seed := range times {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		root := randomSchema(r)
		o := WriterOptions{Codec: codecs[seed%len(codecs)], CreatedBy: "test", Metadata: []KeyValue{{"a", "1"}, {"b", ""}}}
		var groups [][][]cell
		var out bytes.Buffer
		w, err := NewWriter(&out, root, o)
		if err != nil {
			t.Fatal(err)
		}
		g := w.NewRowGroup()
		for range r.IntN(4) {
			rows := r.IntN(400)
			var columns [][]cell
			for _, c := range g.Columns {
				columns = append(columns, randomColumn(r, c.leaf, rows))
				fill(c, columns[len(columns)-1])
			}
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
			if rows > 0 {
				groups = append(groups, columns)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		sameSchema(t, f.Root, root)
		if f.Groups() != len(groups) || f.Metadata["a"] != "1" || len(f.Metadata) != 2 {
			t.Fatalf("seed %d: %d groups, want %d, metadata %q", seed, f.Groups(), len(groups), f.Metadata)
		}
		for i, columns := range groups {
			cursors := f.Group(i, 1)
			for j, cells := range columns {
				if err := sameCells(cursors[j], cells); err != nil {
					t.Errorf("seed %d, group %d, column %s: %v", seed, i, f.leaves[j].Path, err)
				}
			}
		}
		f.Close()
	}
}

// written is a file of one column.
func written(t *testing.T, leaf *Node, fill func(c *Column)) (*File, *Writer) {
	t.Helper()
	root := &Node{Type: Group, Children: []*Node{leaf}}
	root.Settle()
	var out bytes.Buffer
	w, err := NewWriter(&out, root, WriterOptions{Codec: Zstd})
	if err != nil {
		t.Fatal(err)
	}
	g := w.NewRowGroup()
	fill(g.Columns[0])
	if err := errors.Join(w.Add(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f, w
}

// A dictionary is made where it makes the file smaller, and left where values stop to repeat.
func TestDictionariesWhereTheyPay(t *testing.T) {
	const n = 200_000
	long := []byte(strings.Repeat("something to take parts of ", 1000))
	kinds := func(w *Writer) (s string) {
		for _, p := range w.groups[0].chunks[0].pages {
			s += map[int32]string{encodingPlain: "p", encodingDictionary: "d"}[p.encoding]
		}
		return s
	}
	for _, c := range []struct {
		name  string
		leaf  *Node
		value func(i int) Value
		want  func(pages string) bool
	}{
		{"numbers that differ", &Node{Name: "a", Type: Int, Bits: 64}, func(i int) Value { return Value{Bits: uint64(i)} },
			func(p string) bool { return strings.Trim(p, "p") == "" && len(p) >= n*8/pageBytes }},
		{"numbers that repeat", &Node{Name: "a", Type: Int, Bits: 64}, func(i int) Value { return Value{Bits: uint64(i % 1000)} },
			func(p string) bool { return strings.Trim(p, "d") == "" && len(p) >= n*4/pageBytes }},
		{"text that differs", &Node{Name: "a", Type: Text}, func(i int) Value { return Value{Bytes: fmt.Append(nil, i, "-", i*i)} },
			func(p string) bool { return strings.Trim(p, "p") == "" && len(p) > 5 }},
		{"text that differs after the first page", &Node{Name: "a", Type: Text}, func(i int) Value {
			if i < 70_000 {
				return Value{Bytes: fmt.Append(nil, "the same ", i%3)}
			}
			return Value{Bytes: fmt.Append(nil, "another ", i)}
		}, func(p string) bool {
			d := strings.TrimLeft(p, "d")
			return d != p && d != "" && strings.Trim(d, "p") == ""
		}},
		{"long text that repeats", &Node{Name: "a", Type: Text}, func(i int) Value {
			return Value{Bytes: long[i%26*1000:][:1000]}
		}, func(p string) bool { return strings.Trim(p, "d") == "" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, w := written(t, c.leaf, func(col *Column) {
				for i := range n {
					col.Value(0, c.value(i))
				}
			})
			if p := kinds(w); !c.want(p) {
				t.Errorf("pages %s", p)
			}
			cursors, rows := f.Group(0, 1), f.Rows(0)
			var v Value
			for i := range n {
				want := c.value(i)
				if err := errors.Join(cursors[0].Peek(), cursors[0].Value(&v)); err != nil {
					t.Fatal(err)
				}
				if v.Bits != want.Bits && c.leaf.Type == Int || c.leaf.Type == Text && !bytes.Equal(v.Bytes, want.Bytes) {
					t.Fatalf("value %d: %v, want %v", i, v, want)
				}
			}
			if rows != n || cursors[0].Peek() != io.EOF {
				t.Errorf("%d rows", rows)
			}
		})
	}
}

// Pages end with rows, and the indexes say where each begins.
func TestPagesBeginWithRows(t *testing.T) {
	list := &Node{Name: "a", Type: List, Children: []*Node{{Name: "element", Type: Int, Bits: 64}}}
	f, w := written(t, list, func(c *Column) {
		for i := range 5000 {
			for j := range 101 {
				c.Value(min(j, 1), Value{Bits: uint64(i*1000 + j)})
			}
		}
	})
	pages := w.groups[0].chunks[0].pages
	if len(pages) < 10 {
		t.Fatalf("%d pages", len(pages))
	}
	row := int64(0)
	for i, p := range pages {
		if p.firstRow != row || p.values%101 != 0 {
			t.Errorf("page %d starts at row %d, want %d, and has %d values", i, p.firstRow, row, p.values)
		}
		row += int64(p.values / 101)
		low, _ := p.bounds.text(f.leaves[0])
		if got := binary.LittleEndian.Uint64([]byte(low)); got != uint64(p.firstRow*1000) {
			t.Errorf("page %d is bounded by %d, want %d", i, got, p.firstRow*1000)
		}
	}
}

// Columns of a row group may be filled and finished by a goroutine each.
func TestColumnsAtTheSameTime(t *testing.T) {
	write := func(each func(g *RowGroup, do func(i int))) []byte {
		root := randomSchema(rand.New(rand.NewPCG(1, 1)))
		var out bytes.Buffer
		w, err := NewWriter(&out, root, WriterOptions{Codec: Zstd})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			g := w.NewRowGroup()
			each(g, func(i int) {
				fill(g.Columns[i], randomColumn(rand.New(rand.NewPCG(9, uint64(i))), w.leaves[i], 500))
				g.Columns[i].Finish()
			})
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	one := write(func(g *RowGroup, do func(int)) {
		for i := range g.Columns {
			do(i)
		}
	})
	many := write(func(g *RowGroup, do func(int)) {
		var all sync.WaitGroup
		for i := range g.Columns {
			all.Go(func() { do(i) })
		}
		all.Wait()
	})
	if !bytes.Equal(one, many) {
		t.Error("the files differ")
	}
}

// Pages may be compressed by workers that fill nothing, and nobody sees it in the file.
func TestPagesThatOthersCompress(t *testing.T) {
	helped := 0
	write := func(codec Codec, workers int) []byte {
		root := &Node{Type: Group, Children: []*Node{
			{Name: "number", Type: Int, Bits: 64}, {Name: "text", Type: Text}, {Name: "word", Type: Text, Optional: true},
			{Name: "list", Type: List, Children: []*Node{{Name: "element", Type: Float64}}},
		}}
		root.Settle()
		var out bytes.Buffer
		w, err := NewWriter(&out, root, WriterOptions{Codec: codec, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			g := w.NewRowGroup()
			g.Work(func() {
				r := rand.New(rand.NewPCG(5, 6))
				for i := range 20_000 {
					g.Columns[0].Value(0, Value{Bits: r.Uint64() >> r.IntN(64)})
					g.Columns[1].Value(0, Value{Bytes: fmt.Append(nil, "text ", i, " ", r.Uint32())})
					if i%5 == 0 {
						g.Columns[2].Null(0, 0)
					} else {
						g.Columns[2].Value(0, Value{Bytes: fmt.Append(nil, "word ", r.IntN(3000))})
					}
					g.Columns[3].Value(0, Value{Bits: math.Float64bits(float64(i))})
					g.Columns[3].Value(1, Value{Bits: math.Float64bits(r.Float64())})
				}
				for _, c := range g.Columns {
					helped += len(c.pending)
				}
				g.Finish()
			})
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if n := w.pack.busy.Load(); n != 0 {
			t.Errorf("%d workers are still at work", n)
		}
		return out.Bytes()
	}
	for _, codec := range []Codec{None, Gzip, Zstd} {
		one := write(codec, 1)
		if helped > 0 {
			t.Fatal("one worker has others")
		}
		for _, workers := range []int{2, 3} {
			if !bytes.Equal(write(codec, workers), one) {
				t.Errorf("codec %d: the file of %d workers differs", codec, workers)
			}
		}
		if helped == 0 {
			t.Errorf("codec %d: nobody helped", codec)
		}
		helped = 0
	}
}

// What cannot be a row group is refused.
func TestRowGroupsThatDoNotAddUp(t *testing.T) {
	root := &Node{Type: Group, Children: []*Node{{Name: "a", Type: Bool}, {Name: "b", Type: Bool}}}
	root.Settle()
	w, err := NewWriter(io.Discard, root, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := w.NewRowGroup()
	g.Columns[0].Value(0, Value{})
	if err := w.Add(g); err == nil || !strings.Contains(err.Error(), `"/b" has 0 rows`) {
		t.Error(err)
	}
	if _, err := NewWriter(io.Discard, root, WriterOptions{Codec: codecLZ4}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}

// A writer that fails ends the file.
func TestWritersThatFail(t *testing.T) {
	whole := 0
	for room := 0; ; room++ {
		root := &Node{Type: Group, Children: []*Node{{Name: "a", Type: Text}}}
		root.Settle()
		out := &limited{left: room}
		w, err := NewWriter(out, root, WriterOptions{Codec: Zstd})
		if err == nil {
			g := w.NewRowGroup()
			for range 100 {
				g.Columns[0].Value(0, Value{Bytes: []byte("same")})
			}
			if err = w.Add(g); err == nil {
				err = w.Close()
			}
		}
		if err == nil {
			break
		}
		if whole++; !errors.Is(err, errFull) {
			t.Fatal(err)
		}
	}
	if whole < 100 {
		t.Errorf("a file of %d bytes", whole)
	}
}

var errFull = errors.New("full")

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return 0, errFull
	}
	l.left -= len(p)
	return len(p), nil
}
