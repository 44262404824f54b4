package wire_test

import (
	"errors"
	"fmt"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// A message is written piece by piece, and read the same way.
func Example() {
	b := wire.AppendObject(nil, 2)
	b = wire.AppendText(b, "id")
	b = wire.AppendUint(b, 7)
	b = wire.AppendText(b, "samples")
	b = wire.AppendNumbers(b, []float64{1.5, 2.5})

	_, n, off, err := wire.ReadObject(b, 0)
	for range n {
		var key []byte
		if key, off, err = wire.ViewText(b, off); err != nil {
			break
		}
		switch string(key) {
		case "id":
			var id uint64
			id, off, err = wire.ReadUint64(b, off)
			fmt.Println("id:", id)
		case "samples":
			var a wire.Numbers
			a, off, err = wire.ViewNumbers(b, off)
			s := make([]float64, a.Len())
			wire.CopyTo(s, a)
			fmt.Println("samples:", s)
		default:
			off, err = wire.Skip(b, off)
		}
		if err != nil {
			break
		}
	}
	fmt.Println(off == len(b), err)
	// Output:
	// id: 7
	// samples: [1.5 2.5]
	// true <nil>
}

func ExampleAppendInt() {
	fmt.Printf("% X\n", wire.AppendInt(nil, -2))
	fmt.Printf("% X\n", wire.AppendInt(nil, 300))
	// Output:
	// 09 FE
	// 29 2C 01
}

func ExampleAppendAligned() {
	// The elements begin at a multiple of eight bytes from the start.
	fmt.Printf("% X\n", wire.AppendAligned(nil, 0, []float64{1}))
	// Output:
	// 5C 64 04 04 00 00 00 00 00 00 00 00 00 00 F0 3F
}

func ExampleAppendMatrix() {
	b := wire.AppendMatrix(nil, scalar.RowMajor, []int{2, 2})
	b = wire.AppendNumbers(b, []uint8{1, 2, 3, 4})
	m, _, err := wire.ViewMatrix(b, 0)
	fmt.Println(m.Layout, m.Extents.Len(), m.Value.Len(), err)
	// Output:
	// layout_right 2 4 <nil>
}

func ExampleNumber_Int64() {
	n, _, _ := wire.ReadNumber(wire.AppendNumber[uint16](nil, 300), 0)
	v, ok := n.Int64()
	fmt.Println(n.Header(), v, ok)

	n, _, _ = wire.ReadNumber(wire.AppendFloat64(nil, 300), 0)
	_, ok = n.Int64()
	fmt.Println(n.Header(), ok)
	// Output:
	// uint16 300 true
	// float64 false
}

func ExampleSkip() {
	b := wire.AppendStrings(nil, []string{"a", "b"})
	b = wire.AppendBool(b, true)
	next, err := wire.Skip(b, 0)
	fmt.Println(next, len(b), err)
	// Output:
	// 6 7 <nil>
}

func ExampleValidate() {
	b := wire.AppendObject(nil, 1)
	b = wire.AppendText(b, "users")
	b = wire.AppendArray(b, 2)
	b = wire.AppendNull(b)
	b = wire.AppendString(b, "\xFF")
	err := wire.Validate(b)
	fmt.Println(err)

	var e *wire.DecodeError
	fmt.Println(errors.As(err, &e), e.Offset, e.Path)
	// Output:
	// beve: /users/1 at byte 13: invalid UTF-8
	// true 13 /users/1
}

// A stream asks a Scanner how much of what has arrived is the next value.
func ExampleScanner() {
	var s wire.Scanner
	s.Reset(wire.Limits{}, false)
	message := wire.AppendNumbers(nil, []uint16{1, 2, 3})
	for n := 2; n <= len(message); n += 2 {
		end, err := s.Next(message[:n], false)
		fmt.Println(n, end, err == nil)
	}
	// Output:
	// 2 0 false
	// 4 0 false
	// 6 0 false
	// 8 8 true
}
