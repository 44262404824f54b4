package wire_test

import (
	"math"
	"testing"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// TestHalvesWidenInOneGo reads 16-bit floats of every value into float32s, at both
// alignments, and narrows them back.
func TestHalvesWidenInOneGo(t *testing.T) {
	half, brain := make([]scalar.Float16, 1<<16), make([]scalar.BFloat16, 1<<16)
	for i := range half {
		half[i], brain[i] = scalar.Float16(i), scalar.BFloat16(i)
	}
	for shift := range 2 {
		prefix := make([]byte, shift)
		a, _, err := wire.ViewNumbers(wire.AppendNumbers[scalar.Float16](prefix, half), shift)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := wire.ViewNumbers(wire.AppendNumbers[scalar.BFloat16](prefix, brain), shift)
		if err != nil {
			t.Fatal(err)
		}
		wideHalf, wideBrain := make([]float32, 1<<16), make([]float32, 1<<16)
		if !wire.CopyTo(wideHalf, a) || !wire.CopyTo(wideBrain, b) {
			t.Fatal("refused")
		}
		for i := range half {
			if math.Float32bits(wideHalf[i]) != math.Float32bits(half[i].Float32()) ||
				math.Float32bits(wideBrain[i]) != math.Float32bits(brain[i].Float32()) {
				t.Fatalf("%#04x widens to %v and %v", i, wideHalf[i], wideBrain[i])
			}
		}
		backHalf, backBrain := make([]scalar.Float16, 1<<16), make([]scalar.BFloat16, 1<<16)
		scalar.Float16sFromFloat32s(backHalf, wideHalf)
		scalar.BFloat16sFromFloat32s(backBrain, wideBrain)
		for i := range half {
			if backHalf[i] != half[i] || backBrain[i] != brain[i] {
				t.Fatalf("%#04x comes back as %#04x and %#04x", i, uint16(backHalf[i]), uint16(backBrain[i]))
			}
		}
		if wire.CopyTo(make([]float64, 1<<16), a) || wire.CopyTo(make([]uint16, 1<<16), a) {
			t.Error("converted into a type that is neither its own nor float32")
		}
	}
}
