package beve_test

import (
	"bytes"
	"fmt"
	"io"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/wire"
)

// Point has what bevegen writes, in short.
type Point struct{ X, Y int64 }

// AppendBEVE appends the encoding of x to dst.
func (x *Point) AppendBEVE(dst []byte) ([]byte, error) {
	dst = wire.AppendObject(dst, 2)
	dst = wire.AppendInt(wire.AppendText(dst, "X"), x.X)
	return wire.AppendInt(wire.AppendText(dst, "Y"), x.Y), nil
}

// DecodeBEVE decodes the next value of d.
func (x *Point) DecodeBEVE(d *beverun.Decoder) error {
	off := d.Start()
	if off < 0 {
		return d.Finish(off)
	}
	var o beverun.Object
	if off = d.OpenObject(&o, off, "Point"); off < 0 {
		return d.Finish(off)
	}
	for range o.Len {
		name, at := d.Member(&o, off)
		switch {
		case at < 0:
			return d.Finish(-1)
		case string(name) == "X":
			off = beverun.ReadInteger(d, at, &x.X, "int64")
		case string(name) == "Y":
			off = beverun.ReadInteger(d, at, &x.Y, "int64")
		default:
			off = d.SkipMember(at, name)
		}
		if off < 0 {
			return d.Finish(d.InKey(string(name)))
		}
	}
	return d.Finish(d.CloseObject(&o, off))
}

func Example_generatedStream() {
	var stream []byte
	for i := range 3 {
		stream, _ = (&Point{int64(i), int64(i * i)}).AppendBEVE(stream)
	}
	if err := readPoints(bytes.NewReader(stream)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 0
	// 1 1
	// 2 4
}

func readPoints(r io.Reader) error {
	d := beverun.NewStreamDecoder(r, beverun.DecoderOptions{Limits: wire.Limits{MaxDepth: 20}})
	for d.More() {
		var p Point
		if err := p.DecodeBEVE(d); err != nil {
			return err
		}
		fmt.Println(p.X, p.Y)
	}
	return nil
}
