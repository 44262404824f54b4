//go:build !race

// What the functions for one form each allocate: nothing, into a kept buffer.

package engine_test

import (
	"regexp"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
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
		"AppendTimestamp":      func() error { _, err := extended.AppendTimestamp(buf, east); return err },
		"AppendTimestampValue": func() error { _, err := extended.AppendTimestampValue(buf, beve.Timestamp{Seconds: 1}); return err },
		"UnmarshalTimestamp":   func() error { _, err := beve.UnmarshalTimestamp(stamp); return err },
		"DecodeTimestamp":      func() error { _, err := extended.DecodeTimestamp(stamp); return err },
		"AppendDuration":       func() error { extended.AppendDuration(buf, -5); return nil },
		"DecodeDuration":       func() error { _, err := extended.DecodeDuration(took); return err },
		"AppendInterval":       func() error { _, err := extended.AppendInterval(buf, at, at); return err },
		"DecodeInterval":       func() error { _, err := extended.DecodeInterval(when); return err },
		"AppendUUID":           func() error { extended.AppendUUID(buf, id); return nil },
		"AppendUUIDString": func() error {
			_, err := extended.AppendUUIDString(buf, "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
			return err
		},
		"UnmarshalUUID":    func() error { _, err := extended.UnmarshalUUID(uuid); return err },
		"AppendRegExp":     func() error { _, err := extended.AppendRegExp(buf, re); return err },
		"AppendRegExpData": func() error { _, err := extended.AppendRegExpData(buf, "a", 0); return err },
		"AppendTyped": func() error {
			_, err := beve.EncodeOptions{Extended: true, MinTableRows: 1}.Append(buf, &row)
			return err
		},
		"AppendTypedArray":                func() error { _, err := extended.AppendTypedArray(buf, &row); return err },
		"AppendAuto":                      func() error { _, err := beve.EncodeOptions{Extended: true}.Append(buf, &row); return err },
		"AppendIndexedObject of a map":    func() error { _, err := beve.IndexOptions{}.Append(buf, object); return err },
		"AppendIndexedObject of a struct": func() error { _, err := beve.IndexOptions{}.Append(buf, part); return err },
		"Field of int64":                  func() error { _, err := extended.Field[int64](indexed, "a"); return err },
		"Field of float64":                func() error { _, err := extended.Field[float64](indexed, "b"); return err },
		"Field of bool":                   func() error { _, err := extended.Field[bool](indexed, "c"); return err },
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
