package parquetfile

import "encoding/binary"

// This file decodes values. Nothing is decoded before it is asked for, so that no count
// makes memory.

// The encodings, numbered as Parquet does.
const (
	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingRLE             = 3
	encodingDelta           = 5
	encodingDeltaLength     = 6
	encodingDeltaBytes      = 7
	encodingDictionary      = 8
	encodingSplit           = 9
)

// values are the values of a page.
type values interface {
	next(v *Value) error
}

// newValues decodes data, which has at most that many values of a leaf.
func newValues(leaf *Node, d *dictionary, encoding int32, data []byte, most int) (values, error) {
	p := leaf.physical
	switch {
	case most == 0:
		return noValues{}, nil
	case encoding == encodingPlain:
		switch p {
		case PhysicalBool:
			return &packedBools{bitReader{data: data}}, nil
		case PhysicalBytes:
			return &plainBytes{data}, nil
		}
		return &plainFixed{data: data, n: leaf.Length, signed: leaf.signed()}, nil
	case encoding == encodingDictionary || encoding == encodingPlainDictionary:
		switch {
		case d == nil:
			return nil, malformed("no dictionary comes before the page")
		case len(data) == 0:
			return noValues{}, nil
		case data[0] > 32:
			return nil, malformed("indexes of %d bits", data[0])
		}
		return &indexed{d, hybrid{bits: bitReader{data: data[1:]}, width: int(data[0])}}, nil
	case encoding == encodingRLE && p == PhysicalBool:
		text, _, err := prefixed(data)
		return &runBools{hybrid{bits: bitReader{data: text}, width: 1}}, err
	case encoding == encodingDelta && (p == PhysicalInt32 || p == PhysicalInt64):
		in, err := newDelta(data)
		return &deltaIntegers{in, leaf.narrow()}, err
	case encoding == encodingDeltaLength && p == PhysicalBytes:
		return newDeltaLength(data)
	case encoding == encodingDeltaBytes && (p == PhysicalBytes || p == PhysicalFixed):
		return newDeltaBytes(data, leaf.fixedLength())
	case encoding == encodingSplit && p != PhysicalBool && p != PhysicalBytes && p != PhysicalInt96:
		if len(data)%leaf.Length != 0 {
			return nil, malformed("%d bytes for values of %d", len(data), leaf.Length)
		}
		return &split{plainFixed: plainFixed{n: leaf.Length, signed: leaf.signed()}, data: data, stride: len(data) / leaf.Length}, nil
	}
	return nil, unsupported("encoding %d for physical type %d", encoding, p)
}

// signed reports whether the integers of a leaf are extended by sign to 64 bits. All are in
// Parquet, and narrower unsigned ones are cut to their bits by who reads them.
func (n *Node) signed() bool { return n.physical == PhysicalInt32 }

// narrow reports whether integers are of 32 bits.
func (n *Node) narrow() bool { return n.physical == PhysicalInt32 }

// fixedLength returns the length of every value, 0 if it is none.
func (n *Node) fixedLength() int {
	if n.physical == PhysicalFixed {
		return n.Length
	}
	return 0
}

// prefixed takes bytes and their length from the start of data.
func prefixed(data []byte) (text, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, errShort
	}
	n := binary.LittleEndian.Uint32(data)
	if data = data[4:]; uint64(n) > uint64(len(data)) {
		return nil, nil, errShort
	}
	return data[:n], data[n:], nil
}

// noValues is a page of nulls.
type noValues struct{}

func (noValues) next(*Value) error { return errShort }

// plainBytes are bytes, each after its length.
type plainBytes struct{ data []byte }

func (p *plainBytes) next(v *Value) (err error) {
	v.Bytes, p.data, err = prefixed(p.data)
	return err
}

// plainFixed are values of n bytes.
type plainFixed struct {
	data   []byte
	n      int
	signed bool
}

func (p *plainFixed) next(v *Value) error {
	if len(p.data) < p.n {
		return errShort
	}
	p.set(v, p.data[:p.n])
	p.data = p.data[p.n:]
	return nil
}

// set makes v the value that has these bytes: all forms of it, since values of four and
// eight bytes may be numbers or bytes.
func (p *plainFixed) set(v *Value, b []byte) {
	v.Bytes = b
	switch {
	case len(b) == 4 && p.signed:
		v.Bits = uint64(int32(binary.LittleEndian.Uint32(b)))
	case len(b) == 4:
		v.Bits = uint64(binary.LittleEndian.Uint32(b))
	case len(b) == 8:
		v.Bits = binary.LittleEndian.Uint64(b)
	}
}

// split are values whose first bytes come first, then all second ones, and so on.
type split struct {
	plainFixed
	data      []byte
	stride, i int
	value     []byte
}

