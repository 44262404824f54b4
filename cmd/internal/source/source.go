// This file opens sources: it finds out what they are and undoes compression.

package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// Options say how to open and to read a source.
type Options struct {
	// Stdin is what the name "-" stands for.
	Stdin io.Reader
	// Kind overrides what name and bytes tell, where it is not zero.
	Kind Kind
	// Single makes anything but exactly one value an error.
	Single bool
	// Strict rejects boolean arrays whose unused bits are set.
	Strict bool
	// TypedArrays makes typed arrays of homogeneous JSON arrays.
	TypedArrays bool
	// LegacyTypeTag reads type tags of version 1 where there are tables otherwise.
	LegacyTypeTag bool
	// Separator is what separates the cells of CSV; 0 finds it out. What has no format by its name is CSV where it is said.
	Separator byte
	// OnGuess, if not nil, is told in words of what has been found out of a source and may be wrong.
	OnGuess func(text string)
	// Limits bounds what one value may cost.
	Limits translator.Limits
	// Schema says what the numbers of ZebraPack mean, and Root which struct of it the
	// values are, which comes before the name that they have.
	Schema *zebrapack.Schema
	Root   string
	// PartSize is the size that parts of a source have, usually; 0 is what is best for files.
	PartSize int
	// OnBad, if not nil, is told of values of JSON and rows of CSV that are malformed, which are passed over up to the
	// end of the line that they begin in; err says why, which takes a while to find out.
	OnBad func(err func() error)
	// OnRead, if not nil, is told of raw bytes as they are read, before
	// decompression. Its error ends the reading.
	OnRead func(n int) error
}

// A Source is the decompressed bytes of one input.
type Source struct {
	// Name is what errors and tables call the source.
	Name string
	// Format is never Unknown.
	Format Format
	// Compression is what was undone.
	Compression Compression
	// Stored is the format of the file: that, or Parquet.
	Stored Format
	// Size is the number of raw bytes, before decompression, or -1.
	Size int64
	// Schema is the columns of a file of Parquet, nil for other formats.
	Schema *columns.Schema

	opts      Options
	r         *bufio.Reader
	part      *part           // what is read instead, of a part of another source
	start     int64           // where the source begins, if it is a part or the rest of one
	marked    bool            // a byte order mark came first
	follows   bool            // values precede it, which are not of it
	separator byte            // of cells
	guessed   bool            // neither its name nor the user has said what it is
	head      []byte          // its first bytes, as far as they were there when it was opened
	columns   []string        // the names of those of CSV that the values which precede it had, as JSON
	raw       io.Reader       // what r reads, before decompression
	file      *os.File        // that and nothing else, where it can be read again
	rows      *columns.Reader // of Parquet
	offset    int64
	lines     lines // of text that cannot be read again
	closes    []func() error
}

// StdinName is what errors and tables call standard input.
const StdinName = "standard input"

// maxWindow is the memory that a zstd stream may ask for: what the zstd program
// accepts by default.
const maxWindow = 128 << 20

// bufferSize is the size of the buffers between the layers of a source.
const bufferSize = 64 << 10

// Open opens a file, or standard input for the name "-". The caller closes it.
// The error names the file.
func Open(name string, opts Options) (*Source, error) {
	s := &Source{Name: name, Size: -1, opts: opts}
	kind := opts.Kind
	var raw io.Reader
	if name == "-" {
		s.Name = StdinName
		raw = opts.Stdin
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, s.unopened(err)
		}
		s.closes = append(s.closes, f.Close)
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = errors.New("is a directory")
		}
		if err != nil {
			s.Close()
			return nil, s.unopened(err)
		}
		if info.Mode().IsRegular() {
			s.Size = info.Size()
			s.file = f
		}
		raw = f
		kind = kind.or(KindOf(name))
	}
	if err := s.layers(raw, kind); err != nil {
		s.Close()
		return nil, s.Fail(err)
	}
	return s, nil
}

// OpenReader opens what r reads, under a name that tells its kind as that of a file
// does.
func OpenReader(name string, r io.Reader, opts Options) (*Source, error) {
	s := &Source{Name: name, Size: -1, opts: opts}
	if err := s.layers(r, opts.Kind.or(KindOf(name))); err != nil {
		s.Close()
		return nil, s.Fail(err)
	}
	return s, nil
}

