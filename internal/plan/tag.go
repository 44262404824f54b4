package plan

import (
	"strings"
	"unicode"
)

// This file holds what the text of one struct tag means. Nothing here may import reflect.

// tag is a struct tag, read.
type tag struct {
	key  string // the tag key that was found, or empty
	skip bool   // the tag is "-": the field is not a member
	name string // empty when the tag gives none, or one that is not allowed

	omitEmpty, omitZero, quoted, unknown bool

	rest []string // the other options
}

// readTag reads the first of keys that lookup knows. anyName is that of [Member].
func readTag(lookup func(string) (string, bool), keys []string, anyName bool) tag {
	for _, key := range keys {
		if text, ok := lookup(key); ok {
			return parseTag(key, text, anyName && key != jsonKey)
		}
	}
	return tag{}
}

// parseTag reads "name,option,option". Options are compared exactly: one with a blank before it is another option.
func parseTag(key, text string, anyName bool) tag {
	t := tag{key: key}
	if text == "-" {
		t.skip = true
		return t
	}
	name, options, _ := strings.Cut(text, ",")
	if anyName || ValidName(name) {
		t.name = name
	}
	for option := range strings.SplitSeq(options, ",") {
		switch {
		case option == "":
		case option == "omitempty":
			t.omitEmpty = true
		case option == "omitzero":
			t.omitZero = true
		case option == "string":
			t.quoted = true
		case option == "unknown" && key != jsonKey:
			t.unknown = true
		default:
			t.rest = append(t.rest, option)
		}
	}
	return t
}

// jsonKey is the key whose options mean what encoding/json says and no more. A struct that serves encoding/json as it
// stands must not change its meaning because its tags are read here.
const jsonKey = "json"

// nameMarks is the punctuation that encoding/json allows in a name, beside letters and digits. What is missing is what
// the syntax of tags and strings needs: comma, backslash and the quotes.
const nameMarks = "!#$%&()*+-./:;<=>?@[]^_{|}~ "

// ValidName reports whether encoding/json takes this name from a tag. Another one is ignored, as if there were none.
func ValidName(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(nameMarks, r) {
			return false
		}
	}
	return name != ""
}
