// Package schemafile reads the files of schemas of ZebraPack that users name.
package schemafile

import (
	"fmt"
	"io"
	"os"

	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/zebrapack"
)

// maxSize is more than any schema has.
const maxSize = 64 << 20

// Read reads a schema, in either form. A file that is larger than 64 MB is an error, and so is one
// that does not end, as devices are.
func Read(name string) (*zebrapack.Schema, error) {
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
		return nil, fmt.Errorf("%s: larger than %d MB", style.Plain(name), maxSize>>20)
	}
	s, err := zebrapack.ParseSchema(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", style.Plain(name), err)
	}
	return s, nil
}
