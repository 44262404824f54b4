package zid

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file holds what types and fields are called in schemas, where the names of Go are not enough. Reflection and
// the generator know types by different spellings, and both come here.

// SchemaName returns what a schema calls a type that Go spells so. That is its name without packages. One that is an
// instance of a generic type has its arguments, also without packages and blanks, such as Pair[int,*Point]; a byte is a
// uint8 among them, and a rune an int32, as reflection cannot tell them apart.
func SchemaName(spelled string) string {
	const marks = `[](){}*,;<>"` + " "
	var out []byte
	for spelled != "" {
		n := strings.IndexAny(spelled, marks)
		switch {
		case n < 0:
			n = len(spelled)
		case n > 0:
		case spelled[0] == ' ':
			spelled = spelled[1:]
			continue
		default:
			n = 1
			if quoted, err := strconv.QuotedPrefix(spelled); err == nil {
				n = len(quoted)
			}
			out, spelled = append(out, spelled[:n]...), spelled[n:]
			continue
		}
		if len(out) > 0 && !strings.ContainsRune(marks, rune(out[len(out)-1])) {
			out = append(out, ' ') // between two words
		}
		out, spelled = append(out, shortName(spelled[:n])...), spelled[n:]
	}
	return strings.ReplaceAll(string(out), "interface{}", "any")
}

// shortName returns the name of a type without package, and one of those that it has.
func shortName(name string) string {
	name, _, _ = strings.Cut(name[strings.LastIndexByte(name, '.')+1:], "·") // the number of a type that a function declares
	switch name {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	}
	return name
}

// WireName returns what the struct of that name in a schema is called on the wire: of an instance of a generic type the
// name alone, as its arguments have paths of packages.
func WireName(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return Bare(name)
}

// Bare returns the name of a type without its package.
func Bare(name string) string {
	if dot := strings.IndexByte(name, '.'); dot >= 0 && !strings.ContainsRune(name[:dot], '[') {
		return name[dot+1:]
	}
	return name
}

// Identifier returns a name of a schema as Go can declare it: Page_Item for Page[Item]. It is the same for a name and
// its identifier, so two names are of one type if their identifiers are the same.
func Identifier(name string) string {
	if strings.Contains(name, "[") {
		name = SchemaName(name) // which earlier versions had in other spellings
	}
	name = identifiers.Replace(name)
	words := strings.FieldsFunc(name, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return strings.Join(words, "_")
}

var identifiers = strings.NewReplacer("[]", " list ", "*", " ptr ")

// UnnamedRoot is what a schema calls a struct without a name that is in no other.
const UnnamedRoot = "Value"

// UnnamedStruct returns what a schema calls a struct without a name, after the field of the struct that it is in first.
func UnnamedStruct(owner, field string, taken func(name string) bool) string {
	base := Identifier(owner) + "_" + Identifier(field)
	name := base
	for i := 2; taken(name); i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// FieldNames returns what a schema calls the fields of a struct, of which each is given by its name after those of the
// embedded structs that it is promoted from, with points between. That is the name by which Go knows it in the struct,
// unless another field has it and is less deep, or as deep and before: then the whole path, in one word that is
// exported.
func FieldNames(paths []string) []string {
	out, order := make([]string, len(paths)), make([]int, len(paths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(strings.Count(paths[a], "."), strings.Count(paths[b], "."))
	})
	taken, again := map[string]bool{}, map[string]int{}
	for _, i := range order {
		name := paths[i][strings.LastIndexByte(paths[i], '.')+1:]
		if taken[name] {
			first, size := utf8.DecodeRuneInString(paths[i])
			name = string(unicode.ToUpper(first)) + strings.ReplaceAll(paths[i][size:], ".", "_")
		}
		for base := name; taken[name]; {
			again[base]++
			name = base + "_" + strconv.Itoa(again[base]+1)
		}
		out[i], taken[name] = name, true
	}
	return out
}
