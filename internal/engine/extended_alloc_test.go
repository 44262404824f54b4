//go:build !race

// What the functions for one form each allocate: nothing, into a kept buffer.

package engine_test

import (
	"regexp"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

func TestAppendsAllocateNothing(t *testing.T) {
	at, id := time.Now(), beve.UUID{1, 2, 3}
	east := at.In(time.FixedZone("", 3600))
	buf := make([]byte, 0, 256)
	stamp, _ := beve.MarshalTimestamp(east)
	took, _ := beve.EncodeDuration(-5)
	when, _ := beve.EncodeInterval(at, at)
	uuid, _ := beve.MarshalUUID(id)
	re := regexp.MustCompile(`(?i)^abc$`)
	indexed, err := beve.EncodeIndexedObject(map[string]any{"a": 1, "b": 2.5, "c": true, "d": "x"})
	if err != nil {
		t.Fatal(err)
	}
	x, err := beve.OpenIndexed(indexed)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]extendedPart, 10)
	object, part := map[string]any{"b": 1, "a": "x", "c": []any{true}}, &extendedPart{1, "x"}
	for name, f := range map[string]func() error{
		"AppendTimestamp":                 func() error { _, err := beve.AppendTimestamp(buf, east); return err },
		"AppendTimestampValue":            func() error { _, err := beve.AppendTimestampValue(buf, beve.Timestamp{Seconds: 1}); return err },
		"UnmarshalTimestamp":              func() error { _, err := beve.UnmarshalTimestamp(stamp); return err },
		"DecodeTimestamp":                 func() error { _, err := beve.DecodeTimestamp(stamp); return err },
		"AppendDuration":                  func() error { beve.AppendDuration(buf, -5); return nil },
		"DecodeDuration":                  func() error { _, err := beve.DecodeDuration(took); return err },
		"AppendInterval":                  func() error { _, err := beve.AppendInterval(buf, at, at); return err },
		"DecodeInterval":                  func() error { _, err := beve.DecodeInterval(when); return err },
		"AppendUUID":                      func() error { beve.AppendUUID(buf, id); return nil },
		"AppendUUIDString":                func() error { _, err := beve.AppendUUIDString(buf, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"); return err },
		"UnmarshalUUID":                   func() error { _, err := beve.UnmarshalUUID(uuid); return err },
		"AppendRegExp":                    func() error { _, err := beve.AppendRegExp(buf, re); return err },
		"AppendRegExpData":                func() error { _, err := beve.AppendRegExpData(buf, "a", 0); return err },
		"AppendTyped":                     func() error { _, err := beve.AppendTyped(buf, &row); return err },
		"AppendTypedArray":                func() error { _, err := beve.AppendTypedArray(buf, &row); return err },
		"AppendAuto":                      func() error { _, err := beve.AppendAuto(buf, &row); return err },
		"AppendIndexedObject of a map":    func() error { _, err := beve.AppendIndexedObject(buf, object); return err },
		"AppendIndexedObject of a struct": func() error { _, err := beve.AppendIndexedObject(buf, part); return err },
		"Field of int64":                  func() error { _, err := beve.Field[int64](indexed, "a"); return err },
		"Field of float64":                func() error { _, err := beve.Field[float64](indexed, "b"); return err },
		"Field of bool":                   func() error { _, err := beve.Field[bool](indexed, "c"); return err },
		"Lookup":                          func() error { v, _ := x.Lookup("a"); _, err := v.Int64(); return err },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Fatal(name, err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
