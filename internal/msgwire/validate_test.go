// Validation beyond structure.

package msgwire

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

// TestEachOptionRefusesItsOwn has values that one option refuses, and no other does, by
// themselves and within others: as elements, values and keys.
func TestEachOptionRefusesItsOwn(t *testing.T) {
	options := map[string]ValidateOptions{"utf8": {UTF8: true}, "duplicates": {Duplicates: true}, "canonical": {Canonical: true}, "timestamps": {Timestamps: true}}
	causes := map[string]error{"utf8": fault.ErrUTF8, "duplicates": fault.ErrDuplicate, "canonical": fault.ErrSyntax, "timestamps": fault.ErrSyntax}
	for _, c := range []struct {
		wire   string
		option string // "" for what all take
		at     int
	}{
		{"a1ff", "utf8", 0}, {"a3616263", "", 0}, {"c401ff", "", 0}, {"d401ff", "", 0}, {"a2c3a9", "", 0}, {"a1c3", "utf8", 0},
		{"82a161c0a161c0", "duplicates", 4}, {"82a161c0a162c0", "", 0}, {"8201c0ffc0", "", 0}, {"8280c080c0", "duplicates", 3},
		{"82a161c0c40161c0", "", 0}, {"82c3c0c2c0", "", 0}, {"82c3c0c3c0", "duplicates", 3}, {"829101c09101c0", "duplicates", 4},
		{"82cfffffffffffffffffc0ffc0", "", 0}, {"81a16182a162c0a162c0", "duplicates", 7},
		{"00", "", 0}, {"7f", "", 0}, {"e0", "", 0}, {"d0df", "", 0}, {"d07f", "canonical", 0}, {"d0e0", "canonical", 0}, {"d1007f", "canonical", 0},
		{"d10080", "", 0}, {"d1ff80", "canonical", 0}, {"d1ff7f", "", 0}, {"d200007fff", "canonical", 0}, {"d200008000", "", 0}, {"d3000000007fffffff", "canonical", 0},
		{"d30000000080000000", "", 0}, {"cc7f", "canonical", 0}, {"cc80", "", 0}, {"cd00ff", "canonical", 0}, {"cd0100", "", 0}, {"ce0000ffff", "canonical", 0},
		{"ce00010000", "", 0}, {"cf00000000ffffffff", "canonical", 0}, {"cf0000000100000000", "", 0}, {"ca00000000", "", 0}, {"cb0000000000000000", "", 0},
		{"d900", "canonical", 0}, {"d91f" + strings.Repeat("61", 31), "canonical", 0}, {"d920" + strings.Repeat("61", 32), "", 0}, {"da0001" + "61", "canonical", 0},
		{"c400", "", 0}, {"c50000", "canonical", 0}, {"c600000001" + "61", "canonical", 0}, {"dc0000", "canonical", 0}, {"dc000f" + strings.Repeat("c0", 15), "canonical", 0},
		{"dc0010" + strings.Repeat("c0", 16), "", 0}, {"dd00000000", "canonical", 0}, {"de0000", "canonical", 0}, {"df00000000", "canonical", 0},
		{"c7010500", "canonical", 0}, {"d40500", "", 0}, {"c7030500" + "0000", "", 0}, {"c80003050000" + "00", "canonical", 0}, {"c700" + "05", "", 0},
		{"d6ff00000000", "", 0}, {"d7ffee6b27fc00000000", "", 0}, {"d7ffee6b280000000000", "timestamps", 0}, {"c70cff3b9ac9ff0000000000000000", "", 0},
		{"c70cff3b9aca000000000000000000", "timestamps", 0}, {"d4ff00", "timestamps", 0}, {"c703ff000000", "timestamps", 0}, {"c700ff", "timestamps", 0},
	} {
		value := testkit.Hex(t, c.wire)
		for where, b := range map[string]struct {
			before string
			after  []byte
			path   fault.Pointer
		}{
			"itself": {}, "an element": {"\x92\x05", nil, "/1"}, "an element that others follow": {"\x93\x05", []byte{0xC0}, "/1"},
			"a value": {"\x81\xA1k", nil, "/k"}, "a key": {"\x81", []byte{0xC0}, ""},
		} {
			in := append(append([]byte(b.before), value...), b.after...)
			for name, o := range options {
				err := o.Validate(in)
				if name != c.option {
					if err != nil {
						t.Errorf("%s as %s under %s: %v", c.wire, where, name, err)
					}
					continue
				}
				var got *fault.DecodeError
				if !errors.As(err, &got) || !errors.Is(err, causes[name]) || got.Offset != int64(len(b.before)+c.at) || got.Format != "msgpack" || !strings.HasPrefix(string(got.Path), string(b.path)) {
					t.Errorf("%s as %s under %s: %v", c.wire, where, name, err)
				}
			}
			if err := (ValidateOptions{}).Validate(in); err != nil {
				t.Errorf("%s as %s: %v", c.wire, where, err)
			}
		}
	}
}

