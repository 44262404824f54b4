package beve_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
)

// noGoType matches the errors of numbers that Go has no type for: of binary128, and complex numbers, keys and extents of 128 bits.
var noGoType = regexp.MustCompile(`numbers( of u?int128| of float128)? cannot be represented|does not fit a 64-bit map key|does not fit int exactly`)

// noJSON matches the errors of what the documentation of package translator says that it refuses.
var noJSON = regexp.MustCompile(`binary128 numbers cannot be represented|time outside of the years 0 to 9999`)

// TestWhatIsValidDecodes changes bytes of random messages: what is valid still has a Go value, and is JSON.
func TestWhatIsValidDecodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	valid := 0
	for range testkit.Rounds(200_000) {
		forms := patchkit.Forms{Rand: rng}
		data := forms.Message(forms.Value(3))
		for range rng.IntN(3) {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
		if !beve.Valid(data) {
			continue
		}
		valid++
		var v any
		if err := beve.Unmarshal(data, &v); err != nil && !noGoType.MatchString(err.Error()) {
			t.Fatalf("%x: %v", data, err)
		}
		if text, err := translator.ToJSON(data); err != nil && !noJSON.MatchString(err.Error()) || err == nil && !json.Valid(text) {
			t.Fatalf("%x: %s, %v", data, text, err)
		}
	}
	if valid < testkit.Rounds(50_000) {
		t.Errorf("%d messages were valid", valid)
	}
}
