// The types of vmihailenco_test.go.

//lint:file-ignore U1000 fields are there for their tags, or to be left out

package interop

import (
	"encoding/json"
	"errors"
	"time"

	vmihailenco "github.com/vmihailenco/msgpack/v5"
)

type (
	VStrings struct {
		A string `msgpack:"a"`
		B string
		C []string
	}
	VNumbers struct {
		Int   int
		Int8  int8
		Int64 int64
		Neg   int32
		F32   float32
		F64   float64
		Bool  bool
		U8    uint8
		U64   uint64
	}
	VBytes struct {
		B  []byte
		A4 [4]byte
		A  [16]byte
	}
	VLeaf struct {
		N int    `msgpack:"n"`
		S string `msgpack:"s"`
	}
	VPointers struct {
		I *int
		S *string
		L *VLeaf
		N **int
	}
	VTagged struct {
		A int    `msgpack:"a,omitempty" json:"other"`
		B int    `msgpack:"b,alias:older"`
		C int    `msgpack:"-"`
		D string `json:"-"`
		E []int  `msgpack:",omitempty"`
		F *VLeaf `msgpack:",omitempty"`
		g int
	}
	VArray struct {
		_msgpack struct{} `msgpack:",as_array"`
		A        int
		B        string `msgpack:",omitempty"`
		C        any
	}
	VSparse struct {
		_msgpack struct{} `msgpack:",omitempty"`
		A        int
		B        string
		C        []int
		D        map[string]int
	}
	VLower struct{ Low bool }
	VOuter struct {
		VLeaf
		VLower `msgpack:",inline"`
		Kept   VLeaf `msgpack:",noinline"`
		Z      int
	}
	VTimes struct {
		A, B, C, D time.Time
		E          int64
	}
	VByMethods struct {
		A VStamp
		B *VStamp
		C VPair
		D []VPair
		E map[string]VStamp
		F *VPair
		G vmihailenco.RawMessage
	}
	// VStamp has the methods of bytes.
	VStamp struct{ n byte }
	// VPair has the methods of streams.
	VPair struct {
		n int
		s string
	}
)

func (s VStamp) MarshalMsgpack() ([]byte, error) { return []byte{0xC4, 1, s.n}, nil }

func (s *VStamp) UnmarshalMsgpack(b []byte) error {
	if len(b) != 3 {
		return errors.New("no stamp")
	}
	s.n = b[2]
	return nil
}

func (p VPair) EncodeMsgpack(e *vmihailenco.Encoder) error {
	if err := e.EncodeArrayLen(2); err != nil {
		return err
	}
	return e.EncodeMulti(p.n, p.s)
}

func (p *VPair) DecodeMsgpack(d *vmihailenco.Decoder) error {
	if _, err := d.DecodeArrayLen(); err != nil {
		return err
	}
	return d.DecodeMulti(&p.n, &p.s)
}

// Types of single rows of the table.
type (
	onlyJSON      struct{}
	byAddress     struct{}
	readsAlone    struct{ N int }
	severalValues struct{}
	byPointer     struct{ *VLeaf }
	hides         struct {
		VLeaf
		N int `msgpack:"n"`
	}
	renamed struct {
		VLower `msgpack:"b"`
	}
	jsonNumber = json.Number
)

func (onlyJSON) MarshalJSON() ([]byte, error)       { return []byte("[5]"), nil }
func (*onlyJSON) UnmarshalJSON([]byte) error        { return nil }
func (*byAddress) MarshalMsgpack() ([]byte, error)  { return []byte{5}, nil }
func (*readsAlone) UnmarshalMsgpack(b []byte) error { return errors.New("not asked") }

func (severalValues) EncodeMsgpack(e *vmihailenco.Encoder) error { return e.EncodeMulti(1, 2) }

func toPtr[T any](v T) *T { return &v }

func unix(s, ns int64) time.Time { return time.Unix(s, ns).UTC() }
