// Views and tokens.

package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

const viewed = ` {"users":[{"name":"Ada","age":36,"ok":true},{"name":"B\u00e9a","age":-1.5,"a/b":{"~":null}}],"big":18446744073709551616,"big":7,"empty":[],"none":{}} `

func TestViewFindsParts(t *testing.T) {
	v, err := json.NewView([]byte(viewed))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[json.Pointer]string{
		"": strings.TrimSpace(viewed), "/users/0/name": `"Ada"`, "/users/1/a~1b": `{"~":null}`, "/users/1/a~1b/~0": "null",
		"/big": "7", "/empty": "[]", "/users/0/ok": "true",
	} {
		part, err := v.At(path)
		raw, rawErr := part.ViewRaw()
		if err != nil || rawErr != nil || string(raw) != want || part.Path() != path {
			t.Errorf("%s: %s, %v, %v", path, raw, err, rawErr)
		}
	}
	for path, want := range map[json.Pointer]error{
		"/nobody": json.ErrMissing, "/users/2": json.ErrMissing, "/users/x": json.ErrMismatch, "/users/00": json.ErrMismatch, "/users/": json.ErrMismatch,
		"/users/-1": json.ErrMismatch, "/users/-": json.ErrMissing, "/big/x": json.ErrMismatch, "x": json.ErrUnsupported, "/empty/0": json.ErrMissing,
	} {
		_, err := v.At(path)
		var located *json.DecodeError
		if !errors.Is(err, want) || !errors.As(err, &located) {
			t.Errorf("%s: %v", path, err)
		}
	}
	age, _ := v.At("/users/1/age")
	if _, err := age.Int64(); !errors.Is(err, json.ErrOverflow) || !strings.Contains(err.Error(), "/users/1/age") {
		t.Error(err)
	}
	if f, err := age.Float64(); f != -1.5 || err != nil {
		t.Error(f, err)
	}
	name, _ := v.At("/users/1/name")
	if s, err := name.String(); s != "Béa" || err != nil {
		t.Error(s, err)
	}
	if _, err := name.Bool(); !errors.Is(err, json.ErrMismatch) {
		t.Error(err)
	}
	var wrong []int
	users, _ := v.At("/users/0")
	err = users.Decode(&wrong)
	var located *json.DecodeError
	if !errors.As(err, &located) || located.Path != "/users/0" {
		t.Error(err)
	}
	if big, _ := v.At("/big"); big.Kind() != json.Num {
		t.Error(big.Kind())
	} else if n, err := big.Uint64(); n != 7 || err != nil {
		t.Error(n, err)
	}
	if _, err := (json.View{}).Raw(); (json.View{}).Kind() != json.Undefined || !errors.Is(err, json.ErrMissing) {
		t.Error("the zero View is a value", err)
	}
	if _, err := json.NewView([]byte(`{"a":`)); !errors.As(err, &located) || located.Offset != 5 {
		t.Error(err)
	}
}

// TestViewSeesWhatDecodingSees walks documents both ways.
func TestViewSeesWhatDecodingSees(t *testing.T) {
	for _, name := range []string{"twitter", "string_escaped", "canada"} {
		doc := testkit.Gunzip(t, "../testdata/corpora/"+name+".json.gz")
		v, err := json.NewView(doc)
		if err != nil {
			t.Fatal(err)
		}
		var want any
		if err := stdjson.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		compareView(t, v, want)
	}
}

func compareView(t *testing.T, v json.View, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		n := 0
		for m, err := range v.Members() {
			key, nameErr := m.Name()
			if err != nil || nameErr != nil {
				t.Fatal(err, nameErr)
			}
			compareView(t, m.Value, want[key])
			n++
		}
		if n != len(want) {
			t.Fatalf("%d members, want %d", n, len(want))
		}
	case []any:
		i := 0
		for element := range v.Elements() {
			compareView(t, element, want[i])
			i++
		}
		if i != len(want) {
			t.Fatalf("%d elements, want %d", i, len(want))
		}
	case string:
		if s, err := v.String(); s != want || err != nil {
			t.Fatalf("%q, %v, want %q", s, err, want)
		}
	case float64:
		if f, err := v.Float64(); f != want || err != nil {
			t.Fatalf("%v, %v, want %v", f, err, want)
		}
	case bool:
		if b, err := v.Bool(); b != want || err != nil {
			t.Fatalf("%v, %v, want %v", b, err, want)
		}
	case nil:
		if v.Kind() != json.Null {
			t.Fatalf("%v, want null", v.Kind())
		}
	}
}

