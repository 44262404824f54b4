//go:build noarrow

// This file stands in for Arrow in builds without it.

package columns

import (
	"cmp"
	"errors"
	"io"
)

var errAbsent = errors.New("this program was built without Arrow and Parquet (build tag noarrow)")

// Open fails.
func Open(f Format, r File) (io.ReadCloser, error) { return nil, cmp.Or(readable(f, r), errAbsent) }

// Write fails.
func Write(io.Writer, io.Reader, Format, Options) (int64, error) { return 0, errAbsent }
