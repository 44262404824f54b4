package features

import "time"

// Zeroer says itself whether it is zero.
type Zeroer int

// IsZero reports whether z is -1.
func (z Zeroer) IsZero() bool { return z == -1 }

// PointerZeroer says so by its address.
type PointerZeroer struct{ A, B int }

// IsZero reports whether A is 7.
func (z *PointerZeroer) IsZero() bool { return z.A == 7 }

// OmitEmpty has the option for every kind.
type OmitEmpty struct {
	First string            `json:"first"`
	B     bool              `json:"b,omitempty"`
	I     int               `json:"i,omitempty"`
	U8    uint8             `json:"u8,omitempty"`
	F     float64           `json:"f,omitempty"`
	S     string            `json:"s,omitempty"`
	L     []int             `json:"l,omitempty"`
	T     []string          `json:"t,omitempty"`
	M     map[string]string `json:"m,omitempty"`
	P     *Point            `json:"p,omitempty"`
	A     [2]int            `json:"a,omitempty"`
	None  [0]int            `json:"none,omitempty"`
	St    Point             `json:"st,omitempty"`
	Any   any               `json:"any,omitempty"`
	W     time.Time         `json:"w,omitempty"`
	Last  bool              `json:"last"`
}

// OmitZero has the other option.
type OmitZero struct {
	I     int            `json:"i,omitzero"`
	S     string         `json:"s,omitzero"`
	L     []int          `json:"l,omitzero"`
	P     Point          `json:"p,omitzero"`
	A     [2]float64     `json:"a,omitzero"`
	T     time.Time      `json:"t,omitzero"`
	Z     Zeroer         `json:"z,omitzero"`
	PZ    PointerZeroer  `json:"pz,omitzero"`
	ZP    *Zeroer        `json:"zp,omitzero"`
	PZP   *PointerZeroer `json:"pzp,omitzero"`
	N     Inner          `json:"n,omitzero"`
	Both  string         `json:"both,omitempty,omitzero"`
	Plain int            `json:"plain"`
}

// Quoted has the option string.
type Quoted struct {
	I  int      `json:"i,string"`
	B  bool     `json:"b,string"`
	F  float64  `json:"f,string"`
	S  string   `json:"s,string"`
	P  *int     `json:"p,string"`
	E  uint     `json:"e,string,omitempty"`
	No []string `json:"no,string"`
}

// OmitPointer has embedded pointers and options at once.
type OmitPointer struct {
	*Meta
	Own  string `json:"own,omitempty"`
	Tail []int  `json:"tail,omitempty"`
}