func TestTokenizer(t *testing.T) {
	var got []string
	tokens := json.NewTokenizer([]byte(` {"a":[1,-2,3.5,{"b":null}],"c\n":true} false"x" `))
	for tokens.Next() {
		text := fmt.Sprintf("%s %d/%d k%d", tokens.Value, tokens.Depth, tokens.Index, tokens.Kind())
		if tokens.IsKey {
			text += " key"
		}
		got = append(got, text)
	}
	want := []string{
		`{ 0/0 k32`, `"a" 1/0 k9 key`, `: 1/0 k0`, `[ 1/0 k16`, `1 2/0 k5`, `, 2/0 k0`, `-2 2/1 k6`, `, 2/1 k0`, `3.5 2/2 k7`, `, 2/2 k0`,
		`{ 2/3 k32`, `"b" 3/0 k9 key`, `: 3/0 k0`, `null 3/0 k1`, `} 2/3 k0`, `] 1/0 k0`, `, 1/0 k0`, `"c\n" 1/1 k8 key`, `: 1/1 k0`, `true 1/1 k3`, `} 0/0 k0`,
		`false 0/0 k2`, `"x" 0/0 k9`,
	}
	if tokens.Err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%s", tokens.Err, strings.Join(got, "\n"))
	}
	tokens.Reset([]byte(`"a\u00e9" 12 -7 1e2 true`))
	tokens.Next()
	if s := tokens.String(); string(s) != "aé" || tokens.Kind().Class() != json.String {
		t.Errorf("%s", s)
	}
	tokens.Next()
	if tokens.Uint() != 12 || tokens.Int() != 12 || tokens.Float() != 12 || tokens.Remaining() != 12 {
		t.Error(tokens.Uint(), tokens.Int(), tokens.Float(), tokens.Remaining())
	}
	tokens.Next()
	if tokens.Int() != -7 || tokens.Uint() != 0 {
		t.Error(tokens.Int(), tokens.Uint())
	}
	tokens.Next()
	if tokens.Float() != 100 || tokens.Int() != 0 {
		t.Error(tokens.Float(), tokens.Int())
	}
	if tokens.Next(); !tokens.Bool() || tokens.Kind().Class() != json.Bool {
		t.Error("true")
	}
}

// TestTokenizerTakesWhatValidTakes damages documents.
func TestTokenizerTakesWhatValidTakes(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 30000 {
		doc := damage(rng, []byte(viewed))
		var joined []byte
		tokens := json.NewTokenizer(doc)
		for tokens.Next() {
			joined = append(joined, tokens.Value...)
		}
		if valid := stdjson.Valid(doc); valid && tokens.Err != nil {
			t.Fatalf("%q: %v", doc, tokens.Err)
		} else if valid {
			var compact bytes.Buffer
			if err := stdjson.Compact(&compact, doc); err != nil || !bytes.Equal(compact.Bytes(), joined) {
				t.Fatalf("%q: %s, want %s", doc, joined, &compact)
			}
		} else if tokens.Err == nil {
			// More than one text is none, but tokens.
			for d := stdjson.NewDecoder(bytes.NewReader(doc)); d.More(); {
				var v any
				if err := d.Decode(&v); err != nil {
					var mismatch *json.UnmarshalTypeError
					if !errors.As(err, &mismatch) {
						t.Fatalf("%q has only good tokens, but %v", doc, err)
					}
				}
			}
		}
	}
}

func ExampleView_At() {
	v, err := json.NewView([]byte(`{"users":[{"name":"Ada"},{"name":"Bea"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := v.At("/users/1/name")
	name, _ := part.String()
	fmt.Println(name, err)
	_, err = v.At("/users/5")
	fmt.Println(err)
	// Output:
	// Bea <nil>
	// json: /users at byte 9: no element 5 in an array
}
