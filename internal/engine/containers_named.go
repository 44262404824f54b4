// Matrices and type tags that are read part by part, by the names that JSON has for their parts: on the way
// along a path, and where they are passed over.

package engine

import (
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/wire"
)

// openNamed is a matrix or a type tag.
type openNamed struct {
	layout   scalar.Layout
	elements uint64 // of a matrix
	index    uint64 // of a type tag
	part     string // that was come to last
}

var (
	matrixParts  = [...]string{"layout", "extents", "value"}
	typeTagParts = [...]string{"index", "value"}
)

// enterMatrix reads the layout. It buffers the extents, which say how many elements there are, and leaves them to
// be read.
func (d *Decoder) enterMatrix(c *opened) error {
	if err := d.in.Head(); err != nil {
		return err
	}
	for {
		m, elements, _, err := wire.ReadMatrix(d.in.Rest(), 0)
		if err == nil {
			d.in.Off += wire.MatrixExtents
			c.left, c.named = uint64(len(matrixParts)), &openNamed{layout: m.Layout, elements: elements}
			return nil
		}
		if err := d.in.Await(err); err != nil {
			return err
		}
	}
}

// enterTypeTag reads the index.
func (d *Decoder) enterTypeTag(c *opened) error {
	index, err := d.size(1)
	c.kind, c.left, c.named = wire.KindTypeTag, uint64(len(typeTagParts)), &openNamed{index: index}
	return err
}

// namedKey moves to the next part of c and returns its name.
func (c *opened) namedKey() []byte {
	parts := matrixParts[:]
	if c.kind == wire.KindTypeTag {
		parts = typeTagParts[:]
	}
	c.named.part = parts[len(parts)-int(c.left)]
	return mem.Bytes(c.named.part)
}

// toNamed checks the array that is the value of a matrix.
func (d *Decoder) toNamed(c *opened) error {
	for c.kind == wire.KindMatrix && c.named.part == "value" {
		err := wire.ReadMatrixValue(d.in.Rest(), 0, c.named.elements)
		if err == nil {
			break
		}
		if err := d.in.Await(err); err != nil {
			return err
		}
	}
	return nil
}

// namedToken returns the token of a part that is no value of its own, if c has come to one.
func (d *Decoder) namedToken(c *opened) (t token.Token, ok bool) {
	t.Offset = d.in.Offset()
	switch c.named.part {
	case "layout":
		t.Kind, t.Text = token.String, c.named.layout.String()
	case "index":
		t.Kind = token.Number
		t.Number, _, _ = wire.ReadNumber(wire.AppendUint(nil, c.named.index), 0)
	default:
		return t, false
	}
	return t, true
}
