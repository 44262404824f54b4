package features

import "time"

// Named scalars.
type (
	Bool   bool
	Int    int
	Int8   int8
	Uint16 uint16
	Uint   uint
	Single float32
	Double float64
	Text   string
	Wait   time.Duration
)

// Scalars has every kind of scalar.
type Scalars struct {
	B    bool    `json:"b"`
	I    int     `json:"i"`
	I8   int8    `json:"i8"`
	I16  int16   `json:"i16"`
	I32  int32   `json:"i32"`
	I64  int64   `json:"i64"`
	U    uint    `json:"u"`
	U8   uint8   `json:"u8"`
	U16  uint16  `json:"u16"`
	U32  uint32  `json:"u32"`
	U64  uint64  `json:"u64"`
	Ptr  uintptr `json:"ptr"`
	F32  float32 `json:"f32"`
	F64  float64 `json:"f64"`
	S    string  `json:"s"`
	Rune rune    `json:"rune"`
	Byte byte    `json:"byte"`
}

// NamedScalars has named types of scalars.
type NamedScalars struct {
	B   Bool
	I   Int
	I8  Int8
	U16 Uint16
	U   Uint
	F32 Single
	F64 Double
	S   Text
	D   time.Duration
	W   Wait
	T   time.Time
}

// Runs has neighbours of fixed size, whose constants are stored side by side.
type Runs struct {
	X, Y, Z       float64
	A, B, C       bool
	P, Q          float32
	M, N          int8
	O             uint8
	Text          string
	After, Behind bool
}
