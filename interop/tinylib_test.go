package interop

import (
	"bytes"
	"errors"
	"testing"

	tinylib "github.com/tinylib/msgp/msgp"

	"github.com/beve-org/beve-go/msgpack"
)

// streamed has methods as tinylib/msgp makes them for streams alone, by its coders.
type streamed struct{ n int }

func (s *streamed) EncodeMsg(w *tinylib.Writer) error {
	if err := w.WriteArrayHeader(1); err != nil {
		return err
	}
	return w.WriteInt(s.n)
}

func (s *streamed) DecodeMsg(r *tinylib.Reader) error {
	n, err := r.ReadArrayHeader()
	if err != nil || n != 1 {
		return errors.Join(err, errors.New("one element is due"))
	}
	s.n, err = r.ReadInt()
	return err
}

// TestTinylibStreamsByAnAdapter writes types whose methods have the coders of tinylib/msgp for
// parameters.
func TestTinylibStreamsByAnAdapter(t *testing.T) {
	v := map[string][]streamed{"k": {{1}, {200}}}
	msgpack.RegisterAdapter(tinylib.NewWriter, tinylib.NewReader)
	data, err := msgpack.Marshal(v)
	if err != nil || !bytes.Equal(data, fromHex(t, "81a16b92910191d100c8")) {
		t.Errorf("%x, %v", data, err)
	}
	var back map[string][]streamed
	if err := msgpack.Unmarshal(data, &back); err != nil || len(back["k"]) != 2 || back["k"][1].n != 200 {
		t.Error(back, err)
	}
	if err := msgpack.Unmarshal(fromHex(t, "81a16b9192 01 02"), &back); err == nil {
		t.Error("no error")
	}
}
