// Reading a schema from MessagePack.

package zebrapack

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// schemaReader reads a schema. After the first failure err is set and every method
// does nothing; rest starts where the failure is.
type schemaReader struct {
	data, rest []byte
	list       []*Struct // those of a schema that has a list of them
	err        error
}

// take reads one value with a function of msgp; nil counts as the zero value.
func take[T any](r *schemaReader, read func([]byte) (T, []byte, error)) T {
	var v T
	if r.err != nil {
		return v
	}
	if msgp.IsNil(r.rest) {
		r.rest, r.err = msgp.ReadNilBytes(r.rest)
		return v
	}
	v, rest, err := read(r.rest)
	if err != nil {
		r.err = err
		return v
	}
	r.rest = rest
	return v
}

// count reads a header that claims n parts. Each takes a byte at least, so that a
// claim beyond the bytes left is a lie.
func (r *schemaReader) count(read func([]byte) (uint32, []byte, error)) int {
	n := take(r, read)
	if r.err == nil && int64(n) > int64(len(r.rest)) {
		r.err = fault.ErrTruncated
	}
	if r.err != nil {
		return 0
	}
	return int(n)
}

// members calls member for each key of a map, and passes over values that member does not
// take.
func (r *schemaReader) members(member func(key string) bool) {
	for range r.count(msgp.ReadMapHeaderBytes) {
		key := take(r, msgp.ReadStringBytes)
		if r.err != nil {
			return
		}
		if !member(key) {
			rest, err := msgp.Skip(r.rest)
			if err != nil {
				r.err = err
				return
			}
			r.rest = rest
		}
		if r.err != nil {
			return
		}
	}
}

func (r *schemaReader) schema(s *Schema) {
	r.members(func(key string) bool {
		switch key {
		case "SourcePath":
			s.SourcePath = take(r, msgp.ReadStringBytes)
		case "SourcePackage":
			s.SourcePackage = take(r, msgp.ReadStringBytes)
		case "ZebraSchemaId":
			s.ID = take(r, msgp.ReadInt64Bytes)
		case "Structs":
			s.Structs = map[string]*Struct{}
			if r.err == nil && msgp.NextType(r.rest) == msgp.ArrayType {
				for range r.count(msgp.ReadArrayHeaderBytes) {
					st := new(Struct)
					if r.structure(st); r.err != nil {
						return true
					}
					r.list = append(r.list, st)
				}
				return true
			}
			r.members(func(name string) bool {
				s.Structs[name] = new(Struct)
				r.structure(s.Structs[name])
				return true
			})
		case "Imports":
			for range r.count(msgp.ReadArrayHeaderBytes) {
				s.Imports = append(s.Imports, take(r, msgp.ReadStringBytes))
			}
		default:
			return false
		}
		return true
	})
}

func (r *schemaReader) structure(st *Struct) {
	r.members(func(key string) bool {
		switch key {
		case "StructName":
			st.Name = take(r, msgp.ReadStringBytes)
		case "Fields":
			for range r.count(msgp.ReadArrayHeaderBytes) {
				var f Field
				r.field(&f)
				if r.err != nil {
					return true
				}
				st.Fields = append(st.Fields, f)
			}
		case "Tuple":
			st.Tuple = take(r, msgp.ReadBoolBytes)
		case "OneOf":
			st.OneOf = take(r, msgp.ReadBoolBytes)
		default:
			return false
		}
		return true
	})
}

func (r *schemaReader) field(f *Field) {
	r.members(func(key string) bool {
		switch key {
		case "Zid":
			f.Zid = take(r, msgp.ReadInt64Bytes)
		case "FieldGoName":
			f.GoName = take(r, msgp.ReadStringBytes)
		case "FieldTagName":
			f.TagName = take(r, msgp.ReadStringBytes)
		case "FieldTypeStr":
			f.TypeStr = take(r, msgp.ReadStringBytes)
		case "FieldCategory":
			f.Category = Kind(take(r, msgp.ReadUint64Bytes))
		case "FieldPrimitive":
			f.Primitive = Kind(take(r, msgp.ReadUint64Bytes))
		case "FieldFullType":
			f.FullType = r.typ(maxTypeDepth)
		case "OmitEmpty":
			f.OmitEmpty = take(r, msgp.ReadBoolBytes)
		case "Skip":
			f.Skip = take(r, msgp.ReadBoolBytes)
		case "Deprecated":
			f.Deprecated = take(r, msgp.ReadBoolBytes)
		case "ShowZero":
			f.ShowZero = take(r, msgp.ReadBoolBytes)
		default:
			return false
		}
		return true
	})
}

func (r *schemaReader) typ(depth int) *Type {
	if r.err == nil && msgp.IsNil(r.rest) {
		r.rest, r.err = msgp.ReadNilBytes(r.rest)
		return nil
	}
	if depth == 0 && r.err == nil {
		r.err = fault.ErrDepth
	}
	t := new(Type)
	r.members(func(key string) bool {
		switch key {
		case "Kind":
			t.Kind = Kind(take(r, msgp.ReadUint64Bytes))
		case "Str":
			t.Str = take(r, msgp.ReadStringBytes)
		case "Domain":
			t.Domain = r.typ(depth - 1)
		case "Range":
			t.Range = r.typ(depth - 1)
		default:
			return false
		}
		return true
	})
	return t
}

func itoa(n int) string { return strconv.Itoa(n) }
