package beve_test

import (
	"reflect"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
)

// placesOf are v by itself and wherever a value of its type can be held.
func placesOf[T any](v T) []any {
	return []any{
		v, &v, []T{v}, []T{v, v, v, v, v, v}, [1]T{v}, []*T{&v}, map[string]T{"k": v}, []any{v}, map[int][]T{1: {v}},
		struct{ V T }{v}, struct{ V *T }{&v}, []struct{ V T }{{v}, {v}, {v}, {v}, {v}, {v}}, struct{ V []T }{[]T{v, v}},
	}
}

// TestAPlaceDoesNotChangeWhatIsRefused holds a value that is refused by itself to be
// refused in every place, and one that is written to be read from it.
func TestAPlaceDoesNotChangeWhatIsRefused(t *testing.T) {
	at := time.Unix(1e9, 5).UTC()
	bad := [][]any{
		placesOf(beve.Interval{Start: at, End: at.Add(-1)}),
		placesOf(beve.Interval{Start: at, End: time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC)}),
		placesOf(beve.RegExpData{Pattern: "a", Flags: 200}),
		placesOf(beve.RegExpData{Pattern: "\xff"}),
		placesOf(beve.Timestamp{Nanoseconds: 1e9}),
		placesOf(beve.Timestamp{TimezoneOffset: 32767}),
		placesOf(beve.Matrix[float64]{Extents: []int{2}}),
		placesOf(beve.Raw{1}),
	}
	good := [][]any{
		placesOf(beve.Interval{Start: at, End: at.Add(1)}),
		placesOf(beve.RegExpData{Pattern: "a", Flags: extended.FlagIgnoreCase}),
		placesOf(beve.Timestamp{Seconds: 5, TimezoneOffset: -90}),
		placesOf(beve.Matrix[float64]{Extents: []int{2}, Data: []float64{1, 2}}),
		placesOf(beve.Raw{9, 1}),
	}
	for i, places := range append(bad, good...) {
		for _, opts := range []beve.EncodeOptions{{}, {Extended: true}, {Extended: true, MinTableRows: 1}, {Deterministic: true, FixedWidth: true}, {Extended: true, Time: beve.TimeDraft}} {
			_, alone := opts.Marshal(places[0])
			if i >= len(bad) && alone != nil {
				t.Errorf("%+v: %T: %v", opts, places[0], alone)
			}
			for _, v := range places {
				data, err := opts.Marshal(v)
				if (err == nil) != (alone == nil) {
					t.Errorf("%+v: %T: %v, by itself: %v", opts, v, err, alone)
				}
				if err != nil {
					continue
				}
				if got := reflect.New(reflect.TypeOf(v)); i >= len(bad) || beve.Valid(data) {
					if err := beve.Unmarshal(data, got.Interface()); err != nil {
						t.Errorf("%+v: %T % X is written and not read: %v", opts, v, data, err)
					}
				}
			}
		}
	}
}
