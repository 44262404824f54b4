package view_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// TestPartsThatEndInATypeTagDecode puts values that end in a type tag of version 1 into
// containers of every form, with each kind of value after them. A tag of a boolean is told
// from a table by what follows, so a part that is cut out of its message must not forget
// what that was.
func TestPartsThatEndInATypeTagDecode(t *testing.T) {
	type object = map[string]any
	tag := byte(wire.HeaderTypeTag)
	var values [][]byte
	for _, index := range []byte{0, 1 << 2, 2 << 2, 6 << 2, 24 << 2} {
		for _, inner := range [][]byte{{0x08}, {0x18}, {0x00}, {tag, 4, 0x18}, {tag, 0, 0x08}} {
			values = append(values, append([]byte{tag, index}, inner...))
		}
	}
	for _, v := range slices.Clone(values) {
		values = append(values, slices.Concat(wire.AppendArray(nil, 1), v),
			slices.Concat(wire.AppendText(wire.AppendObject(nil, 1), "k"), v))
	}
	tails := [][]byte{wire.AppendNull(nil), wire.AppendInt(nil, 1), wire.AppendString(nil, "text"), {0x08}, {tag, 4, 0x18}, wire.AppendNumbers(nil, []uint8{1, 2})}
	parts := 0
	for _, value := range values {
		for _, tail := range tails {
			array := slices.Concat(wire.AppendArray(nil, 2), value, tail)
			members := slices.Concat(wire.AppendText(wire.AppendObject(nil, 2), "a"), value, wire.AppendText(nil, "b"), tail)
			table := slices.Concat([]byte{byte(wire.HeaderTable), 2 << 2}, wire.AppendText(wire.AppendText(nil, "a"), "b"), []byte{2 << 2},
				tail, value, tail, value)
			for form, message := range map[string][]byte{"array": array, "object": members, "table": table} {
				var whole any
				if err := beve.Unmarshal(message, &whole); err != nil {
					continue // the tail makes something else of it
				}
				v, err := beve.NewView(message)
				if err == nil {
					err = sameParts(v, reflect.ValueOf(whole), &parts)
				}
				if err != nil {
					t.Errorf("%s % X: %v", form, message, err)
				}
				if form == "table" {
					continue
				}
				x, err := beve.OpenIndexed(message)
				if m, ok := whole.(object); ok && err == nil {
					for name, v := range x.Range {
						var got any
						if err := v.Decode(&got); err != nil || !reflect.DeepEqual(got, m[name]) {
							t.Errorf("% X: %s: %v, %v", message, name, got, err)
						}
					}
				}
			}
		}
	}
	if parts < 1000 {
		t.Errorf("%d parts", parts)
	}
}

// sameParts asserts that each part of v decodes into what decoding the whole made of it.
func sameParts(v beve.View, whole reflect.Value, parts *int) error {
	for whole.Kind() == reflect.Interface {
		whole = whole.Elem()
	}
	check := func(v beve.View, want reflect.Value) error {
		var got any
		if err := v.Decode(&got); err != nil {
			return fmt.Errorf("%s: %w", v.Path(), err)
		}
		if !reflect.DeepEqual(got, want.Interface()) {
			return fmt.Errorf("%s: %v, not %v", v.Path(), got, want)
		}
		*parts++
		return sameParts(v, want, parts)
	}
	switch {
	case whole.Kind() == reflect.Slice && v.Kind() == beve.KindArray:
		i := 0
		for e, err := range v.Elements() {
			if err == nil {
				err = check(e, whole.Index(i))
			}
			if err != nil {
				return err
			}
			i++
		}
	case whole.Kind() == reflect.Map:
		for m, err := range v.Members() {
			if err != nil {
				return err
			}
			name, err := m.Name()
			if err == nil {
				err = check(m.Value, whole.MapIndex(reflect.ValueOf(name)))
			}
			if err != nil {
				return err
			}
		}
	case v.Kind() == beve.KindTypeTag:
		value, err := v.Key("value")
		if err != nil {
			return err
		}
		return check(value, whole.FieldByName("Value"))
	}
	return nil
}
