// This file lets several goroutines work on one source: it is cut into parts, which are sources themselves.
//
// Where one value ends and the next begins is not known without reading what precedes, so a cut is a guess: after a
// line of text, or where the bytes are those that the first value of BEVE begins with. The part before proves it right:
// work that reads it in order ends where it ends. If it does not, the part is joined to the next one and worked on again.
// What fails is not told at once: the work from the beginning of that part on is done again by one, on the source itself,
// so that failures are the same whoever works.
//
// Parquet is cut into batches of rows instead, which are made of its columns where they are worked on.

package source

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"sync/atomic"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/cmd/internal/inorder"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// partSize is what parts have where cuts are found. It is no more so that a part and what is made of it are still in the
// nearer caches when that is written.
const partSize = 256 << 10

// maxParts is how many times as large a part may be. What is longer without a cut is left to one worker, and all after it.
const maxParts = 16

// Work is what is done with a source in parts. Its memory is that of 2·Jobs parts of usually a quarter of a megabyte, at
// most four, and of their results.
type Work[R any] struct {
	Jobs int
	// Do works on all values of a part, and changes nothing but its result, which keeps nothing of the part. It runs on
	// any goroutine. After an error nothing of its result is used.
	Do func(part *Source) (R, error)
	// Take gets the results of parts that did not fail, in order, on the goroutine of the caller. ErrAlone leaves the
	// part to Rest.
	Take func(R) error
	// Rest works on all values that are left, and says what fails.
	Rest func(src *Source) error
}

// ErrAlone says that a part must be worked on in order.
var ErrAlone = errors.New("only one after another")

// errCut is what reading ends with at the end of a part that more of the source follows.
var errCut = errors.New("more follows")

// InParts works on the values of a source that stands at its start.
func InParts[R any](s *Source, w Work[R]) error {
	if w.Jobs < 2 || !s.divides() {
		return w.Rest(s)
	}
	c := &cutter{src: s, at: s.offset, usual: cmp.Or(s.opts.PartSize, partSize), unused: inorder.Keep[[]byte](w.Jobs)}
	if s.rows != nil {
		c.batches = s.rows.Batches(w.Jobs, c.usual, maxParts*c.usual)
	}
	type done struct {
		part   *Source
		result R
		err    error
	}
	do := func(part *Source) (d done) {
		d.part, d.err = part, ErrAlone
		if part.part.whole && c.made(part) {
			d.result, d.err = w.Do(part)
		}
		return d
	}
	var before *Source // a part that ends within a value
	var rest []*Source
	err := inorder.Run(w.Jobs, w.Jobs, c.next, do, func(d done) error {
		if c.batches != nil {
			d.part.part.start = s.offset // which was not known before the rows were made
		}
		if rest != nil {
			rest = append(rest, d.part)
			return nil
		}
		if before != nil {
			d = do(c.join(before, d.part))
			before = nil
		}
		if errors.Is(d.err, errCut) && c.batches == nil && d.part.part.size() < maxParts*c.usual {
			before = d.part
			return nil
		}
		err := d.err
		if err == nil {
			if err = w.Take(d.result); err == nil {
				s.passed(d.part)
				c.free(d.part)
				return nil
			}
			if err != ErrAlone {
				return err
			}
		}
		rest = append(rest, d.part)
		c.ended.Store(true)
		return nil
	})
	if err != nil || rest == nil {
		return err
	}
	if err := s.resume(c, rest); err != nil {
		return err
	}
	return w.Rest(s)
}

// divides reports whether parts can be found.
func (s *Source) divides() bool {
	return !s.opts.Single && (s.Format.IsJSON() || s.Format.IsRows() || s.Format == BEVE)
}

// PartSize is the number of bytes of a source that is a part of another, and 0 of others.
func (s *Source) PartSize() int {
	if s.part == nil {
		return 0
	}
	return s.part.size()
}

// Seekable reports whether the source is a regular file that is not compressed.
func (s *Source) Seekable() bool { return s.file != nil }

// part is what makes a source a part of another.
type part struct {
	data  []byte // what has not been read
	all   []byte
	start int64
	end   error // what reading ends with
	whole bool  // false of what no cut was found in
	bad   int   // lines that were passed over
	first translator.DecodeError
	batch *columns.Batch // what data is made of
}

