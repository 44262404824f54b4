// This file converts to files of columns.

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

// writeColumns writes all of src to out as a file of columns, and returns the number of
// rows.
func (c *conversion) writeColumns(src *source.Source, out io.Writer, form columns.Format) (int64, error) {
	rows := rowsOf(src)
	defer rows.Close()
	opts := c.columns
	opts.Limits = src.Options().Limits
	// The writers of the formats wrap errors as they like, so the first one is kept here.
	in, w := &keptErrors{read: rows.Read}, &keptErrors{write: out.Write}
	n, err := columns.Write(w, in, form, opts)
	var misfit *columns.Misfit
	switch {
	case err == nil || w.err != nil:
		return n, ofWriting(w.err)
	case in.err != nil:
		return n, place(src, in.err)
	case errors.As(err, &misfit):
		err = fmt.Errorf("%s: row %d: %s", style.Plain(src.Name), misfit.Row, style.Plain(misfit.Err.Error()))
		if misfit.Row >= int64(opts.SampleRows) {
			err = fmt.Errorf("%w; the columns are those of the first rows, see --sample-rows", err)
		}
		return n, err
	}
	return n, place(src, err)
}

// rowsOf returns src as BEVE.
func rowsOf(src *source.Source) io.ReadCloser {
	if src.Format == source.BEVE && !src.Options().Single {
		return io.NopCloser(src)
	}
	return pull.NewReader(func(w io.Writer) error {
		out, err := target.New(w, source.Plain)
		if err != nil {
			return err
		}
		if _, err := (transfer{to: source.BEVE}).run(src, out); err != nil {
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
