package beve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// A gift is a union of one case, and of others that are kept.
type (
	gift interface{ gift() }
	book struct {
		Pages int `json:"pages" zid:"0"`
	}
	strayGift struct{ beve.Raw }
	strayPack struct{ msgp.Raw }
)

func (book) gift()       {}
func (*strayGift) gift() {}
func (*strayPack) gift() {}

// idForms are the forms with an id.
var idForms = map[string][]types.UnionOption{"external": nil, "internal": {types.Tag("is")}, "adjacent": {types.Tag("is"), types.Content("of")}}

// idTexts has texts of each form, with ID for the id of a case that is known or not, and why none of them is a value.
var idTexts = map[string]map[string]error{
	"external": {
		`{"ID":{},"ID":{}}`: beve.ErrMismatch, `{"ID":{},"book":{}}`: beve.ErrMismatch, `{"ID":{},"other":1}`: beve.ErrMismatch, `{}`: beve.ErrMismatch,
	},
	"internal": {
		`{"is":"ID","is":"ID"}`: beve.ErrDuplicate, `{"is":"ID","pages":3,"is":"ID"}`: beve.ErrDuplicate, `{"pages":3,"is":"ID","is":"book"}`: beve.ErrDuplicate,
		`{"is":"ID","a":{"is":"x"},"is":7}`: beve.ErrDuplicate, `{"is":"ID","a":[{"b":1}],"c":0,"is":{}}`: beve.ErrDuplicate, `{"pages":3}`: beve.ErrMissing, `{}`: beve.ErrMissing,
	},
	"adjacent": {
		`{"is":"ID","of":{},"is":"ID"}`: beve.ErrDuplicate, `{"is":"ID","is":"ID","of":{}}`: beve.ErrDuplicate, `{"of":{},"is":"ID","is":"book"}`: beve.ErrDuplicate,
		`{"is":"ID","of":{},"of":{}}`: beve.ErrDuplicate, `{"of":{},"of":{},"is":"ID"}`: beve.ErrDuplicate, `{"of":{},"is":"ID","of":null}`: beve.ErrDuplicate,
		`{"of":{}}`: beve.ErrMissing, `{}`: beve.ErrMissing,
	},
}

// TestIDsComeOnce reads values whose id or content comes twice, or whose id is missing, in every format and form, of cases
// that are known and of those that are kept or refused.
func TestIDsComeOnce(t *testing.T) {
	ofJSON := func(text string) (data []byte) {
		raw := new(msgp.Raw)
		if err := raw.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(text, err)
		}
		return *raw
	}
	readers := map[string]func(text string, set *types.Set, v *gift) error{
		"beve": func(text string, set *types.Set, v *gift) error {
			data, err := translator.FromJSON([]byte(text))
			if err != nil {
				t.Fatal(text, err)
			}
			return beve.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
		"json": func(text string, set *types.Set, v *gift) error {
			return json.DecodeOptions{Types: set}.Unmarshal([]byte(text), v)
		},
		"msgpack": func(text string, set *types.Set, v *gift) error {
			return msgpack.DecodeOptions{Types: set}.Unmarshal(ofJSON(text), v)
		},
		"Decoder": func(text string, set *types.Set, v *gift) error {
			return json.DecodeOptions{Types: set}.NewDecoder(strings.NewReader(text)).Decode(v)
		},
	}
	for form, options := range idForms {
		union := append(options[:len(options):len(options)], types.Case[book]("book"))
		for name, set := range map[string]*types.Set{"kept": types.New(types.Union[gift](append(union, types.Other[*strayGift]())...)), "refused": types.New(types.Union[gift](union...))} {
			for text, cause := range idTexts[form] {
				for _, id := range []string{"book", "thing"} {
					text := strings.ReplaceAll(text, "ID", id)
					for format, read := range readers {
						var v gift
						err := read(text, set, &v)
						unknown := name == "refused" && id == "thing" && errors.Is(err, beve.ErrMismatch) // it may be that, too
						if err == nil || !errors.Is(err, cause) && !unknown {
							t.Errorf("%s, %s, %s: %s is read as %#v, %v", format, form, name, text, v, err)
						}
						if err != nil && format != "json" && format != "Decoder" && !strings.Contains(err.Error(), " byte ") {
							t.Errorf("%s, %s: %s: the error has no place: %v", format, form, text, err)
						}
					}
				}
			}
		}
	}
}

// TestNumbersComeOnce is the same for the numbers of zebrapack.
func TestNumbersComeOnce(t *testing.T) {
	for form, options := range idForms {
		union := append(options[:len(options):len(options)], types.Case[book]("book").Number(1))
		for name, set := range map[string]*types.Set{"kept": types.New(types.Union[gift](append(union, types.Other[*strayPack]())...)), "refused": types.New(types.Union[gift](union...))} {
			for _, keys := range [][]int{{1, 1}, {1, 7}, {7, 1}, {7, 7}, {7, 8}, {-1, 7, 7}, {7, -1, 1}} {
				data := msgp.AppendMapHeader(nil, uint32(len(keys)))
				for _, key := range keys {
					data = msgp.AppendMapHeader(msgp.AppendInt(data, key), 0)
				}
				var v gift
				if err := (zebrapack.DecodeOptions{Types: set}).Unmarshal(data, &v); !errors.Is(err, beve.ErrMismatch) {
					t.Errorf("%s, %s: %v is read as %#v, %v", form, name, fmt.Sprint(keys), v, err)
				}
			}
			data := msgp.AppendInt(msgp.AppendInt(msgp.AppendString(msgp.AppendInt(msgp.AppendMapHeader(nil, 2), -1), "x"), 7), 5)
			var v gift
			err := zebrapack.DecodeOptions{Types: set}.Unmarshal(data, &v)
			if kept, ok := v.(*strayPack); name == "kept" && (!ok || string(kept.Raw) != string(data)) || (name == "refused") != errors.Is(err, beve.ErrMismatch) {
				t.Errorf("%s, %s: % x is read as %#v, %v", form, name, data, v, err)
			}
		}
	}
}

// TestKeptCasesStayWhatTheyAre has ZebraPack refuse to keep a case in a type that would make texts of its numbers.
func TestKeptCasesStayWhatTheyAre(t *testing.T) {
	set := types.New(types.Union[gift](types.Tag("is"), types.Case[book]("book").Number(1), types.Other[*strayGift]()))
	for text, kept := range map[string]bool{`{"is":"book","pages":3}`: false, `{"is":"thing","a":{"b":1}}`: true} {
		var v gift
		if err := (json.DecodeOptions{Types: set}).Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		data, err := zebrapack.EncodeOptions{Types: set}.Marshal(&v)
		if kept != errors.Is(err, beve.ErrUnsupported) {
			t.Errorf("%s is written as % x, %v", text, data, err)
		}
	}
	var v gift
	data := []byte{0x81, 7, 0x81, 0, 5}
	if err := (zebrapack.DecodeOptions{Types: set}).Unmarshal(data, &v); !errors.Is(err, beve.ErrUnsupported) || !strings.Contains(err.Error(), "embed a msgp.Raw") {
		t.Errorf("% x is read as %#v, %v", data, v, err)
	}
}