func (p *part) size() int { return len(p.all) }

// Read reads from a part.
func (p *part) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, p.end
	}
	n := copy(b, p.data)
	p.data = p.data[n:]
	return n, nil
}

// cutter cuts a source into parts.
type cutter struct {
	src    *Source
	usual  int    // size of parts
	buf    []byte // what has been read and is in no part
	at     int64  // its offset
	begun  bool
	err    error       // of reading
	ended  atomic.Bool // there are to be no more parts
	start  []byte      // what values of BEVE begin with, as far as is known
	unused *inorder.Spare[[]byte]
	titles []string

	batches *columns.Batches // of Parquet
}

// next returns the next part.
func (c *cutter) next() (*Source, bool) {
	if c.ended.Load() {
		return nil, false
	}
	if c.batches != nil {
		return c.nextBatch()
	}
	if c.buf == nil {
		c.buf = c.buffer(c.usual)
	}
	for {
		for len(c.buf) < cap(c.buf) && c.err == nil {
			c.read()
		}
		if c.err != nil {
			c.ended.Store(true)
			p := c.part(len(c.buf), c.err)
			return p, true
		}
		if end := c.cut(); end > 0 {
			return c.part(end, errCut), true
		}
		if len(c.buf) >= maxParts*c.usual {
			c.ended.Store(true)
			p := c.part(len(c.buf), errCut)
			p.part.whole = false
			return p, true
		}
		c.buf = append(c.buffer(2*cap(c.buf)), c.buf...)
	}
}

// nextBatch returns the next batch of rows as a part.
func (c *cutter) nextBatch() (*Source, bool) {
	b, ok := c.batches.Next()
	if !ok {
		return nil, false
	}
	part := c.src.asPart(&part{batch: b, end: errCut, whole: true}, c.begun)
	c.begun = true
	return part, true
}

// made makes the rows of a part that is a batch, and reports whether they are there.
func (c *cutter) made(s *Source) bool {
	p := s.part
	if p.batch == nil {
		return true
	}
	data, err := p.batch.Append(c.buffer(c.usual))
	p.data, p.all = data, data
	return err == nil
}

// read reads more into the buffer.
func (c *cutter) read() {
	for range 100 {
		n, err := c.src.r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if c.err = err; n > 0 || err != nil {
			return
		}
	}
	c.err = io.ErrNoProgress
}

// part makes a part of the first n bytes of the buffer.
func (c *cutter) part(n int, end error) *Source {
	p := &part{data: c.buf[:n], all: c.buf[:n], start: c.at, end: end, whole: true}
	part := c.src.asPart(p, c.begun)
	if c.src.Format.IsRows() {
		part.columns = c.titles
		if !c.begun {
			// All parts need to know what the first line says.
			c.titles, p.whole = part.titles()
		}
	}
	rest := c.buf[n:]
	c.buf = append(c.buffer(max(c.usual, 2*len(rest))), rest...)
	c.at += int64(n)
	c.begun = true
	return part
}

// asPart returns a part of s; follows says whether others precede it.
func (s *Source) asPart(p *part, follows bool) *Source {
	t := &Source{Name: s.Name, Format: s.Format, Size: -1, Schema: s.Schema, opts: s.opts, separator: s.separator, part: p, follows: follows, offset: p.start, start: p.start}
	t.opts.OnRead = nil
	return t
}

// titles returns the names of the columns.
func (s *Source) titles() ([]string, bool) {
	data := s.part.data
	v := s.Values()
	s.part.data, s.offset = data, s.part.start
	if ok, err := v.toValue(emptyLines); !ok || err != nil || v.titles() != nil {
		return nil, false
	}
	return v.columns, true
}

// join returns two parts as one.
func (c *cutter) join(a, b *Source) *Source {
	p := *b.part
	p.all = append(append(make([]byte, 0, a.part.size()+b.part.size()), a.part.all...), b.part.all...)
	p.data, p.start, p.bad = p.all, a.part.start, 0
	j := c.src.asPart(&p, a.follows)
	if j.columns = b.columns; !a.follows {
		j.columns = nil
	}
	return j
}

