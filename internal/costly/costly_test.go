package costly

import (
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
)

type (
	embeds  struct{ big.Rat }
	points  struct{ *embeds }
	own     struct{ big.Int }
	defined big.Int
)

func (*own) UnmarshalText([]byte) error { return nil }

// TestKinds holds the names that stand for types to the types, also where their methods are promoted.
func TestKinds(t *testing.T) {
	for typ, want := range map[reflect.Type][2]Kind{
		reflect.TypeFor[big.Int]():       {Int, Int},
		reflect.TypeFor[big.Float]():     {Float, Cheap},
		reflect.TypeFor[big.Rat]():       {Rat, Cheap},
		reflect.TypeFor[x509.OID]():      {OID, Cheap},
		reflect.TypeFor[regexp.Regexp](): {Regexp, Cheap},
		reflect.TypeFor[embeds]():        {Rat, Cheap},
		reflect.TypeFor[points]():        {Rat, Cheap},
		reflect.TypeFor[own]():           {Cheap, Int},
		reflect.TypeFor[defined]():       {Cheap, Cheap},
		reflect.TypeFor[time.Time]():     {Cheap, Cheap},
		reflect.TypeFor[string]():        {Cheap, Cheap},
	} {
		if got := [2]Kind{OfText(typ), OfJSON(typ)}; got != want {
			t.Errorf("%v: %v, want %v", typ, got, want)
		}
	}
}

// TestUsualTextsAreRead reads what programs have in large numbers.
func TestUsualTextsAreRead(t *testing.T) {
	var all Texts
	size := 0
	read := func(k Kind, v interface{ UnmarshalText([]byte) error }, text string) {
		t.Helper()
		size += len(text) + 1
		if err := all.Unmarshal(k, v, []byte(text), size); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for i := range 20_000 {
		read(Int, new(big.Int), fmt.Sprint(i))
		read(Float, new(big.Float), fmt.Sprintf("%d.5e-%d", i, i%300))
		read(Rat, new(big.Rat), fmt.Sprintf("%d/7", i))
		read(Rat, new(big.Rat), fmt.Sprintf("%d.25e%d", i, i%10))
		read(Rat, new(big.Rat), fmt.Sprintf("0x%xe99p-9", i))
		read(OID, new(x509.OID), fmt.Sprintf("1.2.840.113549.1.1.%d", i))
		read(Regexp, new(regexp.Regexp), `^[a-z]+\d+/item$`)
	}
}

// TestReadersGoBack takes the copy of what was spent, as readers do that try once more: what is paid in vain is not paid.
func TestReadersGoBack(t *testing.T) {
	var c Texts
	pattern := func(i int) []byte { return fmt.Appendf(nil, "(x{50})%d", i) }
	for i := range 1000 {
		before := c
		first := c.Unmarshal(Regexp, new(regexp.Regexp), pattern(i), 0)
		c = before
		if again := c.Unmarshal(Regexp, new(regexp.Regexp), pattern(i), 0); (first == nil) != (again == nil) {
			t.Fatalf("%d: %v, then %v", i, first, again)
		} else if first != nil {
			if !errors.Is(first, fault.ErrLimit) || i == 0 {
				t.Errorf("%d: %v", i, first)
			}
			return
		}
	}
	t.Error("1000 costly patterns are read")
}

// TestPatternsKeptAreBounded compiles more than the cache may keep.
func TestPatternsKeptAreBounded(t *testing.T) {
	for i := range 2000 {
		var c Texts
		if err := c.Unmarshal(Regexp, new(regexp.Regexp), fmt.Appendf(nil, `(x{%d}){2}%d`, 20+i%100, i), 0); err != nil {
			t.Fatal(err)
		}
	}
	if patterns.cost > cachedCost || len(patterns.byText) > cachedPatterns || len(patterns.byText) == 0 {
		t.Errorf("%d patterns of %d bytes are kept", len(patterns.byText), patterns.cost)
	}
}
