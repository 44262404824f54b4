package extended

import "github.com/beve-org/beve-go/internal/engine"

// EncodeTypedArray returns v as a table, whatever its length: a slice or array of
// structs, of pointers to structs that are not nil, or of maps with the same keys.
// Anything else is an error that matches beve.ErrUnsupported. beve.Unmarshal reads the
// rows into a slice of structs, of maps or of interfaces.
func EncodeTypedArray(v any) ([]byte, error) { return AppendTypedArray(nil, v) }

// AppendTypedArray is EncodeTypedArray that appends to dst.
func AppendTypedArray(dst []byte, v any) ([]byte, error) {
	out, err := engine.TypedArray(dst, v)
	return out, encodeError(err)
}
