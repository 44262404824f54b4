package migrate_test

import (
	"bytes"
	"encoding/hex"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	segmentio "github.com/segmentio/encoding/json"
	tinylib "github.com/tinylib/msgp/msgp"
	vmihailenco "github.com/vmihailenco/msgpack/v5"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/migrate"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack/buffer"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// What the tables say of names that compile here and differ, of methods and of tags is run, too.
func TestNotesAreTrue(t *testing.T) {
	wanted := map[string]bool{}
	for _, lib := range migrate.All() {
		for _, p := range lib.Packages {
			for _, s := range p.Symbols {
				if s.Change == migrate.Differs || s.Change == migrate.Same && s.Note != "" {
					wanted[s.There] = true
				}
			}
			for _, m := range p.Methods {
				wanted[m.Name] = true
			}
		}
		for _, tag := range lib.Tags {
			wanted[tag.Key+" "+tag.Option] = true
		}
	}
	for name := range wanted {
		if noteRows[name] == nil {
			t.Errorf("no test for %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(noteRows)) {
		if !wanted[name] {
			t.Errorf("there is no row for %s", name)
		}
		t.Run(name, noteRows[name])
	}
}

var noteRows = rows{
	"Append": func(t *testing.T) {
		for _, v := range []any{stdjson.RawMessage("[1, 2]"), spaced{}} {
			for flags, there := range map[segmentio.AppendFlags]string{0: "[1, 2]", segmentio.EscapeHTML: "[1,2]"} {
				same(t, there, text(segmentio.Append(nil, v, flags)))
				same(t, "[1,2]", text(json.Append(nil, v, json.AppendFlags(flags))))
			}
		}
	},
	"Reader.SetMaxRecursionDepth Reader.GetMaxRecursionDepth": func(t *testing.T) {
		same(t, "100000 512", fmt.Sprint(tinylib.NewReader(nil).GetMaxRecursionDepth(), msgp.NewReader(bytes.NewReader(nil)).GetMaxRecursionDepth()))
	},
	"ReadFile WriteFile": func(t *testing.T) {
		f, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var back msgp.Raw
		err = msgp.WriteFile(msgp.Raw{0x91, 5}, f)
		_, err2 := f.Seek(0, io.SeekStart)
		if err := errors.Join(err, err2, msgp.ReadFile(&back, f)); err != nil || !bytes.Equal(back, []byte{0x91, 5}) {
			t.Errorf("%x %v", back, err)
		}
	},
	"AppendJSONNumber Writer.WriteJSONNumber": func(t *testing.T) {
		n := stdjson.Number("18446744073709551615")
		a, err := tinylib.AppendJSONNumber(nil, n)
		b, err2 := msgp.AppendJSONNumber(nil, n)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		same(t, "ca5f800000 cfffffffffffffffff", fmt.Sprintf("%x %x", a, b))
	},
	"AppendTimeExt Writer.WriteTimeExt": func(t *testing.T) {
		first := time.Unix(0, 0)
		same(t, "d7ff0000000000000000 d6ff00000000", fmt.Sprintf("%x %x", tinylib.AppendTimeExt(nil, first), msgp.AppendTimeExt(nil, first)))
		for _, second := range []int64{-1, 1, 1 << 32, 1 << 34} {
			for _, nano := range []int64{0, 1, 999_999_999} {
				at := time.Unix(second, nano)
				same(t, fmt.Sprintf("%x", tinylib.AppendTimeExt(nil, at)), fmt.Sprintf("%x", msgp.AppendTimeExt(nil, at)))
			}
		}
	},
	"Number.AsUint": func(t *testing.T) {
		var a tinylib.Number
		var b msgp.Number
		a.AsUint(5)
		b.AsUint(5)
		there, err := a.MarshalMsg(nil)
		here, err2 := b.MarshalMsg(nil)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		same(t, "05 cc05", fmt.Sprintf("%x %x", there, here))
		_, err = a.UnmarshalMsg(there)
		_, err2 = b.UnmarshalMsg(here)
		if err := errors.Join(err, err2); err != nil || a.Type() != tinylib.IntType || b.Type() != msgp.UintType {
			t.Error(a.Type(), b.Type(), err)
		}
	},
	"EncoderToBytes": func(t *testing.T) {
		defer func() {
			if r := recover(); r != error(errRefused) {
				t.Error(r)
			}
		}()
		tinylib.EncoderToBytes(refuses{})(nil, refuses{})
		msgp.EncoderToBytes(refuses{})(nil, refuses{})
		t.Error("returns")
	},
	"Buffer.EnsureCap Buffer.Grow Buffer.Seek": func(t *testing.T) {
		if b := buffer.Create(4).Seek(100, false); b.Err() == nil {
			t.Error("no error")
		}
	},
	"Buffer*Error BytesBufNegativeReadError": func(t *testing.T) {
		b := buffer.From(nil)
		b.ReadInt32LE()
		if !errors.Is(b.Err(), buffer.BufferOverreadError) {
			t.Error(b.Err())
		}
	},
	"NewDecoder": func(t *testing.T) {
		var a, b int
		message := ours(t, 5)
		if err := errors.Join(beve.NewDecoder(bytes.NewReader(message)).Decode(&a), beve.NewDecoderBytes(message).Decode(&b)); err != nil || a != 5 || b != 5 {
			t.Error(a, b, err)
		}
	},
	"EncodeMsgpack": adapted,
	"DecodeMsgpack": adapted,
	"MarshalCBOR": func(t *testing.T) {
		same(t, "05", hex.EncodeToString(theirs(t, codes{})))
		same(t, "0905", hex.EncodeToString(ours(t, codes{})))
	},
	"UnmarshalCBOR": func(t *testing.T) {
		var c codes
		if err := beve.Unmarshal(ours(t, 7), &c); err != nil || c.read != "0907" {
			t.Error(c, err)
		}
	},
	"msgpack intern": func(t *testing.T) {
		_, err := msgpack.Marshal(struct {
			S string `msgpack:",intern"`
		}{})
		if !errors.Is(err, msgpack.ErrUnsupported) {
			t.Error(err)
		}
	},
	"cbor toarray": func(t *testing.T) {
		v := struct {
			_ struct{} `cbor:",toarray"`
			A int
		}{A: 1}
		same(t, "8101", hex.EncodeToString(theirs(t, v)))
		same(t, "[A]", fmt.Sprint(keys(t, ours(t, v))))
	},
	"cbor keyasint": func(t *testing.T) {
		v := struct {
			A int `cbor:"1,keyasint"`
		}{1}
		same(t, "a10101", hex.EncodeToString(theirs(t, v)))
		same(t, "[A]", fmt.Sprint(keys(t, ours(t, v))))
	},
}

type spaced struct{}

func (spaced) MarshalJSON() ([]byte, error) { return []byte("[1, 2]"), nil }

var errRefused = errors.New("refused")

type refuses struct{}

func (*refuses) MarshalMsg([]byte) ([]byte, error)     { return nil, errRefused }
func (*refuses) UnmarshalMsg(b []byte) ([]byte, error) { return b, errRefused }
func (*refuses) Msgsize() int                          { return 0 }

// codes has methods of both.
type codes struct{ read string }

func (codes) MarshalCBOR() ([]byte, error)    { return []byte{5}, nil }
func (*codes) UnmarshalCBOR([]byte) error     { return errRefused }
func (codes) MarshalBEVE() ([]byte, error)    { return []byte{9, 5}, nil }
func (c *codes) UnmarshalBEVE(b []byte) error { c.read = hex.EncodeToString(b); return nil }

// streamed has the methods of vmihailenco/msgpack.
type streamed struct{ s string }

func (s streamed) EncodeMsgpack(e *vmihailenco.Encoder) error { return e.EncodeString(s.s) }
func (s *streamed) DecodeMsgpack(d *vmihailenco.Decoder) (err error) {
	s.s, err = d.DecodeString()
	return err
}

func adapted(t *testing.T) {
	msgpack.RegisterAdapter(vmihailenco.NewEncoder, vmihailenco.NewDecoder)
	b, err := msgpack.Marshal(streamed{"text"})
	if err != nil || string(b) != "\xa4text" {
		t.Fatalf("%x %v", b, err)
	}
	var back streamed
	if err := msgpack.Unmarshal(b, &back); err != nil || back.s != "text" {
		t.Error(back, err)
	}
}

// A Raw is nil where the RawMessage that it replaces is.
func TestRawStandsForRawMessage(t *testing.T) {
	a, err := vmihailenco.Marshal(vmihailenco.RawMessage(nil))
	b, err2 := msgpack.Marshal(msgpack.Raw(nil))
	if err := errors.Join(err, err2); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%x %x %v", a, b, err)
	}
	if b := ours(t, beve.Raw(nil)); !bytes.Equal(b, []byte{0}) {
		t.Errorf("%x", b)
	}
}

// What one function of the first beve-go read, Unmarshal reads in every form.
func TestUnmarshalReadsEveryForm(t *testing.T) {
	type row struct{ A int }
	list := []row{{1}, {2}, {3}, {4}, {5}, {6}}
	for _, marshal := range []func(any) ([]byte, error){beve.Marshal, beve.MarshalAuto, beve.MarshalTyped} {
		var back []row
		b, err := marshal(list)
		if err := errors.Join(err, beve.Unmarshal(b, &back)); err != nil || !slices.Equal(back, list) {
			t.Error(back, err)
		}
	}
	b, err := beve.EncodeIndexedObject(row{5})
	var back row
	if err := errors.Join(err, beve.Unmarshal(b, &back)); err != nil || back.A != 5 {
		t.Error(back, err)
	}
}
