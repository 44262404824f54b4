// Interfaces with methods.

package msgcodec

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/types"
)

func TestNamesSayWhatToMake(t *testing.T) {
	in := &Zoo{Star: &Owl{Eyes: 2}, All: []Animal{&Dog{Nm: "rex"}, nil, &Owl{}}, N: 3}
	b, err := zebrapack.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []*Zoo{{}, {Star: &Dog{Nm: "old"}, All: []Animal{&Owl{Eyes: 9}}}} {
		if err := zebrapack.Unmarshal(b, out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%+v, %v", out, err)
		}
	}
	// Without names a value is read into what is there.
	b, err = unnamed.Marshal(&Zoo{Star: &Owl{Eyes: 2}})
	if err != nil {
		t.Fatal(err)
	}
	kept := &Zoo{Star: &Owl{Eyes: 7}}
	if err := zebrapack.Unmarshal(b, kept); err != nil || kept.Star.(*Owl).Eyes != 2 {
		t.Error(kept, err)
	}
	if err := zebrapack.Unmarshal(b, &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	if err := zebrapack.Unmarshal(unhex(t, "810081ffa3436174"), &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
}

// makesLoud makes what its member says for the name "made", and something else for others.
type makesLoud struct {
	Make any  `msg:"-"`
	L    loud `zid:"0"`
	// All are made one after the other.
	All []loud `zid:"1"`
}

func (m *makesLoud) NewValueAsInterface(zid int64, typename string) any {
	if typename != "made" {
		return nil
	}
	if m.Make == nil && zid == 1 {
		return &callee{S: "before"}
	}
	return m.Make
}

// TestWhatIsMadeHasToFit makes values that are not pointers, are nil, or have no methods.
func TestWhatIsMadeHasToFit(t *testing.T) {
	wire := unhex(t, "810082ffa46d61646500a178") // the member L, a struct of the name "made"
	for _, c := range []struct {
		make any
		text string
	}{
		{5, "NewValueAsInterface returned a int, "},
		{crier{}, "NewValueAsInterface returned a msgcodec.crier, "},
		{(*callee)(nil), "NewValueAsInterface returned a *msgcodec.callee, "},
		{new(int), "NewValueAsInterface returned a *int, "},
		{nil, "nothing says which type to make"},
	} {
		v := makesLoud{Make: c.make}
		err := zebrapack.Unmarshal(wire, &v)
		failure{fault.ErrUnsupported, 2, "/L"}.of(t, c.text, err)
		if err == nil || !strings.Contains(err.Error(), c.text) || v.L != nil {
			t.Errorf("%T: %v, %v; want %s", c.make, v.L, err, c.text)
		}
	}
	// What is made is stored when it could be read, and only then.
	v := makesLoud{Make: &callee{S: "before"}}
	if err := zebrapack.Unmarshal(wire, &v); err != nil || v.L.Shout() != "x" {
		t.Error(v.L, err)
	}
	v = makesLoud{Make: new(callee)}
	failure{fault.ErrMismatch, 10, "/L/s"}.of(t, "a member that does not fit", zebrapack.Unmarshal(unhex(t, "810082ffa46d6164650005"), &v))
	if v.L != nil {
		t.Error(v.L)
	}
	// Each element is made anew, and its failures have its index.
	list := unhex(t, "810192"+"82ffa46d61646500a178"+"c0")
	v = makesLoud{}
	if err := zebrapack.Unmarshal(list, &v); err != nil || len(v.All) != 2 || v.All[0].Shout() != "x" || v.All[1] != nil {
		t.Error(v.All, err)
	}
	failure{fault.ErrMismatch, 11, "/All/0/s"}.of(t, "an element that does not fit", zebrapack.Unmarshal(unhex(t, "81019182ffa46d6164650005"), new(makesLoud)))
}

// TestNamesOfStructsAreRead reads values of interfaces whose first pair is not a name, or a
// malformed one.
func TestNamesOfStructsAreRead(t *testing.T) {
	for wire, want := range map[string]string{
		"81ffa3616263": "abc", "82ffa178ff05": "x", "81ffd90178": "x", "80": "", "8100a178": "", "81ff05": "", "81a1ff05": "", "05": "", "": "", "82ff": "",
	} {
		d := zebrapack.newDecodeState(&DecodeOptions{})
		d.begin(unhex(t, wire), 0)
		if got := d.structName(0); got != want {
			t.Errorf("%s: %q, want %q", wire, got, want)
		}
		d.release()
	}
}

// TestInterfacesHoldWhatIsReadInto reads into what an interface with methods holds: a
// pointer, or nothing.
func TestInterfacesHoldWhatIsReadInto(t *testing.T) {
	type holder struct {
		L loud `msg:"l" zid:"0"`
	}
	for name, f := range formats {
		b := mustMarshal(t, f, &holder{&callee{S: "new"}}, EncodeOptions{})
		kept := &callee{S: "old"}
		for _, c := range []struct {
			v     holder
			cause error
		}{{holder{kept}, nil}, {holder{}, fault.ErrUnsupported}, {holder{crier{}}, fault.ErrUnsupported}, {holder{(*callee)(nil)}, fault.ErrUnsupported}} {
			err := f.Unmarshal(b, &c.v)
			if !errors.Is(err, c.cause) || (err == nil) != (c.cause == nil) {
				t.Errorf("%s: into a %T: %v", name, c.v.L, err)
			}
		}
		if kept.S != "new" {
			t.Errorf("%s: %q", name, kept.S)
		}
		v := holder{kept}
		if err := f.Unmarshal(modelOf(nil, f, reflect.ValueOf(struct{}{})), &v); err != nil || v.L != nil {
			t.Errorf("%s: what does not come leaves %v, %v", name, v.L, err)
		}
		v = holder{kept}
		if err := f.Unmarshal(message([]pair{{keyOf(f, reflect.TypeOf(v).Field(0)), []byte{0xC0}}}), &v); err != nil || v.L != nil {
			t.Errorf("%s: nil leaves %v, %v", name, v.L, err)
		}
	}
}

// TestDeclaredUnionsComeBeforeWhatIsMade declares an interface whose values a struct makes, and another one.
func TestDeclaredUnionsComeBeforeWhatIsMade(t *testing.T) {
	in := &Zoo{Star: &Owl{Eyes: 2}, All: []Animal{&Dog{Nm: "rex"}, nil}, N: 3}
	for name, set := range map[string]*types.Set{
		"another": shapes(),
		"this":    types.New(types.Union[Animal](types.Case[*Owl]("owl").Number(5), types.Case[*Dog]("dog").Number(6))),
	} {
		data, err := zebrapack.MarshalWithOptions(in, EncodeOptions{Types: set})
		if err != nil {
			t.Fatal(name, err)
		}
		if numbered := bytes.Contains(data, []byte{0x81, 5, 0x82, 0xFF}); numbered != (name == "this") {
			t.Errorf("%s: %x", name, data)
		}
		var out Zoo
		if err := zebrapack.UnmarshalWithOptions(data, &out, DecodeOptions{Types: set}); err != nil || !reflect.DeepEqual(*in, out) {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
}
