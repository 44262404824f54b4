// Values that are files.

package msgp

import (
	"io"
	"os"
)

// ReadFile reads dst from a whole file, from its present position to its end. Bytes after
// the value are an error.
func ReadFile(dst Unmarshaler, file *os.File) error {
	b, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	o, err := dst.UnmarshalMsg(b)
	if err != nil {
		return err
	}
	if len(o) != 0 {
		return WrapErrorAt(errTrailing, len(b)-len(o))
	}
	return nil
}

// WriteFile writes src to a file at its present position.
func WriteFile(src MarshalSizer, file *os.File) error {
	b, err := src.MarshalMsg(make([]byte, 0, src.Msgsize()))
	if err == nil {
		_, err = file.Write(b)
	}
	return err
}
