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
	"github.com/beve-org/beve-go/translator"
)

// writeParquet writes all of src to out as Parquet, and returns the number of rows. What is
// Parquet already keeps the types of its columns.
func (c *conversion) writeParquet(src *source.Source, out io.Writer) (int64, error) {
	opts := c.parquet
	opts.Limits = src.Options().Limits
	opts.Workers = c.app.workers(src, false)
	if opts.Schema == nil {
		opts.Schema = src.Schema
	}
	// The writer wraps errors as it likes, so the first one is kept here.
	w := &keptErrors{write: out.Write}
	var n int64
	var err, read error
	if src.StartsWithObject() {
		n, err, read = c.writeRows(src, w, opts)
	} else {
		rows := c.rowsOf(src)
		defer rows.Close()
		in := &keptErrors{read: rows.Read}
		n, err = columns.Write(w, in, opts)
		read = in.err
	}
	var misfit *columns.Misfit
	switch {
	case err == nil || w.err != nil:
		return n, ofWriting(w.err)
	case errors.As(err, &misfit):
		err = &misfitError{fmt.Sprintf("%s: row %d: %s", style.Plain(src.Name), misfit.Row, style.Plain(misfit.Err.Error())), misfit}
		if errors.Is(misfit, columns.ErrNotTime) {
			return n, fmt.Errorf("%w; --text-times keeps times as text", err)
		}
		if misfit.Row >= int64(opts.SampleRows) && opts.Schema == nil {
			err = fmt.Errorf("%w; the columns are those of the first rows, see --sample-rows", err)
		}
		return n, err
	case read != nil:
		return n, place(src, read)
	case !errors.As(err, new(*translator.DecodeError)):
		return n, &source.Error{Name: src.Name, Err: err} // of all that was read
	}
	return n, place(src, err)
}

// misfitError is a row that does not fit, with what is told of it.
type misfitError struct {
	text string
	*columns.Misfit
}

func (e *misfitError) Error() string { return e.text }

func (e *misfitError) Unwrap() error { return e.Misfit }

// writeRows writes the values of src, of which each is a row, and returns the error of reading them apart.
func (c *conversion) writeRows(src *source.Source, w io.Writer, opts columns.Options) (n int64, err, read error) {
	out := columns.NewWriter(w, opts)
	err = source.InParts(src, source.Work[*columns.Rows]{
		Jobs: opts.Workers,
		Do: func(part *source.Source) (*columns.Rows, error) {
			rows := out.Rows()
			return rows, eachValue(part, func(v source.Value) error { rows.Append(v.Data); return nil })
		},
		Take: out.Add,
		Rest: func(src *source.Source) error {
			bad := eachValue(src, func(v source.Value) error {
				err = out.AddRow(v.Data)
				return err
			})
			if err == nil {
				read = bad
			}
			return bad
		},
	})
	if err != nil {
		n, err = out.Abort(err)
		return n, err, read
	}
	n, err = out.Close()
	return n, err, nil
}

// eachValue calls f for the values of src.
func eachValue(src *source.Source, f func(v source.Value) error) error {
	values := src.Values()
	for {
		v, err := values.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(v)
		}
		if err != nil {
			return err
		}
	}
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
		if _, err := (transfer{app: c.app, to: source.BEVE, alone: true}).run(src, out); err != nil {
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
