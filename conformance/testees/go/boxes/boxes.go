// Package boxes has a struct for each type that a value can be read into by generated code.
// The testee go-generated is built with what bevegen writes here; the methods are not
// committed.
package boxes

// Structs with one member.
type (
	Any     struct{ V any }
	Bool    struct{ V bool }
	Int8    struct{ V int8 }
	Int16   struct{ V int16 }
	Int32   struct{ V int32 }
	Int64   struct{ V int64 }
	Uint8   struct{ V uint8 }
	Uint16  struct{ V uint16 }
	Uint32  struct{ V uint32 }
	Uint64  struct{ V uint64 }
	Float32 struct{ V float32 }
	Float64 struct{ V float64 }
	String  struct{ V string }
	Bools   struct{ V []bool }
	Strings struct{ V []string }
	Values  struct{ V []any }
	Object  struct{ V map[string]any }
	Int8s   struct{ V []int8 }
	Int16s  struct{ V []int16 }
	Int32s  struct{ V []int32 }
	Int64s  struct{ V []int64 }
	Uint8s  struct{ V []uint8 }
	Uint16s struct{ V []uint16 }
	Uint32s struct{ V []uint32 }
	Uint64s struct{ V []uint64 }
	Singles struct{ V []float32 }
	Doubles struct{ V []float64 }
)

// For returns a pointer to the struct for values with this header, and to its member.
func For(header byte) (box, member any) {
	switch header {
	case 0x08, 0x18:
		b := new(Bool)
		return b, &b.V
	case 0x09:
		b := new(Int8)
		return b, &b.V
	case 0x29:
		b := new(Int16)
		return b, &b.V
	case 0x49:
		b := new(Int32)
		return b, &b.V
	case 0x69:
		b := new(Int64)
		return b, &b.V
	case 0x11:
		b := new(Uint8)
		return b, &b.V
	case 0x31:
		b := new(Uint16)
		return b, &b.V
	case 0x51:
		b := new(Uint32)
		return b, &b.V
	case 0x71:
		b := new(Uint64)
		return b, &b.V
	case 0x41:
		b := new(Float32)
		return b, &b.V
	case 0x61:
		b := new(Float64)
		return b, &b.V
	case 0x02:
		b := new(String)
		return b, &b.V
	case 0x1C:
		b := new(Bools)
		return b, &b.V
	case 0x3C:
		b := new(Strings)
		return b, &b.V
	case 0x05:
		b := new(Values)
		return b, &b.V
	case 0x03:
		b := new(Object)
		return b, &b.V
	}
	return array(header)
}

func array(header byte) (box, member any) {
	switch header {
	case 0x0C:
		b := new(Int8s)
		return b, &b.V
	case 0x2C:
		b := new(Int16s)
		return b, &b.V
	case 0x4C:
		b := new(Int32s)
		return b, &b.V
	case 0x6C:
		b := new(Int64s)
		return b, &b.V
	case 0x14:
		b := new(Uint8s)
		return b, &b.V
	case 0x34:
		b := new(Uint16s)
		return b, &b.V
	case 0x54:
		b := new(Uint32s)
		return b, &b.V
	case 0x74:
		b := new(Uint64s)
		return b, &b.V
	case 0x44:
		b := new(Singles)
		return b, &b.V
	case 0x64:
		b := new(Doubles)
		return b, &b.V
	}
	b := new(Any)
	return b, &b.V
}
