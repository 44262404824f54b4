// This file explains values of MessagePack, with the names that a schema of ZebraPack
// gives to numbers.

package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// packedExplainer explains one value of MessagePack.
type packedExplainer struct {
	*explainer
	schema *zebrapack.Schema
	src    []byte
	base   int64 // offset of src in the source
}

// anything is the type of a value that no schema knows.
var anything = &zebrapack.Type{Kind: zebrapack.KindInterface}

// msgpack explains all values of a source of MessagePack.
func (e *explainer) msgpack(src *source.Source) error {
	e.heading()
	opts := src.Options()
	values := src.Values()
	values.BeforeRead = e.w.Flush
	for {
		v, err := values.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			var bad *source.Error
			if rest, offset := values.Rest(); errors.As(err, &bad) && len(rest) > 0 {
				e.line(offset, rest, "malformed", string(bad.Path), style.Plain(bad.Err.Error()))
			}
			return err
		}
		p := packedExplainer{explainer: e, schema: opts.Schema, src: v.Packed, base: v.Offset}
		if _, err := p.value(0, "", p.rootType(opts.Root)); err != nil {
			return err
		}
	}
}

// rootType returns the type of a whole value.
func (p *packedExplainer) rootType(root string) *zebrapack.Type {
	if p.schema == nil {
		return anything
	}
	if root == "" {
		if root = msgp.StructName(p.src); root == "" && len(p.schema.Structs) == 1 {
			root = p.schema.Names()[0]
		}
	}
	return &zebrapack.Type{Kind: zebrapack.KindIdent, Str: root}
}

// show prints the line of what stands from off to end.
func (p *packedExplainer) show(off, end int, what string, path fault.Pointer, value string) error {
	return p.line(p.base+int64(off), p.src[off:end], what, string(path), value)
}

// value explains the value at off, which is whole and checked, and returns what follows
// it.
func (p *packedExplainer) value(off int, path fault.Pointer, typ *zebrapack.Type) (int, error) {
	head, err := msgwire.ReadHead(p.src, off)
	if err != nil {
		return off, err
	}
	switch head.Kind {
	case msgwire.KindArray:
		return p.array(off, head, path, typ)
	case msgwire.KindMap:
		return p.mapping(off, head, path, typ)
	}
	rest, err := msgp.Skip(p.src[off:])
	if err != nil {
		return off, err
	}
	end := len(p.src) - len(rest)
	what, text := describePacked(p.src[off:end], head)
	return end, p.show(off, end, what, path, text)
}

func (p *packedExplainer) array(off int, head msgwire.Head, path fault.Pointer, typ *zebrapack.Type) (int, error) {
	elem := anything
	switch typ.Kind {
	case zebrapack.KindSlice:
		elem = typ.Domain
	case zebrapack.KindArray:
		elem = typ.Range
	}
	var tuple []zebrapack.Field
	what := "array of " + strconv.Itoa(head.Len)
	if st := p.structOf(typ); st != nil {
		tuple = st.Fields
		what = "tuple " + st.Name
	}
	if err := p.show(off, head.Next, what, path, ""); err != nil {
		return off, err
	}
	off = head.Next
	for i := range head.Len {
		at, t := path.Index(i), elem
		if i < len(tuple) && tuple[i].FullType != nil {
			t = tuple[i].FullType
		}
		var err error
		if off, err = p.value(off, at, t); err != nil {
			return off, err
		}
	}
	return off, nil
}

// structOf returns the struct that a type is, or nil.
func (p *packedExplainer) structOf(typ *zebrapack.Type) *zebrapack.Struct {
	if p.schema == nil {
		return nil
	}
	return p.schema.StructOf(typ)
}

func (p *packedExplainer) mapping(off int, head msgwire.Head, path fault.Pointer, typ *zebrapack.Type) (int, error) {
	st := p.structOf(typ)
	if st == nil && p.schema != nil {
		st = p.schema.Named(msgp.StructName(p.src[off:]))
	}
	elem := anything
	what := "map of " + strconv.Itoa(head.Len)
	if typ.Kind == zebrapack.KindMap {
		elem = typ.Range
	}
	if st != nil {
		what = "struct " + st.Name + " of " + strconv.Itoa(head.Len)
	}
	if err := p.show(off, head.Next, what, path, ""); err != nil {
		return off, err
	}
	off = head.Next
	for range head.Len {
		name, t, end, err := p.key(off, st)
		if err != nil {
			return off, err
		}
		if t == nil {
			t = elem
		}
		what := "key"
		if id, _, err := msgp.ReadID(p.src[off:]); err == nil && id == -1 {
			what = "key of the name"
		}
		at := path.Key(name)
		if err := p.show(off, end, what, at, p.style.Dim(quoteClipped(name))); err != nil {
			return off, err
		}
		if off, err = p.value(end, at, t); err != nil {
			return off, err
		}
	}
	return off, nil
}

// key reads the key at off: its name, which for a number is what the schema says, the
// type of its value if the schema has it, and where it ends.
func (p *packedExplainer) key(off int, st *zebrapack.Struct) (name string, typ *zebrapack.Type, end int, err error) {
	if id, rest, err := msgp.ReadID(p.src[off:]); err == nil {
		end = len(p.src) - len(rest)
		if st != nil && id >= 0 {
			if f := st.Field(id); f != nil {
				return f.TagName, f.FullType, end, nil
			}
		}
		return strconv.FormatInt(id, 10), nil, end, nil
	}
	text, rest, err := msgp.ReadName(p.src[off:])
	if err != nil {
		return "", nil, off, err
	}
	return string(text), nil, len(p.src) - len(rest), nil
}

// describePacked says what a value without parts is, and what it holds.
func describePacked(b []byte, head msgwire.Head) (what, value string) {
	switch t := msgp.NextType(b); t {
	case msgp.StrType:
		text, _, _ := msgp.ReadStringZC(b)
		return "str of " + count(len(text), "byte"), quoteClipped(string(text[:min(len(text), 8*valueWidth)]))
	case msgp.BinType:
		data, _, _ := msgp.ReadBytesZC(b)
		return "bin of " + count(len(data), "byte"), hexBytes(data)
	case msgp.TimeType:
		at, _, err := msgp.ReadTimeUTCBytes(b)
		if err != nil {
			return "time", err.Error()
		}
		return "time", at.Format(time.RFC3339Nano)
	case msgp.ExtensionType:
		return fmt.Sprintf("extension %d", head.Type), count(head.Len, "byte")
	default:
		v, _, err := msgp.ReadIntfBytes(b)
		if err != nil {
			return t.String(), err.Error()
		}
		if v == nil {
			return t.String(), "nil"
		}
		return t.String(), fmt.Sprint(v)
	}
}
