package json_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/types"
)

// FuzzUnions reads hostile unions in all forms. What is read is written and read again as the same value, what is
// no JSON is never taken, and to pass over a value finds no other end than to read it does.
func FuzzUnions(f *testing.F) {
	for _, seed := range []string{
		`{"type":"circle","r":1}`, `{"r":1,"type":"circle"}`, `{"r":1,"type":"circle","type":"square"}`, `{"type":"circle","TYPE":2}`,
		`{"in":[{"side":1,"type":"square"},{"r":2,"type":"circle"}],"side":2,"type":"square"}`, `{"\u0074ype":"\u0063ircle"}`,
		`{"type":7}`, `{"type":null}`, `{"type":"\ud800"}`, `{"circle":{"r":1}}`, `{"circle":null}`, `"none"`, `{"none":null}`,
		`{"circle":{"r":1},"square":{}}`, `{}`, `{"t":"circle","c":{"r":1}}`, `{"c":{"r":1},"t":"circle"}`, `{"c":[}],"t":"circle"}`,
		`{"c":{"side":1,"in":[{"c":{"r":1},"t":"circle"},{"t":"none","c":null}]},"t":"square"}`, `{"side":1,"in":[{"r":1},null,{"side":"x"}]}`,
		`{"x":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],"r":1,"type":"circle"}`,
		`{"x":"\"}","y":{"z":"]"},"type":"circle"}`, `{"in":[1,{"r":tru}],"type":"square"}`, `null`, `[]`, `1e999`,
	} {
		f.Add([]byte(seed))
	}
	sets := map[string]*types.Set{}
	for form := range forms {
		sets[form] = types.New(shapes(form))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text := append(append([]byte(`{"X":`), data...), '}')
		for form, set := range sets {
			var out struct{ X shape }
			err := json.DecodeOptions{Types: set}.Unmarshal(text, &out)
			if err != nil {
				continue
			}
			if !json.Valid(text) {
				t.Fatalf("%s takes what is no JSON: %s", form, text)
			}
			if out.X == nil && form != "untagged" && json.Valid(data) && !bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
				t.Fatalf("%s makes nil of %s", form, data)
			}
			again, err := json.EncodeOptions{Types: set}.Marshal(&out)
			if err != nil {
				t.Fatalf("%s: %s is read, and not written: %v", form, text, err)
			}
			var back struct{ X shape }
			if err := (json.DecodeOptions{Types: set}).Unmarshal(again, &back); err != nil || reflect.TypeOf(out.X) != reflect.TypeOf(back.X) {
				t.Fatalf("%s: %s comes back as %T, not %T: %v", form, again, back.X, out.X, err)
			}
			if third, err := (json.EncodeOptions{Types: set}).Marshal(&back); err != nil || !bytes.Equal(third, again) {
				t.Fatalf("%s: %s is then %s: %v", form, again, third, err)
			}
		}
	})
}
