package features

import (
	"bytes"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/bevegen/features/other"
)

// What follows embeds types that have generated code, and has none itself.
type (
	byValue struct {
		Base
		Name string
	}
	byPointer struct {
		*Base
		Name string
	}
	last struct {
		Name string
		Base
	}
	deep struct {
		byPointer
		More int
	}
	fromElsewhere struct {
		other.Made
		D float64
	}
	ofGeneric struct {
		Box[int]
		Name string
	}
	generic[T any] struct {
		Base
		V T
	}
	two struct {
		Base
		Inner
		Name string
	}
	onlyIt struct{ Base }
	held   interface {
		AppendBEVE(dst []byte) ([]byte, error)
		generated
	}
	byInterface struct {
		held
		Name string
	}
	holder struct {
		One   byValue
		Ptr   *byValue
		List  []byValue
		Ptrs  []*byPointer
		Map   map[string]byValue
		Array [2]last
		Any   any
	}
	unnamed = struct {
		Base
		Name string
	}
)

// handWritten encodes itself, and what embeds it, as encoding/json has it.
type handWritten struct{ N int }

func (h handWritten) MarshalBEVE() ([]byte, error)  { return beve.Marshal(h.N) }
func (h *handWritten) UnmarshalBEVE(b []byte) error { return beve.Unmarshal(b, &h.N) }

type embedsHandWritten struct {
	handWritten
	Name string
}

// overrides has methods of its own beside promoted ones.
type overrides struct {
	Base
	Name string
}

func (o overrides) MarshalBEVE() ([]byte, error)  { return beve.Marshal(o.Name) }
func (o *overrides) UnmarshalBEVE(b []byte) error { return beve.Unmarshal(b, &o.Name) }

type genericOverrides[T any] struct {
	Base
	V T
}

func (o genericOverrides[T]) MarshalBEVE() ([]byte, error)  { return beve.Marshal(o.V) }
func (o *genericOverrides[T]) UnmarshalBEVE(b []byte) error { return beve.Unmarshal(b, &o.V) }

func TestPromotedGeneratedMethodsStandForTheirOwnTypeAlone(t *testing.T) {
	base := Base{ID: 7, Note: "note"}
	v := byValue{base, "name"}
	for _, v := range []any{
		v, byPointer{&base, "name"}, byPointer{nil, "nil base"}, last{"name", base}, deep{byPointer{&base, "name"}, 3},
		deep{More: 4}, fromElsewhere{other.Made{A: 1, B: "b"}, 2.5}, ofGeneric{Box[int]{}, "name"}, generic[string]{base, "v"},
		generic[*Base]{base, &base}, two{Base: base, Name: "n"}, onlyIt{base}, unnamed{base, "name"},
		holder{v, &v, []byValue{v, v}, []*byPointer{{Name: "x"}, nil}, map[string]byValue{"k": v}, [2]last{{"a", base}}, "any"},
		[]byValue{v, v, v, v, v, v}, map[string]*byValue{"k": &v}, []any{v, &v},
	} {
		want, err := encodeReflected.Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		var stream bytes.Buffer
		for name, encode := range map[string]func(v any) ([]byte, error){
			"Marshal": beve.Marshal,
			"Append":  func(v any) ([]byte, error) { return beve.Append(nil, v) },
			"Encoder": func(v any) ([]byte, error) {
				stream.Reset()
				err := beve.NewEncoder(&stream).Encode(v)
				return bytes.TrimSuffix(stream.Bytes(), []byte{6}), err
			},
		} {
			for _, v := range []any{v, p.Interface()} {
				got, err := encode(v)
				if err != nil || len(got) != len(want) || name != "Encoder" && beve.Valid(got) && !sameValue(t, got, want) {
					t.Errorf("%s of %T: % X, %v; by reflection % X", name, v, got, err, want)
				}
			}
		}
		for name, decode := range map[string]func(v any) error{
			"Unmarshal": func(v any) error { return beve.Unmarshal(want, v) },
			"Decoder":   func(v any) error { return beve.NewDecoder(bytes.NewReader(want)).Decode(v) },
			"View": func(v any) error {
				view, err := beve.NewView(want)
				if err != nil {
					return err
				}
				return view.Decode(v)
			},
		} {
			got := reflect.New(reflect.TypeOf(v))
			if _, ok := v.([]any); ok {
				continue
			}
			if err := decode(got.Interface()); err != nil {
				t.Errorf("%s into %T: %v", name, got.Interface(), err)
				continue
			}
			again, err := encodeReflected.Append(nil, got.Elem().Interface())
			if err != nil || !bytes.Equal(again, want) {
				t.Errorf("%s into %T: % X, %v; want % X", name, v, again, err, want)
			}
		}
		extended, err := beve.MarshalAuto(v)
		if err != nil || !beve.Valid(extended) {
			t.Errorf("MarshalAuto of %T: %v", v, err)
		}
	}
	var out any
	data, err := beve.Marshal(byInterface{code(&base).(held), "name"})
	if err == nil {
		err = beve.Unmarshal(data, &out)
	}
	if m, ok := out.(map[string]any); err != nil || !ok || m["Name"] != "name" {
		t.Errorf("with an embedded interface: %v, %v", out, err)
	}
}

func sameValue(t *testing.T, a, b []byte) bool {
	t.Helper()
	var v, w any
	if beve.Unmarshal(a, &v) != nil || beve.Unmarshal(b, &w) != nil {
		return false
	}
	return reflect.DeepEqual(v, w)
}

func TestHandWrittenMethodsArePromoted(t *testing.T) {
	for _, c := range []struct{ v, want any }{
		{embedsHandWritten{handWritten{5}, "lost, as with encoding/json"}, 5},
		{overrides{Base{ID: 1}, "own"}, "own"},
		{genericOverrides[string]{Base{ID: 1}, "own"}, "own"},
		{genericOverrides[int]{Base{ID: 1}, 9}, 9},
	} {
		data, err := beve.Marshal(c.v)
		want, wantErr := beve.Marshal(c.want)
		if err != nil || wantErr != nil || !bytes.Equal(data, want) {
			t.Errorf("%T: % X, %v; want % X", c.v, data, err, want)
		}
		p := reflect.New(reflect.TypeOf(c.v))
		if err := beve.Unmarshal(data, p.Interface()); err != nil {
			t.Errorf("%T: %v", c.v, err)
		}
		again, err := beve.Marshal(p.Interface())
		if err != nil || !bytes.Equal(again, want) {
			t.Errorf("%T: % X, %v; want % X", c.v, again, err, want)
		}
	}
}
