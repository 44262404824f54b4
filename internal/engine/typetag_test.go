package engine_test

import (
	"bytes"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// TestTablesAndTypeTagsAreOneThingToAllReaders goes through all short messages that start
// with the header of both, over the bytes that matter to the rule.
func TestTablesAndTypeTagsAreOneThingToAllReaders(t *testing.T) {
	alphabet := []byte{0x00, 0x02, 0x04, 0x05, 0x06, 0x08, 0x09, 0x0C, 0x0E, 0x18, 'a'}
	longest := 5
	if testing.Short() {
		longest = 4
	}
	var tags, tables, refused int
	msg := []byte{0x0E}
	var visit func(left int)
	visit = func(left int) {
		switch kind := oneThing(t, msg); kind {
		case 't':
			tags++
		case 'r':
			tables++
		default:
			refused++
		}
		if left == 0 || t.Failed() {
			return
		}
		for _, c := range alphabet {
			msg = append(msg, c)
			visit(left - 1)
			msg = msg[:len(msg)-1]
		}
	}
	visit(longest)
	for _, data := range []string{"\x0E\x04\x0C\x0C\x41\x42\x00", "\x0E\x04\x02\x14hello", "\x0E\x08\x03\x04\x04k\x11\x05",
		"\x05\x0C\x0E\x04\x00\x0E\x00\x11\x07\x0E\x04\x02\x04x"} {
		if data[0] == 0x0E && oneThing(t, []byte(data)) != 't' {
			t.Errorf("%x is not a type tag", data)
		}
		if !beve.Valid([]byte(data)) {
			t.Errorf("%x is not valid", data)
		}
	}
	if tags < 100 || tables < 10 || refused < 100 {
		t.Errorf("%d type tags, %d tables, %d refused", tags, tables, refused)
	}
}

// oneThing returns what all readers take msg for: a type tag, rows, or nothing.
func oneThing(t *testing.T, msg []byte) byte {
	t.Helper()
	want := byte(0)
	if wire.Validate(msg) == nil {
		want = 'r'
		if wire.TypeTagAt(msg, 0, false) {
			want = 't'
		}
	}
	of := func(v any) byte {
		switch v.(type) {
		case beve.TypeTag:
			return 't'
		case []any:
			return 'r'
		}
		return '?'
	}
	check := func(reader string, got byte, err error) {
		if err != nil {
			got = 0
		}
		if got != want {
			t.Errorf("% X: %s takes it for %q, %v; Validate for %q", msg, reader, got, err, want)
		}
	}
	var v any
	err := beve.Unmarshal(msg, &v)
	check("Unmarshal", of(v), err)
	var raw beve.Raw
	err = beve.Unmarshal(msg, &raw)
	if err == nil && !bytes.Equal(raw, msg) {
		t.Errorf("% X: Raw is % X", msg, raw)
	}
	check("Raw", want, err)
	d := beve.NewDecoder(bytes.NewReader(msg))
	if err = d.Decode(&v); err == nil && d.InputOffset() != int64(len(msg)) {
		err = beve.ErrTrailing
	}
	check("Decoder", of(v), err)
	text, err := translator.ToJSON(msg)
	kind := byte('?')
	if err == nil {
		kind = map[byte]byte{'{': 't', '[': 'r'}[text[0]]
	}
	check("ToJSON", kind, err)
	view, err := beve.NewView(msg)
	if err == nil {
		kind = map[beve.Kind]byte{beve.KindTypeTag: 't', beve.KindArray: 'r'}[view.Kind()]
		err = view.Decode(&v)
		if err == nil && of(v) != kind {
			kind = '?'
		}
	}
	if err == nil || want != 0 { // what is not asked for is not checked
		if want != 0 {
			check("View", kind, err)
		}
	}
	var rows []struct{ A int }
	if err := beve.Unmarshal(msg, &rows); err == nil && want != 'r' && want != 't' {
		t.Errorf("% X: rows %v", msg, rows)
	}
	n, err := wire.Skip(msg, 0)
	if err == nil && n != len(msg) {
		err = beve.ErrTrailing
	}
	check("Skip", want, err)
	return want
}

func TestElementsOfAnObjectAroundAnArrayAreAnError(t *testing.T) {
	type row struct{ A, B int }
	around, err := beve.Marshal(map[string]any{"rows": []row{{1, 2}}, "n": 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{around, append(append([]byte{}, around...), 6)} {
		if all, err := collect[row](bytes.NewReader(data)); err == nil || len(all) > 0 {
			t.Errorf("%v, %v", all, err)
		}
		if all, err := collect[*row](bytes.NewReader(data)); err == nil || len(all) > 0 {
			t.Errorf("%v, %v", all, err)
		}
		if all, err := collect[map[string]any](bytes.NewReader(data)); err != nil || len(all) != 1 {
			t.Errorf("%v, %v", all, err)
		}
	}
	// A stream of rows is one of them after another, and one of them may be all of it.
	for _, v := range []any{row{1, 2}, map[string]any{"A": 1, "x": 2}, map[string]any{}} {
		data, err := beve.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := collect[row](bytes.NewReader(data)); err != nil || len(all) != 1 {
			t.Errorf("%v: %v, %v", v, all, err)
		}
	}
}

// TestUnknownMembersWithTypeTagsAreSkipped passes over members whose header is that of a table
// and of a type tag: what follows the member tells which, also where options check more.
func TestUnknownMembersWithTypeTagsAreSkipped(t *testing.T) {
	member := []byte{0x0E, 0x04, 0x08} // type tag 1, false: as a table it would have a name of two bytes
	data := append(append([]byte{0x03, 0x08, 0x04, 'x'}, member...), 0x04, 'B', 0x09, 0x05)
	for _, o := range []beve.DecodeOptions{{}, {Strict: true}, {RejectDuplicates: true}, {GenericArrays: true}, {LegacyTypeTag: true}, {NoCopy: true}} {
		var v struct{ B int }
		if err := o.Unmarshal(data, &v); err != nil || v.B != 5 {
			t.Errorf("%+v: %+v, %v", o, v, err)
		}
	}
}
