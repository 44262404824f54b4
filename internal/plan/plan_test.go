package plan

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

func mustOf[T any](t *testing.T, tagKeys ...string) *Struct {
	t.Helper()
	s, err := Of(reflect.TypeFor[T](), tagKeys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(s *Struct) (list []string) {
	for i := range s.Fields {
		list = append(list, s.Fields[i].Name)
	}
	return list
}

func TestFirstTagKeyPresentWins(t *testing.T) {
	type T struct {
		Both    int `beve:"b,omitempty" json:"j,string"`
		Second  int `json:"j2,string"`
		Empty   int `beve:"" json:"j3,string"`
		Ignored int `beve:"-" json:"j4"`
		Revived int `beve:"r" json:"-"`
		Neither int `xml:"x"`
	}
	s := mustOf[T](t, "beve", "json")
	if got, want := names(s), []string{"b", "j2", "Empty", "r", "Neither"}; !slices.Equal(got, want) {
		t.Fatalf("names %q, want %q", got, want)
	}
	for i, want := range []struct {
		key               string
		tagged, omit, quo bool
	}{{"beve", true, true, false}, {"json", true, false, true}, {"beve", false, false, false}, {"beve", true, false, false}, {"", false, false, false}} {
		f := &s.Fields[i]
		if f.TagKey != want.key || f.Tagged != want.tagged || f.OmitEmpty != want.omit || f.Quoted != want.quo {
			t.Errorf("%s: %+v, want %+v", f.GoName, *f, want)
		}
	}
	if got, want := names(mustOf[T](t)), []string{"Both", "Second", "Empty", "Ignored", "Revived", "Neither"}; !slices.Equal(got, want) {
		t.Errorf("without tag keys: names %q, want %q", got, want)
	}
}

func TestOtherOptionsAreKeptVerbatim(t *testing.T) {
	type T struct {
		A int `beve:"a,id=4,omitempty,,Enum, string,id=5"`
		B int `json:",unknown,format:x"`
	}
	s := mustOf[T](t, "beve", "json")
	if got, want := s.Fields[0].Options, []string{"id=4", "Enum", " string", "id=5"}; !slices.Equal(got, want) {
		t.Errorf("options %q, want %q", got, want)
	}
	// Under json, unknown means as little as it does to encoding/json.
	if got, want := s.Fields[1].Options, []string{"unknown", "format:x"}; !slices.Equal(got, want) || s.Unknown != nil {
		t.Errorf("options %q, want %q; Unknown %v", got, want, s.Unknown)
	}
}

type keeper struct {
	Rest map[string]string `beve:",unknown,sorted"`
	A    int
}

type Keeper struct {
	Rest map[string]string `beve:",unknown"`
}

func TestUnknownIsApartFromFields(t *testing.T) {
	s := mustOf[struct {
		*Keeper
		B int
	}](t, "beve")
	if got, want := names(s), []string{"B"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if u := s.Unknown; u == nil || u.GoName != "Rest" || !slices.Equal(u.Index, []int{0, 0}) || !u.ThroughPointer || u.Locked {
		t.Errorf("Unknown = %+v", u)
	}
	if !s.NeedsAlloc || s.MayOmit {
		t.Errorf("NeedsAlloc %v, MayOmit %v", s.NeedsAlloc, s.MayOmit)
	}
	s = mustOf[keeper](t, "beve")
	if !slices.Equal(s.Unknown.Options, []string{"sorted"}) || !slices.Equal(names(s), []string{"A"}) {
		t.Errorf("%+v", s)
	}
}

func TestMisuseIsAnErrorThatNamesTypeAndField(t *testing.T) {
	type Two struct {
		First  map[string]string `beve:",unknown"`
		Second map[string]string `beve:",unknown"`
	}
	type Nested struct {
		Own map[string]string `beve:",unknown"`
		Keeper
	}
	type WayA struct{ Keeper }
	type WayB struct{ *Keeper }
	type Repeated struct {
		WayA
		WayB
	}
	type Unexported struct {
		rest map[string]string `beve:",unknown"` //lint:ignore U1000 it is there to be refused
	}
	for _, c := range []struct {
		typ    reflect.Type
		name   string
		reason string
	}{
		{reflect.TypeFor[Two](), "plan.Two.Second: ", "the first is plan.Two.First"},
		{reflect.TypeFor[Nested](), "plan.Keeper.Rest: ", "the first is plan.Nested.Own"},
		{reflect.TypeFor[Repeated](), "plan.Keeper.Rest: ", "more than once"},
		{reflect.TypeFor[Unexported](), "plan.Unexported.rest: ", "exported"},
		{reflect.TypeFor[int](), "int: ", "not a struct"},
		{reflect.TypeFor[*Two](), "*plan.Two: ", "not a struct"},
		{nil, "nil: ", "not a struct"},
	} {
		s, err := Of(c.typ, []string{"beve"})
		if s != nil || err == nil {
			t.Errorf("%v: no error", c.typ)
			continue
		}
		if !strings.HasPrefix(err.Error(), c.name) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%v: error %q, want %q and %q", c.typ, err, c.name, c.reason)
		}
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%v: error is a %T", c.typ, err)
		}
	}
}

func TestPathsThroughPointers(t *testing.T) {
	for _, c := range []struct {
		s                               *Struct
		field                           string
		index                           []int
		through, locked, alloc, mayOmit bool
	}{
		{mustOf[testkit.EmbedValue](t, "json"), "name", []int{0, 1}, false, false, false, false},
		{mustOf[testkit.EmbedPointer](t, "json"), "name", []int{1, 1}, true, false, true, true},
		{mustOf[testkit.EmbedDeepPointers](t, "json"), "ID", []int{0, 1, 0}, true, false, true, true},
		{mustOf[testkit.EmbedUnexported](t, "json"), "named", []int{0, 1}, false, false, false, false},
		{mustOf[testkit.EmbedUnexportedPointer](t, "json"), "named", []int{0, 1}, true, true, true, true},
		{mustOf[testkit.EmbedUnexportedPointer](t, "json"), "Own", []int{1}, false, false, true, true},
		{mustOf[testkit.EmbedTagged](t, "json"), "other", []int{1}, false, false, false, true},
	} {
		i := slices.Index(names(c.s), c.field)
		if i < 0 {
			t.Errorf("%v has no member %s", c.s.Type, c.field)
			continue
		}
		f := &c.s.Fields[i]
		if !slices.Equal(f.Index, c.index) || f.ThroughPointer != c.through || f.Locked != c.locked {
			t.Errorf("%v: %+v", c.s.Type, *f)
		}
		if c.s.NeedsAlloc != c.alloc || c.s.MayOmit != c.mayOmit {
			t.Errorf("%v: NeedsAlloc %v, MayOmit %v", c.s.Type, c.s.NeedsAlloc, c.s.MayOmit)
		}
	}
}

func TestOmitZeroKnowsHowToAsk(t *testing.T) {
	want := map[string]ZeroTest{
		"Plain": ZeroByCompare, "Value": ZeroByValue, "Pointer": ZeroByAddress, "ToValue": ZeroByPointer, "ToPtr": ZeroByPointer,
		"Iface": ZeroByInterface, "Any": ZeroByCompare, "Time": ZeroByValue, "Other": ZeroByCompare,
	}
	s := mustOf[testkit.OmitZero](t, "json")
	for i := range s.Fields {
		f := &s.Fields[i]
		if z, ok := want[f.Name]; ok && (!f.OmitZero || f.Zero != z) {
			t.Errorf("%s: OmitZero %v, Zero %d, want %d", f.Name, f.OmitZero, f.Zero, z)
		}
		delete(want, f.Name)
	}
	if len(want) != 0 {
		t.Errorf("members missing: %v", want)
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		s    *Struct
		want []string
	}{
		{mustOf[testkit.EmbedConflict](t, "json"), []string{"name", "Extra", "email"}},
		{mustOf[testkit.TagsClash](t, "json"), []string{"Own"}},
		{mustOf[testkit.TagWins](t, "json"), []string{"X"}},
		{mustOf[testkit.ClashHidesDeeper](t, "json"), []string{"W", "Z", "Own"}},
		{mustOf[testkit.Diamond](t, "json"), []string{"B", "L", "R", "Own"}},
		{mustOf[testkit.NoMembers](t, "json"), nil},
	} {
		if got := names(c.s); !slices.Equal(got, c.want) {
			t.Errorf("%v: names %q, want %q", c.s.Type, got, c.want)
		}
	}
}
