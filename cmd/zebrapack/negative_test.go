package main

import (
	"math"
	"testing"

	namesbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestNegativeZeroComesBack holds what ZebraPack leaves out to the bits: a member is left
// out only if the reader makes the same of its absence.
func TestNegativeZeroComesBack(t *testing.T) {
	minus := math.Copysign(0, -1)
	in := &namesbase.A{GPA: minus}
	data, err := in.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	var out namesbase.A
	if _, err := out.UnmarshalMsg(data); err != nil || !math.Signbit(out.GPA) {
		t.Errorf("generated: %x, %v, %v", data, err, out.GPA)
	}
	type reflected struct {
		F32  float32    `zid:"0"`
		F64  float64    `zid:"1"`
		C64  complex64  `zid:"2"`
		C128 complex128 `zid:"3"`
		Zero float64    `zid:"4"`
	}
	for _, v := range []reflected{{}, {F32: float32(minus)}, {F64: minus}, {C64: complex(0, float32(minus))}, {C64: complex(float32(minus), 0)},
		{C128: complex(0, minus)}, {C128: complex(minus, 0)}} {
		data, err := zebrapack.Marshal(v)
		var got reflected
		if err == nil {
			err = zebrapack.Unmarshal(data, &got)
		}
		bits := func(r reflected) [6]uint64 {
			f := math.Float64bits
			return [6]uint64{f(float64(r.F32)), f(r.F64), f(float64(real(r.C64))), f(float64(imag(r.C64))), f(real(r.C128)), f(imag(r.C128))}
		}
		if err != nil || bits(got) != bits(v) {
			t.Errorf("%v: %x, %v: %v", v, data, err, got)
		}
		if len(data) > 40 {
			t.Errorf("%v: %d bytes: zeros are written", v, len(data))
		}
	}
}
