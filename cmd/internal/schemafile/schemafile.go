// Package schemafile reads the files of schemas of ZebraPack that users name.
package schemafile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/zebrapack"
)

// maxSize is more than any schema has.
const maxSize = 64 << 20

// Read reads a schema, in either form. A file that is larger than 64 MB is an error, and so is one
// that does not end, as devices are.
func Read(name string) (*zebrapack.Schema, error) {
	s, err := read(name)
	if err != nil {
		return nil, &Error{name, err}
	}
	return s, nil
}

func read(name string) (*zebrapack.Schema, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("larger than %d MB", maxSize>>20)
	}
	return zebrapack.ParseSchema(data)
}

// An Error is a schema that cannot be read. Its text is "file: reason", or "file: offset: path: reason" where
// something in it is wrong, without the path if that is all of it.
type Error struct {
	Name string
	Err  error
}

// Error formats the error on one line.
func (e *Error) Error() string {
	text := style.Plain(e.Name) + ": "
	var d *zebrapack.DecodeError
	var p *fs.PathError
	switch {
	case errors.As(e.Err, &p):
		return text + p.Err.Error()
	case !errors.As(e.Err, &d):
		return text + style.Lines(e.Err.Error())
	}
	text += strconv.FormatInt(d.Offset, 10) + ": "
	if d.Path != "" {
		text += style.Short(string(d.Path)) + ": "
	}
	return text + style.Short(d.Err.Error())
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }
