package beamkafka_test

import (
	"testing"

	"github.com/beve-org/beve-go/internal/surface"
)

// TestSurface holds what the package exports to its file in folder api of the checkout.
func TestSurface(t *testing.T) { surface.Hold(t, "../../../api") }
