package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/replace"
)

// This file writes generated files, or shows how the existing ones differ from them.

// ErrStale says that a file is not what would be generated.
var ErrStale = errors.New("generated files are stale")

// Write makes the file at path hold text. A file that does is not touched, and one that does not appears whole.
// Pipes and devices are written to.
func Write(path string, text []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			return nil
		}
	}
	return replace.Write(path, text, false)
}

// Check compares the file at path with text. Where they differ it returns [ErrStale] and the difference, to be shown.
func Check(path string, text []byte) (diff string, err error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a file that could be compared", path)
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err == nil && bytes.Equal(old, text) {
		return "", nil
	}
	return Diff(path, string(old), string(text)), ErrStale
}

// Diff returns how the lines of want differ from those of have, in the unified form.
func Diff(name, have, want string) string {
	a, b := lines(have), lines(want)
	// What is the same at both ends is left out before lines are matched, except for a little context.
	const context = 3
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	from := max(0, head-context)
	endA, endB := min(len(a), len(a)-tail+context), min(len(b), len(b)-tail+context)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s (as it is)\n+++ %s (as generated)\n@@ -%d,%d +%d,%d @@\n", name, name, from+1, endA-from, from+1, endB-from)
	for _, line := range a[from:head] {
		out.WriteString(" " + line + "\n")
	}
	diffLines(&out, a[head:len(a)-tail], b[head:len(b)-tail])
	for _, line := range a[len(a)-tail : endA] {
		out.WriteString(" " + line + "\n")
	}
	return out.String()
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// maxCompared bounds the table in which lines are matched; longer texts are shown as one replacing the other.
const maxCompared = 1 << 22

// diffLines writes the lines of a and b by their longest common subsequence.
func diffLines(out *strings.Builder, a, b []string) {
	n, m := len(a), len(b)
	common := make([]int32, 0)
	if n*m <= maxCompared {
		common = make([]int32, (n+1)*(m+1))
		for i := n - 1; i >= 0; i-- {
			for j := m - 1; j >= 0; j-- {
				c := &common[i*(m+1)+j]
				if a[i] == b[j] {
					*c = common[(i+1)*(m+1)+j+1] + 1
				} else {
					*c = max(common[(i+1)*(m+1)+j], common[i*(m+1)+j+1])
				}
			}
		}
	}
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case len(common) > 0 && i < n && j < m && a[i] == b[j]:
			out.WriteString(" " + a[i] + "\n")
			i, j = i+1, j+1
		case i < n && (j == m || len(common) == 0 || common[(i+1)*(m+1)+j] >= common[i*(m+1)+j+1]):
			out.WriteString("-" + a[i] + "\n")
			i++
		default:
			out.WriteString("+" + b[j] + "\n")
			j++
		}
	}
}
