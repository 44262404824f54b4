// Package small reads files that are read as a whole, such as schemas.
package small

import (
	"fmt"
	"io"
	"os"
)

// maxSize is more than any schema has.
const maxSize = 64 << 20

// Read reads a file. One that is larger than 64 MB is an error, and so is one that does not end, as
// devices are.
func Read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("%s: larger than %d MB", name, maxSize>>20)
	}
	return data, err
}
