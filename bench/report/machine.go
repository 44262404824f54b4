// The machine that a run was on.

package report

import (
	"os"
	"runtime"
	"strings"
)

// Processor returns the name of the processor where the system tells it.
func Processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}
