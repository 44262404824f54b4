package cost

import (
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// Timed reports whether the time that a test takes is that of a release: a detector of
// races, checks of pointers and bounds, counters of coverage, emulators and registers that are
// few and narrow slow down some things much more than others.
func Timed() bool {
	if Slowed || testkit.Emulated || math.MaxInt == math.MaxInt32 || testing.CoverMode() != "" {
		return false
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return true
	}
	for _, s := range info.Settings {
		if s.Key == "-gcflags" && strings.Contains(s.Value, "checkptr") {
			return false
		}
	}
	return true
}