func (s *split) next(v *Value) error {
	if s.i == s.stride {
		return errShort
	}
	s.value = s.value[:0]
	for k := range s.n {
		s.value = append(s.value, s.data[k*s.stride+s.i])
	}
	s.i++
	s.set(v, s.value)
	return nil
}

// packedBools are bits.
type packedBools struct{ bits bitReader }

func (p *packedBools) next(v *Value) (err error) {
	v.Bits, err = p.bits.take(1)
	return err
}

// runBools are bits in runs.
type runBools struct{ hybrid }

func (r *runBools) next(v *Value) error {
	b, err := r.hybrid.next()
	v.Bits = uint64(b)
	return err
}

// dictionary is the values that pages have indexes of.
type dictionary struct {
	data    []byte
	offsets []uint32 // of values of any length
	n       int
	fixed   plainFixed
}

func newDictionary(leaf *Node, data []byte, n int) (*dictionary, error) {
	d := &dictionary{data: data, n: n, fixed: plainFixed{n: leaf.Length, signed: leaf.signed()}}
	switch {
	case leaf.physical == PhysicalBool:
		return nil, unsupported("a dictionary of booleans")
	case leaf.physical != PhysicalBytes:
		if n > len(data)/leaf.Length {
			return nil, errShort
		}
		return d, nil
	case n > len(data)/4:
		return nil, errShort
	}
	d.offsets = make([]uint32, 0, n)
	for rest := data; len(d.offsets) < n; {
		d.offsets = append(d.offsets, uint32(len(data)-len(rest)))
		var err error
		if _, rest, err = prefixed(rest); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// indexed are indexes of a dictionary.
type indexed struct {
	*dictionary
	indexes hybrid
}

func (x *indexed) next(v *Value) error {
	i, err := x.indexes.next()
	if err != nil {
		return err
	}
	return x.at(i, v)
}

// at makes v the value of an index.
func (d *dictionary) at(i uint32, v *Value) (err error) {
	switch {
	case uint64(i) >= uint64(d.n):
		return malformed("index %d of a dictionary of %d", i, d.n)
	case d.offsets != nil:
		v.Bytes, _, err = prefixed(d.data[d.offsets[i]:])
		return err
	}
	n := d.fixed.n
	d.fixed.set(v, d.data[int(i)*n:][:n])
	return nil
}

// hybrid are integers of up to 32 bits in runs: of one value, or of packed values.
type hybrid struct {
	bits   bitReader
	width  int
	left   uint64 // of the run
	packed bool
	value  uint32
}

func (h *hybrid) next() (uint32, error) {
	for h.left == 0 {
		if err := h.run(); err != nil {
			return 0, err
		}
	}
	h.left--
	if !h.packed {
		return h.value, nil
	}
	v, err := h.bits.take(h.width)
	return uint32(v), err
}

// run begins the next run.
func (h *hybrid) run() error {
	h.bits.align()
	head, err := h.bits.varint()
	if err != nil {
		return err
	}
	h.left, h.packed = head>>1, head&1 != 0
	if h.packed {
		if h.left *= 8; h.left > 1<<35 {
			return malformed("a run of %d values", h.left)
		}
		return nil
	}
	v, err := h.bits.take((h.width + 7) / 8 * 8)
	if h.value = uint32(v); err == nil && h.width < 32 && v>>h.width != 0 {
		err = malformed("%d for an integer of %d bits", v, h.width)
	}
	return err
}

// bitReader reads bits, those of a byte from the lowest on.
type bitReader struct {
	data []byte
	bit  int // of data[0]
}

// align goes to the start of the next byte.
func (b *bitReader) align() {
	if b.bit > 0 {
		b.bit, b.data = 0, b.data[1:]
	}
}

// take reads n bits, at most 64.
func (b *bitReader) take(n int) (v uint64, err error) {
	if n > len(b.data)*8-b.bit {
		return 0, errShort
	}
	if n <= 56 && len(b.data) >= 8 { // most, at once
		v = binary.LittleEndian.Uint64(b.data) >> b.bit & (1<<n - 1)
		b.bit += n
		b.data, b.bit = b.data[b.bit>>3:], b.bit&7
		return v, nil
	}
	for got := 0; got < n; {
		k := min(8-b.bit, n-got)
		v |= uint64(b.data[0]>>b.bit&(1<<k-1)) << got
		got += k
		if b.bit += k; b.bit == 8 {
			b.bit, b.data = 0, b.data[1:]
		}
	}
	return v, nil
}

func (b *bitReader) varint() (uint64, error) {
	v, n := binary.Uvarint(b.data)
	if n <= 0 {
		return 0, errShort
	}
	b.data = b.data[n:]
	return v, nil
}

func (b *bitReader) zigzag() (int64, error) {
	v, err := b.varint()
	return int64(v>>1) ^ -int64(v&1), err
}

// delta are integers as differences from the one before, in blocks with widths of
// their own.
type delta struct {
	bits     bitReader
	total    uint64 // values that have not been read
	mini     uint64 // values of a miniblock
	minis    int    // miniblocks of a block
	widths   []byte // of the miniblocks that are left of the block
	left     uint64 // values of the miniblock
	least    int64  // of the block
	value    int64
	anything bool // whether the first value has been read
}

func newDelta(data []byte) (*delta, error) {
	d := &delta{bits: bitReader{data: data}}
	block, err := d.bits.varint()
	if err != nil {
		return d, err
	}
	minis, err := d.bits.varint()
	if err != nil {
		return d, err
	}
	if d.total, err = d.bits.varint(); err != nil {
		return d, err
	}
	if minis == 0 || minis > 1<<16 || block > 1<<31 || block%minis != 0 || block/minis%8 != 0 || block == 0 {
		return d, malformed("blocks of %d values in %d parts", block, minis)
	}
	d.minis, d.mini = int(minis), block/minis
	d.value, err = d.bits.zigzag()
	return d, err
}

func (d *delta) next() (int64, error) {
	if d.total == 0 {
		return 0, errShort
	}
	d.total--
	if !d.anything {
		d.anything = true
		return d.value, nil
	}
	if d.left == 0 {
		if err := d.miniblock(); err != nil {
			return 0, err
		}
	}
	d.left--
	more, err := d.bits.take(int(d.widths[0]))
	if d.left == 0 {
		d.widths = d.widths[1:]
	}
	d.value += d.least + int64(more)
	return d.value, err
}

// miniblock begins the next one.
func (d *delta) miniblock() (err error) {
	d.bits.align()
	if len(d.widths) == 0 {
		if d.least, err = d.bits.zigzag(); err != nil {
			return err
		}
		if d.minis > len(d.bits.data) {
			return errShort
		}
		d.widths, d.bits.data = d.bits.data[:d.minis], d.bits.data[d.minis:]
	}
	if d.widths[0] > 64 {
		return malformed("differences of %d bits", d.widths[0])
	}
	d.left = d.mini
	return nil
}

// rest returns what follows the integers that start data.
func (d delta) rest() ([]byte, error) {
	if d.total > 0 {
		d.total--
	}
	for d.total > 0 {
		if err := d.miniblock(); err != nil {
			return nil, err
		}
		n := d.mini / 8 * uint64(d.widths[0])
		if n > uint64(len(d.bits.data)) {
			return nil, errShort
		}
		d.bits.data = d.bits.data[n:]
		d.widths = d.widths[1:]
		d.total -= min(d.total, d.mini)
	}
	return d.bits.data, nil
}

// deltaIntegers are integers of a column.
type deltaIntegers struct {
	*delta
	narrow bool
}

func (d *deltaIntegers) next(v *Value) error {
	n, err := d.delta.next()
	if d.narrow {
		n = int64(int32(n)) // differences wrap within 32 bits
	}
	v.Bits = uint64(n)
	return err
}

// deltaLength are bytes after the lengths of all.
type deltaLength struct {
	lengths *delta
	data    []byte
}

func newDeltaLength(data []byte) (*deltaLength, error) {
	lengths, err := newDelta(data)
	if err != nil {
		return nil, err
	}
	rest, err := lengths.rest()
	return &deltaLength{lengths, rest}, err
}

func (d *deltaLength) next(v *Value) error {
	n, err := d.lengths.next()
	if err != nil {
		return err
	}
	if n < 0 || n > int64(len(d.data)) {
		return errShort
	}
	v.Bytes, d.data = d.data[:n], d.data[n:]
	return nil
}

// deltaBytes are bytes that begin as the ones before them.
type deltaBytes struct {
	prefixes *delta
	suffixes *deltaLength
	fixed    int
	value    []byte
}

func newDeltaBytes(data []byte, fixed int) (*deltaBytes, error) {
	prefixes, err := newDelta(data)
	if err != nil {
		return nil, err
	}
	rest, err := prefixes.rest()
	if err != nil {
		return nil, err
	}
	suffixes, err := newDeltaLength(rest)
	return &deltaBytes{prefixes: prefixes, suffixes: suffixes, fixed: fixed}, err
}

func (d *deltaBytes) next(v *Value) error {
	n, err := d.prefixes.next()
	if err != nil {
		return err
	}
	if err := d.suffixes.next(v); err != nil {
		return err
	}
	if n < 0 || n > int64(len(d.value)) {
		return malformed("%d bytes of a value of %d", n, len(d.value))
	}
	d.value = append(d.value[:n], v.Bytes...)
	v.Bytes = d.value
	if d.fixed > 0 && len(d.value) != d.fixed {
		return malformed("a value of %d bytes, not %d", len(d.value), d.fixed)
	}
	return nil
}
