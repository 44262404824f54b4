// This file makes the bytes of a file available: mapped where they are what is looked at, in a temporary file where
// they are compressed, come from elsewhere, or are rows.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/edsrzf/mmap-go"

	"github.com/beve-org/beve-go/cmd/internal/inspect"
	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/wire"
)

// loaded is a file to look at. Close releases what it is mapped from.
type loaded struct {
	*inspect.File
	data mmap.MMap
	file *os.File
	temp bool
}

var formats = map[source.Format]sniff.Format{source.JSON: sniff.JSON, source.NDJSON: sniff.JSON, source.BEVE: sniff.BEVE, source.MsgPack: sniff.MsgPack}

// load opens a file, or standard input for the name "-".
func load(name string, opts source.Options) (*loaded, error) {
	src, err := source.Open(name, opts)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	l := new(loaded)
	note := ""
	format := formats[src.Format]
	switch {
	case src.Format == source.MsgPack && opts.Schema != nil:
		note = "with the names of the schema, as the BEVE that beve convert makes of it"
		format = sniff.BEVE
		l.temp, err = true, l.spool(src, values)
	case src.Size >= 0 && src.Compression == source.Plain && src.Schema == nil && format != sniff.Unknown:
		l.file, err = os.Open(name)
	case src.Schema != nil:
		note = "rows of Parquet, as the BEVE that beve convert makes of them"
		l.temp, err = true, l.spool(src, copied)
	case src.Format.IsRows():
		note = "rows of " + src.Format.String() + ", as the BEVE that beve convert makes of them"
		format = sniff.BEVE
		l.temp, err = true, l.spool(src, values)
	case src.Compression != source.Plain:
		note = "decompressed"
		l.temp, err = true, l.spool(src, copied)
	default:
		l.temp, err = true, l.spool(src, copied)
	}
	if err == nil {
		l.data, err = mapped(l.file)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	l.File = inspect.New(src.Name, note, l.data, format)
	return l, nil
}

// mapped maps a file, of which an empty one has nothing to map.
func mapped(f *os.File) (mmap.MMap, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, err
	}
	return mmap.Map(f, mmap.RDONLY, 0)
}

// Close releases the file.
func (l *loaded) Close() error {
	var errs []error
	if l.data != nil {
		errs = append(errs, l.data.Unmap())
	}
	if l.file != nil {
		errs = append(errs, l.file.Close())
		if l.temp {
			errs = append(errs, os.Remove(l.file.Name()))
		}
	}
	return errors.Join(errs...)
}

// maxSpooled is how much is written into a temporary file.
const maxSpooled = 16 << 30

// spool writes what a source holds into a temporary file.
func (l *loaded) spool(src *source.Source, write func(w io.Writer, src *source.Source) error) error {
	f, err := os.CreateTemp("", "beveserve-*")
	if err != nil {
		return err
	}
	l.file = f
	return write(&bounded{f, maxSpooled}, src)
}

// bounded is a writer that takes so many bytes and no more.
type bounded struct {
	w    io.Writer
	left int64
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, fmt.Errorf("what is to be shown is longer than %d GiB", maxSpooled>>30)
	}
	return b.w.Write(p)
}

// copied writes the bytes of a source.
func copied(w io.Writer, src *source.Source) error {
	_, err := io.Copy(w, src)
	return src.Fail(err)
}

// values writes the values of a source as BEVE.
func values(w io.Writer, src *source.Source) error {
	all := src.Values()
	for {
		v, err := all.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && all.Count > 1 {
			_, err = w.Write(wire.AppendDelimiter(nil))
		}
		if err == nil {
			_, err = w.Write(v.Data)
		}
		if err != nil {
			return err
		}
	}
}
