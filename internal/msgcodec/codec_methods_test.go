// Types that write and read themselves.

package msgcodec

import (
	"bytes"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// generated stands for a type with generated methods.
type generated struct{ n int }

func (g *generated) MarshalMsg(b []byte) ([]byte, error) {
	switch g.n {
	case -1:
		return b, nil // nothing
	case -2:
		return append(b, 1, 2), nil // two values
	case -3:
		return nil, errors.New("no")
	}
	return msgp.AppendInt(b, g.n*2), nil
}

func (g *generated) UnmarshalMsg(b []byte) (o []byte, err error) {
	v, o, err := msgp.ReadIntBytes(b)
	if v == 7 {
		return b, nil // nothing read
	}
	g.n = v / 2
	return o, err
}

func TestMethodsAreUsed(t *testing.T) {
	type s struct {
		G  generated
		Gs []generated
		P  *generated
		M  map[string]generated
		A  netip.Addr
		B  *big.Int
		N  msgp.Number
		R  msgp.Raw
	}
	in := s{G: generated{1}, Gs: []generated{{2}, {3}}, P: &generated{4}, M: map[string]generated{"k": {5}},
		A: netip.MustParseAddr("::1"), B: big.NewInt(1e18), R: msgp.Raw{0x05}}
	in.N.AsUint(200)
	b, err := msgpack.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var out s
	if err := msgpack.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	again, err := msgpack.Marshal(&out)
	if err != nil || !bytes.Equal(again, b) || out.P.n != 4 || out.A != in.A || out.B.Cmp(in.B) != 0 {
		t.Errorf("%x\n%x, %v", b, again, err)
	}
	for _, n := range []int{-1, -2, -3} {
		if _, err := msgpack.Marshal([]generated{{n}}); err == nil || !strings.Contains(err.Error(), "/0") {
			t.Errorf("%d: %v", n, err)
		}
	}
	var where *DecodeError
	var list []generated
	if err := msgpack.Unmarshal([]byte{0x92, 0x02, 0xA0}, &list); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0x07}, &list); !errors.Is(err, fault.ErrSyntax) {
		t.Error(err)
	}
	if err := msgpack.Unmarshal([]byte{0x91, 0xC0}, &list); err != nil || list[0].n != 0 {
		t.Error(list, err)
	}
}

// streamed stands for a type with generated methods for streams only.
type streamed struct{ n int }

func (s *streamed) EncodeMsg(w *msgp.Writer) error { return w.WriteInt(s.n + 100) }

func (s *streamed) DecodeMsg(m *msgp.Reader) (err error) {
	s.n, err = m.ReadInt()
	s.n -= 100
	return err
}

// hooked counts the calls of its hooks.
type hooked struct {
	A           int8 `msg:"a"`
	saved, read int
}

func (h *hooked) PreSaveHook() { h.saved++ }

func (h *hooked) PostLoadHook() { h.read++ }

func TestStreamMethodsAndHooksAreUsed(t *testing.T) {
	list := []streamed{{1}, {2}}
	written(t, msgpack, list, EncodeOptions{}, "926566")
	var back []streamed
	if err := msgpack.Unmarshal([]byte{0x93, 0x65, 0x66, 0xC0}, &back); err != nil || len(back) != 3 || back[1].n != 2 || back[2].n != 0 {
		t.Error(back, err)
	}
	var where *DecodeError
	if err := msgpack.Unmarshal([]byte{0x92, 0x01, 0xC3}, &back); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 {
		t.Error(err)
	}
	type outer struct {
		H  hooked
		Hs []hooked
		P  *hooked
	}
	v := outer{Hs: make([]hooked, 1), P: new(hooked)}
	b, err := msgpack.Marshal(&v)
	if err != nil || v.H.saved != 1 || v.Hs[0].saved != 1 || v.P.saved != 1 {
		t.Error(v, err)
	}
	var got outer
	if err := msgpack.Unmarshal(b, &got); err != nil || got.H.read != 1 || got.Hs[0].read != 1 || got.P.read != 1 {
		t.Error(got, err)
	}
}
