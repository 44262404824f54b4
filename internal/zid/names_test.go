package zid_test

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/zid"
)

func TestNames(t *testing.T) {
	for spelled, want := range map[string][3]string{
		"Page":                {"Page", "Page", "Page"},
		"other.Page":          {"Page", "Page", "Page"},
		"Page[main.Item]":     {"Page[Item]", "Page", "Page_Item"},
		"Page[Item]":          {"Page[Item]", "Page", "Page_Item"},
		"x.Pair[int, string]": {"Pair[int,string]", "Pair", "Pair_int_string"},
		"Pair[[]uint8,*github.com/a/b-go.v2/testkit.Pair[bool,github.com/a/b.MyString]]": {"Pair[[]uint8,*Pair[bool,MyString]]", "Pair", "Pair_list_uint8_ptr_Pair_bool_MyString"},
		"Pair[[]byte, *Pair[bool, MyString]]":                                            {"Pair[[]uint8,*Pair[bool,MyString]]", "Pair", "Pair_list_uint8_ptr_Pair_bool_MyString"},
		"Stack[interface {}]":                                                            {"Stack[any]", "Stack", "Stack_any"},
		"Stack[interface{}]":                                                             {"Stack[any]", "Stack", "Stack_any"},
		"Stack[rune]":                                                                    {"Stack[int32]", "Stack", "Stack_int32"},
		"S[map[string][4]a/b.T]":                                                         {"S[map[string][4]T]", "S", "S_map_string_4_T"},
		"S[main.local·1]":                                                                {"S[local]", "S", "S_local"},
		"S[struct { A int \"json:\\\"a.b c\\\"\"; B x.T }]":                              {"S[struct{A int\"json:\\\"a.b c\\\"\";B T}]", "S", ""},
		"S[struct{A int \"json:\\\"a.b c\\\"\"; B T}]":                                   {"S[struct{A int\"json:\\\"a.b c\\\"\";B T}]", "S", ""},
	} {
		name := zid.SchemaName(spelled)
		wire, identifier := zid.WireName(name), zid.Identifier(name)
		if name != want[0] || wire != want[1] || want[2] != "" && identifier != want[2] {
			t.Errorf("%s: %q, %q, %q, want %q", spelled, name, wire, identifier, want)
		}
		if strings.Contains(spelled, "[") && zid.Identifier(spelled) != identifier {
			t.Errorf("%s: %q, want %q", spelled, zid.Identifier(spelled), identifier)
		}
		if !token.IsIdentifier(identifier) || zid.Identifier(identifier) != identifier || zid.SchemaName(name) != name {
			t.Errorf("%s: %q, %q", spelled, name, identifier)
		}
	}
}

func TestFieldNames(t *testing.T) {
	for _, c := range []struct{ paths, want []string }{
		{[]string{"inner.I1", "inner.I2", "X"}, []string{"I1", "I2", "X"}},
		{[]string{"inner.X", "X"}, []string{"Inner_X", "X"}},
		{[]string{"a.b.X", "c.X", "d.X"}, []string{"A_b_X", "X", "D_X"}},
		{[]string{"a.X", "X", "A_X"}, []string{"A_X_2", "X", "A_X"}},
		{[]string{"A", "A", "A"}, []string{"A", "A_2", "A_3"}},
	} {
		if got := zid.FieldNames(c.paths); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.paths, got, c.want)
		}
	}
}