// buffer returns memory for a part.
func (c *cutter) buffer(size int) []byte {
	if b := c.unused.Get(); cap(b) >= size {
		return b[:0]
	}
	return make([]byte, 0, size)
}

// free takes back the memory of a part.
func (c *cutter) free(s *Source) {
	if b := s.part.all; cap(b) <= 2*c.usual {
		c.unused.Put(b)
	}
}

// cut returns where to cut the buffer, 0 if that is not known.
func (c *cutter) cut() int {
	if c.src.Format != BEVE {
		return cutLines(c.buf, c.src.Format.IsJSON())
	}
	if !c.begun {
		c.start = valueStart(c.buf, wire.Limits(c.src.opts.Limits), c.src.opts.LegacyTypeTag)
	}
	if len(c.start) == 0 {
		return 0
	}
	at := bytes.LastIndex(c.buf, c.start)
	if at > 0 && wire.Header(c.start[0]) == wire.HeaderDelimiter {
		at++ // which belongs to the value before
	}
	return max(at, 0)
}

// cutLines returns where the last line begins, of JSON the last one that may begin a value: one that goes over lines
// has lines that are indented, or begin with what no value does.
func cutLines(b []byte, json bool) int {
	for end := len(b) - 1; end > 0; {
		i := bytes.LastIndexByte(b[:end], '\n')
		if i < 0 {
			return 0
		}
		if !json || bytes.IndexByte([]byte(" \t\r\n}],:"), b[i+1]) < 0 {
			return i + 1
		}
		end = i
	}
	return 0
}

// valueStart returns how values of a stream begin that begins as b does: its first value is an object, whose first key
// others likely have, and the delimiter after it. It returns nil where that is not so.
func valueStart(b []byte, l wire.Limits, typeTags bool) []byte {
	at, err := wire.ReadMessageStart(b)
	if err != nil || at >= len(b) || wire.Header(b[at]).Kind() != wire.KindObject || wire.Header(b[at]) != wire.HeaderObject {
		return nil
	}
	_, n, next, err := wire.ReadObject(b, at)
	if err != nil || n == 0 {
		return nil
	}
	if _, next, err = wire.ViewText(b, next); err != nil {
		return nil
	}
	var scan wire.Scanner
	scan.ReadTypeTags(typeTags)
	scan.Reset(l, false)
	start := bytes.Clone(b[at:next])
	if end, err := scan.Next(b[at:], false); err == nil && at+end < len(b) && wire.Header(b[at+end]) == wire.HeaderDelimiter {
		start = append(wire.AppendDelimiter(nil), start...)
	}
	return start
}

// passed notes that all of a part has been worked on.
func (s *Source) passed(part *Source) {
	p := part.part
	data := p.all
	if p.bad > 0 {
		n := int(p.first.Offset - p.start)
		s.saw(data[:n])
		data = data[n:]
		for range p.bad {
			s.tellBad(p.first)
		}
	}
	s.saw(data)
	s.offset = p.start + int64(p.size())
	s.follows = true
}

// tellBad tells of what is malformed and passed over. The offset of d is that in the source.
func (s *Source) tellBad(d translator.DecodeError) {
	if p := s.part; p != nil {
		if p.bad++; p.bad == 1 {
			p.first = d
		}
		return
	}
	s.opts.OnBad(func() error { return s.Fail(&d) })
}

// resume makes the source one of what is left: the parts that are given, and what the cutter has not cut.
func (s *Source) resume(c *cutter, parts []*Source) error {
	first := parts[0]
	s.start, s.columns = first.part.start, first.columns
	s.follows = first.follows
	if c.batches != nil {
		s.offset = s.start
		err := s.rows.StartAt(first.part.batch)
		s.r.Reset(s.rows)
		return err
	}
	if s.file != nil {
		_, err := s.Seek(s.start, io.SeekStart)
		return err
	}
	var readers []io.Reader
	for _, p := range parts {
		readers = append(readers, bytes.NewReader(p.part.all))
	}
	readers = append(readers, bytes.NewReader(c.buf))
	if c.err == nil {
		readers = append(readers, s.r)
	} else {
		readers = append(readers, &part{end: c.err})
	}
	s.r = bufio.NewReaderSize(io.MultiReader(readers...), bufferSize)
	s.offset = s.start
	return nil
}
