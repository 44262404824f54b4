package payload

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

func TestSizesAreAsThePayloadsAreDescribed(t *testing.T) {
	for name, want := range map[string]int{"medium": 7_000, "large": 190_000, "dynamic": 10_000} {
		text, err := json.Marshal(Find(name).Value)
		if err != nil {
			t.Fatal(err)
		}
		if ratio := float64(len(text)) / float64(want); ratio < 0.9 || ratio > 1.1 {
			t.Errorf("%s has %d bytes as JSON, not about %d", name, len(text), want)
		}
	}
}

// The nested object is that of the comparison, which publishes these sizes.
func TestTheNestedObjectIsThePublishedOne(t *testing.T) {
	nested := NestedValue()
	beveBytes, err := beve.Marshal(nested)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := nested.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(beveBytes) != 564 || len(packed) != 545 {
		t.Errorf("%d bytes of BEVE and %d of MessagePack, not 564 and 545", len(beveBytes), len(packed))
	}
}

func TestCheckAcceptsTheValueItself(t *testing.T) {
	for _, c := range All() {
		if err := c.Check(c.Value); err != nil {
			t.Error(err)
		}
		if err := c.Check(c.New()); err == nil {
			t.Errorf("%s: the zero value passes", c.Name)
		}
		if err := c.Check(nil); err == nil {
			t.Errorf("%s: nil passes", c.Name)
		}
	}
}

func TestCheckSeesDifferences(t *testing.T) {
	base := func() *Order { return order() }
	for name, change := range map[string]func(*Order){
		"text":    func(o *Order) { o.Items[3].Title += "!" },
		"number":  func(o *Order) { o.Number++ },
		"float":   func(o *Order) { o.Tax = math.Nextafter(o.Tax, 0) },
		"bool":    func(o *Order) { o.Customer.VIP = !o.Customer.VIP },
		"time":    func(o *Order) { o.Created = o.Created.Add(time.Millisecond) },
		"pointer": func(o *Order) { o.Parcel = nil },
		"length":  func(o *Order) { o.Notes = o.Notes[:2] },
		"member":  func(o *Order) { delete(o.Labels, "gift") },
		"key":     func(o *Order) { delete(o.Labels, "gift"); o.Labels["gist"] = "no" },
	} {
		changed := base()
		change(changed)
		if err := Find("medium").Check(changed); err == nil {
			t.Errorf("a changed %s is not seen", name)
		}
	}
	zone := base()
	zone.Created = zone.Created.In(time.FixedZone("", 3600))
	if err := Find("medium").Check(zone); err != nil {
		t.Errorf("another zone is taken for another time: %v", err)
	}
}

func TestLooseCheckTakesAnyTypeThatHoldsTheSame(t *testing.T) {
	want := map[string]any{"n": int64(3), "l": []any{1.5, 2.0}, "o": map[string]any{"x": nil}}
	for _, got := range []map[string]any{
		{"n": uint8(3), "l": []float64{1.5, 2}, "o": map[any]any{"x": nil}},
		{"n": 3.0, "l": []any{1.5, int8(2)}, "o": map[string]any{"x": nil}},
	} {
		if err := diff(&want, &got, true); err != nil {
			t.Error(err)
		}
	}
	for _, got := range []map[string]any{
		{"n": int64(4), "l": []any{1.5, 2.0}, "o": map[string]any{"x": nil}},
		{"n": "3", "l": []any{1.5, 2.0}, "o": map[string]any{"x": nil}},
		{"n": int64(3), "l": "x", "o": map[string]any{"x": nil}},
		{"n": int64(3), "l": []any{1.5, 2.0}, "o": map[int]any{1: nil}},
		{"n": int64(3), "l": []any{1.5, 2.0}, "o": map[string]any{"x": false}},
	} {
		if err := diff(&want, &got, true); err == nil {
			t.Errorf("%v passes", got)
		}
	}
}
