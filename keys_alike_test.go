// Keys of a map that differ in Go and are the same on the wire.

package beve_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// folded is text that its method writes in lower case.
type folded struct{ text string }

func (f folded) MarshalText() ([]byte, error)     { return []byte(strings.ToLower(f.text)), nil }
func (f *folded) UnmarshalText(text []byte) error { f.text = string(text); return nil }

// TestKeysWithTheSameTextAreAnError has maps in which a reader would find fewer
// entries than were written.
func TestKeysWithTheSameTextAreAnError(t *testing.T) {
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	alike := map[string]any{
		"folded": map[folded]int{{"A"}: 1, {"a"}: 2, {"b"}: 3},
		"a field": struct {
			M map[folded]string `zid:"0"`
		}{map[folded]string{{"x"}: "", {"X"}: ""}},
		"times": map[time.Time]int{at: 1, at.In(time.FixedZone("", 0)): 2},
	}
	unlike := map[string]any{"one": map[folded]int{{"A"}: 1}, "more": map[folded]int{{"A"}: 1, {"b"}: 2, {"c"}: 3}}
	for name, marshal := range map[string]func(v any) ([]byte, error){
		"beve":                     beve.Marshal,
		"beve, deterministic":      beve.EncodeOptions{Deterministic: true}.Marshal,
		"beve, extended":           beve.EncodeOptions{Extended: true}.Marshal,
		"msgpack":                  msgpack.Marshal,
		"msgpack, deterministic":   msgpack.EncodeOptions{Deterministic: true}.Marshal,
		"zebrapack":                zebrapack.Marshal,
		"zebrapack, deterministic": zebrapack.EncodeOptions{Deterministic: true}.Marshal,
	} {
		for what, v := range alike {
			data, err := marshal(v)
			if strings.HasPrefix(name, "msgpack") && what == "times" && err == nil {
				continue // the zone is part of what is written
			}
			if !errors.Is(err, beve.ErrDuplicate) {
				t.Errorf("%s, %s: %x, %v", name, what, data, err)
			}
		}
		for what, v := range unlike {
			if _, err := marshal(v); err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}
