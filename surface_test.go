package beve_test

import (
	"testing"

	"github.com/beve-org/beve-go/internal/surface"
)

// TestSurface holds what each package exports to the files of folder api: nothing that users can
// call comes, goes or changes unseen.
func TestSurface(t *testing.T) { surface.Hold(t, "api") }
