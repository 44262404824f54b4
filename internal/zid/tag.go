// Package zid holds what the struct tags zid, msg, msgpack and json mean: the number of
// a field, its name and its options. Reflection, the generator and the tool that writes tags
// read them here, so that they cannot differ.
package zid

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/plan"
)

// None is the id of a field without zid tag.
const None = -1

// A Tag is what the tags of one field say.
type Tag struct {
	// ID is the number of the field, or None.
	ID int64
	// Name is the name from the tag msg, or else msgpack, or else json, or empty.
	Name string
	// Skip says that the field is never sent: its tag is "-".
	Skip bool
	// SkipNamed says that the field is sent by its number, and left out where fields are
	// sent by their names: only its tag json is "-".
	SkipNamed bool
	// OmitEmpty, Deprecated, ShowZero, Iface, Extension, Unknown, Tuple and Inline are the
	// options of the msg tag. Deprecated is set by deprecated:"true" as well.
	OmitEmpty, Deprecated, ShowZero, Iface, Extension, Unknown, Tuple, Inline bool
	// OmitZero, AllowNil, ZeroCopy and Flatten are options that generated code knows, and
	// Limit is the number of the option limit=N, or 0.
	OmitZero, AllowNil, ZeroCopy, Flatten bool
	Limit                                 uint32
	// Aliases are further names that a field is read by, and AsArray is the option of the field
	// _msgpack that makes its struct an array: vmihailenco/msgpack has both.
	Aliases []string
	AsArray bool
	// Warnings say what has no effect, or probably not the one that was meant.
	Warnings []string
}

// ErrMalformed: a struct tag is not a list of key:"value" pairs. Go reads the pairs that stand
// before what is none, and so does Parse, besides the error.
var ErrMalformed = errors.New("malformed struct tag")

// Parse reads a struct tag. It fails on a tag that is not a list of key:"value"
// pairs, and on a zid that is not a number written in the one way there is.
func Parse(tag string) (Tag, error) { return ParseKeys(tag) }

// ParseKeys is Parse with the name and the options in the first of these keys whose value
// is not empty, or else of msg and msgpack; the tag json names nothing then.
func ParseKeys(tag string, keys ...string) (Tag, error) {
	t := Tag{ID: None}
	seen, values := map[string]bool{}, map[string]string{}
	for {
		tag = strings.TrimLeft(tag, " ")
		if tag == "" {
			err := t.names(values, keys)
			return t, err
		}
		key, value, rest, err := pair(tag)
		if err != nil {
			return t, cmp.Or(t.names(values, keys), err)
		}
		tag = rest
		if seen[key] {
			continue // as reflect: the first counts
		}
		seen[key] = true
		switch key {
		case "zid":
			if t.ID, err = ParseID(value); err != nil {
				return t, err
			}
		case "msg", "msgpack", "json":
			values[key] = value
		case "deprecated":
			t.Deprecated = t.Deprecated || value == "true"
		}
		if slices.Contains(keys, key) {
			values[key] = value
		}
	}
}

// pair cuts the first key:"value" off a tag.
func pair(tag string) (key, value, rest string, err error) {
	malformed := fmt.Errorf("%w `%s`", ErrMalformed, tag)
	end := strings.IndexAny(tag, ": \"")
	if end <= 0 || tag[end] != ':' || end+1 == len(tag) || tag[end+1] != '"' {
		return "", "", "", malformed
	}
	quoted, err := strconv.QuotedPrefix(tag[end+1:])
	if err != nil {
		return "", "", "", malformed
	}
	if value, err = strconv.Unquote(quoted); err != nil {
		return "", "", "", malformed
	}
	return tag[:end], value, tag[end+1+len(quoted):], nil
}

// ParseID reads the value of a zid tag.
func ParseID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 32)
	switch {
	case text == "-" || err == nil && id < 0:
		return None, errors.New("zid:\"" + text + "\" is not an id; a field that is not sent has the tag msg:\"-\"")
	case err != nil:
		return None, errors.New("zid:\"" + text + "\" is not a decimal number")
	case strconv.FormatInt(id, 10) != text:
		return None, errors.New("zid:\"" + text + "\" is to be written " + strconv.FormatInt(id, 10))
	}
	return id, nil
}

// names reads the first of the tags that name a field.
func (t *Tag) names(values map[string]string, keys []string) error {
	for _, key := range keys {
		if value := values[key]; value != "" {
			return t.options(key, value)
		}
	}
	for _, key := range []string{"msg", "msgpack"} {
		if value, ok := values[key]; ok && (value != "" || len(keys) == 0) {
			return t.options(key, value)
		}
	}
	if len(keys) > 0 {
		return nil
	}
	value := values["json"]
	if value == "-" {
		t.Skip, t.SkipNamed = t.ID == None, true
		return nil
	}
	name, options, _ := strings.Cut(value, ",")
	if plan.ValidName(name) {
		t.Name = name
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			t.OmitEmpty = true
		case "inline":
			t.Inline = t.ID == None // a field with a number is one
		case "omitzero":
			t.OmitZero = true
		}
	}
	return nil
}

// options reads the value of a tag with this key. The name is all that stands before the first comma.
func (t *Tag) options(key, value string) error {
	name, options, more := strings.Cut(value, ",")
	if t.Name = name; name == "-" {
		t.Skip, t.Name = true, ""
	}
	if !more {
		switch t.Name {
		case "omitempty", "omitzero", "allownil", "zerocopy", "flatten", "deprecated", "showzero", "iface", "extension", "unknown", "tuple", "inline":
			t.Warnings = append(t.Warnings, key+":\""+value+"\" names the field; the option is "+key+":\","+value+"\"")
		}
		return nil
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option = strings.TrimSpace(option); option {
		case "":
		case "omitempty":
			t.OmitEmpty = true
		case "deprecated":
			t.Deprecated = true
		case "showzero":
			t.ShowZero = true
		case "iface":
			t.Iface = true
		case "extension":
			t.Extension = true
		case "unknown":
			t.Unknown = true
		case "tuple":
			t.Tuple = true
		case "inline":
			t.Inline = true
		case "omitzero":
			t.OmitZero = true
		case "allownil":
			t.AllowNil = true
		case "zerocopy":
			t.ZeroCopy = true
		case "flatten":
			t.Flatten = true
		case "noinline": // what embedded structs are anyway
		case "as_array", "asArray":
			t.AsArray = true
		case "intern":
			return errors.New("the option intern is not supported: such strings mean something only together with those before them")
		default:
			if text, ok := strings.CutPrefix(option, "alias:"); ok {
				t.Aliases = append(t.Aliases, strings.TrimSpace(text))
				continue
			}
			if text, ok := strings.CutPrefix(option, "limit="); ok {
				n, err := strconv.ParseUint(text, 10, 32)
				if err != nil || n == 0 {
					return errors.New("the option limit is a number of at least 1 and below 2^32, not " + strconv.Quote(text))
				}
				t.Limit = uint32(n)
				continue
			}
			t.Warnings = append(t.Warnings, "option "+strconv.Quote(option)+" of the "+key+" tag is not known")
		}
	}
	return nil
}