// TestKeysAreOneByTheirMeaning has pairs of keys in different forms.
func TestKeysAreOneByTheirMeaning(t *testing.T) {
	o := ValidateOptions{Duplicates: true}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"05", "cc05", true}, {"05", "d300000000" + "00000005", true}, {"cf0000000000000005", "d005", true}, {"ff", "d0ff", true}, {"ff", "d3ffffffffffffffff", true},
		{"ff", "cfffffffffffffffff", false}, {"cf8000000000000000", "d38000000000000000", false}, {"a161", "d90161", true}, {"a161", "db0000000161", true},
		{"c40161", "c6" + "0000000161", true}, {"a161", "c40161", false}, {"05", "a135", false}, {"c0", "c0", true}, {"ca3f800000", "ca3f800000", true},
		{"ca3f800000", "cb3ff0000000000000", false}, {"01", "c3", false}, {"90", "90", true}, {"9101", "9102", false},
	} {
		a, b := testkit.Hex(t, c.a), testkit.Hex(t, c.b)
		in := append(append(append(append([]byte{0x82}, a...), 0xC0), b...), 0xC0)
		if err := o.Validate(in); c.same != errors.Is(err, fault.ErrDuplicate) || !c.same && err != nil {
			t.Errorf("%s and %s: %v", c.a, c.b, err)
		}
	}
}

// TestRandomValuesAreValid and are not when they are cut, or followed by more.
func TestRandomValuesAreValid(t *testing.T) {
	for seed := range uint64(200) {
		value, _ := randomValue(seed, 1+int(seed%5))
		if err := (ValidateOptions{UTF8: true, Timestamps: true}).Validate(value); err != nil {
			t.Errorf("%x: %v", value, err)
		}
		for cut := range value {
			if err := (ValidateOptions{Canonical: true}).Validate(value[:cut]); !errors.Is(err, fault.ErrTruncated) {
				t.Fatalf("%d bytes of %x: %v", cut, value, err)
			}
		}
		err := ValidateOptions{}.Validate(append(bytes.Clone(value), 0))
		var where *fault.DecodeError
		if !errors.As(err, &where) || !errors.Is(err, fault.ErrTrailing) || where.Offset != int64(len(value)) {
			t.Errorf("%x and a byte: %v", value, err)
		}
	}
	for _, c := range []struct {
		limits fault.Limits
		cause  error
	}{{fault.Limits{MaxBytes: 3}, fault.ErrLimit}, {fault.Limits{MaxBytes: 4}, nil}, {fault.Limits{MaxDepth: 2}, fault.ErrDepth}, {fault.Limits{MaxElements: 2}, fault.ErrLimit}} {
		err := ValidateOptions{Limits: c.limits, Duplicates: true}.Validate([]byte{0x92, 0x91, 0x01, 0x02})
		if c.cause == nil && err != nil || !errors.Is(err, c.cause) {
			t.Errorf("within %+v: %v", c.limits, err)
		}
	}
}
