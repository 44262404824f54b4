// The values that BEVE adds to Go's own, by the names of package scalar, which declares
// them. Their codecs are in codec_extended.go, codec_matrix.go and codec_complex.go.

package engine

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Raw is an encoded value that is kept as it is: encoding writes its bytes and
// decoding keeps a copy of the bytes of whatever stands there (with NoCopy it
// aliases them). An empty Raw is written as null. On encode the bytes must be one
// valid value; that is checked.
//
// It is declared here, since its methods of JSON need the translator.
type Raw []byte

// The layouts of a matrix.
const (
	RowMajor    = scalar.RowMajor
	ColumnMajor = scalar.ColumnMajor
)

// Values that Go has no type for.
type (
	Layout                  = scalar.Layout
	Matrix[T any]           = scalar.Matrix[T]
	Complex[T wire.Numeric] = scalar.Complex[T]
	TypeTag                 = scalar.TypeTag
	Timestamp               = scalar.Timestamp
	UUID                    = scalar.UUID
	Interval                = scalar.Interval
	RegExpData              = scalar.RegExpData
	RegExpFlags             = scalar.RegExpFlags
)

// checkInterval reports an interval that ends before it starts.
func checkInterval(v *Interval) error {
	if v.End.Before(v.Start) {
		return fault.Because(fault.ErrMismatch, "interval ends before it starts")
	}
	return nil
}

// AppendInterval appends an interval of the extended profile.
func AppendInterval(dst []byte, v *Interval) ([]byte, error) {
	start, err := scalar.TimestampOf(v.Start)
	if err != nil {
		return dst, err
	}
	end, err := scalar.TimestampOf(v.End)
	if err != nil {
		return dst, err
	}
	if end.Before(start) {
		return dst, checkInterval(v)
	}
	return wire.AppendInterval(dst, start, end), nil
}