// unopened is the error for a file that cannot be opened.
func (s *Source) unopened(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", style.Plain(s.Name), err)
}

// layers puts decompression over the raw bytes and chooses the format.
func (s *Source) layers(raw io.Reader, kind Kind) error {
	switch kind.Format {
	case Parquet:
		return s.parquet(kind.Compression)
	case Arrow:
		return ErrArrow
	}
	if s.opts.OnRead != nil {
		raw = &watched{r: raw, tell: s.opts.OnRead}
	}
	s.raw = raw
	s.r = bufio.NewReaderSize(raw, bufferSize)
	found := sniffCompression(s.r)
	if kind.Compression != Plain && found != kind.Compression {
		// Guessing instead would take an empty file for an empty stream.
		return fmt.Errorf("not %s data", kind.Compression)
	}
	if s.Compression = found; found != Plain {
		s.file = nil
	}
	switch found {
	case Gzip:
		z, err := gzip.NewReader(s.r)
		if err != nil {
			return err
		}
		s.r = bufio.NewReaderSize(z, bufferSize)
	case Zstd:
		z, err := zstd.NewReader(s.r, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		s.closes = append(s.closes, func() error { z.Close(); return nil })
		s.r = bufio.NewReaderSize(z, bufferSize)
	}
	if s.Format = kind.Format; s.Format == Unknown && s.opts.Separator != 0 {
		s.Format = CSV
	}
	if s.guessed = s.Format == Unknown; s.guessed {
		switch sniffContainer(s.r) {
		case Parquet:
			return s.parquet(found)
		case Arrow:
			return ErrArrow
		}
		if s.isUTF16() {
			return ErrUTF16
		}
		if s.Format = sniffFormat(s.r); s.Format == BEVE && s.opts.Schema != nil {
			s.Format = MsgPack // which is what a schema is for
		}
	}
	s.Stored = s.Format
	s.keepHead()
	if s.guessed && s.Format == MsgPack && s.opts.Schema == nil {
		if what := sniff.NotMsgPack(s.head); what != "" {
			return fmt.Errorf("this looks like %s; --from msgpack reads it all the same", what)
		}
	}
	switch {
	case s.Format.IsJSON() && !s.isUTF16():
		return s.passMark()
	case s.Format.IsJSON(), s.Format.IsRows() && s.isUTF16():
		return ErrUTF16
	case s.Format == TSV:
		s.separator = '\t'
	case s.Format == CSV && s.opts.Separator != 0:
		s.separator = s.opts.Separator
	case s.Format == CSV:
		s.separator = s.findSeparator()
	}
	return nil
}

// keepHead remembers the first bytes that have been read.
func (s *Source) keepHead() {
	const most = 512
	b, _ := s.r.Peek(min(s.r.Buffered(), most))
	s.head = bytes.Clone(b)
}

// isUTF16 reports whether the source begins with a byte order mark of UTF-16, which begins neither UTF-8 nor BEVE.
func (s *Source) isUTF16() bool {
	b, _ := s.r.Peek(1)
	if len(b) == 0 || b[0] < 0xfe {
		return false
	}
	b, _ = s.r.Peek(2)
	return string(b) == "\xff\xfe" || string(b) == "\xfe\xff"
}

// mark is the byte order mark that text may begin with.
const mark = "\xef\xbb\xbf"

// Mark returns the byte order mark that the source begins with, which is of no value, and "" if there is none.
func (s *Source) Mark() string {
	if s.marked {
		return mark
	}
	return ""
}

// passMark passes over the mark.
func (s *Source) passMark() error {
	if b, _ := s.r.Peek(1); len(b) == 0 || b[0] != mark[0] {
		return nil
	}
	if b, _ := s.r.Peek(len(mark)); string(b) != mark {
		return nil
	}
	_, err := io.CopyN(io.Discard, s, int64(len(mark)))
	s.start, s.marked = s.offset, true
	return err
}

// parquet makes the source the rows of a file of Parquet.
func (s *Source) parquet(c Compression) error {
	var file columns.File
	if s.file != nil && c == Plain {
		file = &watchedFile{File: s.file, tell: s.opts.OnRead}
	}
	rows, err := columns.Open(file, s.opts.Limits)
	if err != nil {
		return err
	}
	s.closes = append(s.closes, rows.Close)
	s.guessed = false
	s.r, s.file, s.Format, s.Stored, s.Schema, s.rows = bufio.NewReaderSize(rows, bufferSize), nil, BEVE, Parquet, rows.Schema, rows
	return nil
}

// Read reads decompressed bytes.
func (s *Source) Read(p []byte) (n int, err error) {
	if s.part != nil {
		n, err = s.part.Read(p)
	} else {
		n, err = s.r.Read(p)
		s.saw(p[:n])
	}
	s.offset += int64(n)
	return n, err
}

// saw remembers text that cannot be read again.
func (s *Source) saw(text []byte) {
	if s.file == nil && (s.Format.IsJSON() || s.Format.IsRows()) {
		s.lines.saw(text)
	}
}

// Transcoded is what a [translator.Transcode] of the source has returned, with its place in the whole source.
func (s *Source) Transcoded(stats translator.TranscodeStats, err error) (values int64, _ error) {
	var d *translator.DecodeError
	switch {
	case err == errCut && s.part.size() == int(stats.BytesRead):
		err = nil // it ends with a value
	case errors.As(err, &d):
		d.Offset += s.start
	}
	return stats.Values, err
}

// Seek returns to an offset from the start, or with io.SeekCurrent and zero tells the
// next one. It fails for what is compressed or no regular file.
func (s *Source) Seek(offset int64, whence int) (int64, error) {
	switch {
	case s.file == nil:
		return 0, errors.New("cannot be read again")
	case whence == io.SeekCurrent && offset == 0:
		return s.offset, nil
	case whence != io.SeekStart:
		return 0, errors.New("can only be read again from an offset")
	}
	if _, err := s.file.Seek(offset, io.SeekStart); err != nil {
		return 0, err
	}
	if w, ok := s.raw.(*watched); ok {
		w.at = offset
	}
	s.r.Reset(s.raw)
	s.offset = offset
	return offset, nil
}

// Offset returns how many decompressed bytes have been read.
func (s *Source) Offset() int64 { return s.offset }

// Options returns what the source was opened with.
func (s *Source) Options() Options { return s.opts }

// Translation returns the translator's options for this source.
func (s *Source) Translation() translator.Options {
	return translator.Options{TypedArrays: s.opts.TypedArrays, LegacyTypeTag: s.opts.LegacyTypeTag, Limits: s.opts.Limits}
}

// Close releases the source. It may be called again.
func (s *Source) Close() error {
	var errs []error
	for i := len(s.closes) - 1; i >= 0; i-- {
		errs = append(errs, s.closes[i]())
	}
	s.closes = nil
	return errors.Join(errs...)
}

// watched tells of what is read, once of each byte.
type watched struct {
	r        io.Reader
	tell     func(n int) error
	at, told int64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.at += int64(n)
	more := max(w.at-w.told, 0)
	w.told += more
	if told := w.tell(int(more)); told != nil {
		return n, told
	}
	return n, err
}

// watchedFile tells of what is read anywhere, by several goroutines at a time.
type watchedFile struct {
	columns.File
	mu   sync.Mutex
	tell func(n int) error // may be nil
}

func (w *watchedFile) Read(p []byte) (int, error) { return w.told(w.File.Read(p)) }

func (w *watchedFile) ReadAt(p []byte, off int64) (int, error) { return w.told(w.File.ReadAt(p, off)) }

func (w *watchedFile) told(n int, err error) (int, error) {
	if w.tell != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if told := w.tell(n); told != nil {
			return n, told
		}
	}
	return n, err
}

// sniffCompression looks at the first bytes. Neither magic number can start a
// value of any format. It asks for the second byte only if the first is right, so
// that it does not wait for more than there is.
func sniffCompression(r *bufio.Reader) Compression {
	for c, magic := range map[Compression]string{Gzip: "\x1f\x8b", Zstd: "\x28\xb5\x2f\xfd"} {
		n := 1
		for ; n <= len(magic); n++ {
			b, _ := r.Peek(n)
			if string(b) != magic[:n] {
				break
			}
		}
		if n > len(magic) {
			return c
		}
	}
	return Plain
}
