// This file converts to Parquet.

package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/beve-org/beve-go/cmd/internal/columns"
	"github.com/beve-org/beve-go/cmd/internal/pull"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/target"
)

// writeParquet writes all of src to out as Parquet, and returns the number of rows. What is
// Parquet already keeps the types of its columns.
func (c *conversion) writeParquet(src *source.Source, out io.Writer) (int64, error) {
	rows := c.rowsOf(src)
	defer rows.Close()
	opts := c.parquet
	opts.Limits = src.Options().Limits
	if opts.Schema == nil {
		opts.Schema = src.Schema
	}
	// The writer wraps errors as it likes, so the first one is kept here.
	in, w := &keptErrors{read: rows.Read}, &keptErrors{write: out.Write}
	n, err := columns.Write(w, in, opts)
	var misfit *columns.Misfit
	switch {
	case err == nil || w.err != nil:
		return n, ofWriting(w.err)
	case in.err != nil:
		return n, place(src, in.err)
	case errors.As(err, &misfit):
		err = fmt.Errorf("%s: row %d: %s", style.Plain(src.Name), misfit.Row, style.Plain(misfit.Err.Error()))
		if misfit.Row >= int64(opts.SampleRows) && opts.Schema == nil {
			err = fmt.Errorf("%w; the columns are those of the first rows, see --sample-rows", err)
		}
		return n, err
	}
	return n, place(src, err)
}

// rowsOf returns src as BEVE.
func (c *conversion) rowsOf(src *source.Source) io.ReadCloser {
	if src.Format == source.BEVE && !src.Options().Single {
		return io.NopCloser(src)
	}
	return pull.NewReader(func(w io.Writer) error {
		out, err := target.New(w, source.Plain)
		if err != nil {
			return err
		}
		if _, err := (transfer{app: c.app, to: source.BEVE}).run(src, out); err != nil {
			return err
		}
		return out.Commit()
	})
}

// keptErrors remembers the error of a reader or a writer.
type keptErrors struct {
	read, write func(p []byte) (int, error)
	err         error
}

func (k *keptErrors) Read(p []byte) (int, error) { return k.kept(k.read(p)) }

func (k *keptErrors) Write(p []byte) (int, error) { return k.kept(k.write(p)) }

func (k *keptErrors) kept(n int, err error) (int, error) {
	if err != nil && err != io.EOF {
		k.err = err
	}
	return n, err
}

// columnsOf returns the columns of a file of Parquet.
func (c *conversion) columnsOf(name string) (*columns.Schema, error) {
	src, err := source.Open(name, source.Options{Kind: source.Kind{Format: source.Parquet}})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return src.Schema, nil
}
