package gen

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file has the errors of a generator, which say where in the source the reason is.

// Error is one reason why code cannot be generated.
type Error struct {
	Pos token.Position
	Msg string
}

// Error formats as "file:line:column: message", the file relative to the working directory where that is shorter.
func (e *Error) Error() string {
	pos := e.Pos
	if !pos.IsValid() {
		return e.Msg // about no place in the source
	}
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, pos.Filename); err == nil && len(rel) < len(pos.Filename) {
			pos.Filename = rel
		}
	}
	return pos.String() + ": " + e.Msg
}

// Errors collects errors, so that one run shows all of them.
type Errors []*Error

// Add adds an error at a position of the package.
func (l *Errors) Add(p *Package, pos token.Pos, format string, args ...any) {
	*l = append(*l, &Error{p.Fset.Position(pos), fmt.Sprintf(format, args...)})
}

// Err returns nil if there are none. They are in the order of the source, and none is there twice.
func (l Errors) Err() error {
	if len(l) == 0 {
		return nil
	}
	slices.SortStableFunc(l, func(a, b *Error) int {
		if c := strings.Compare(a.Pos.Filename, b.Pos.Filename); c != 0 {
			return c
		}
		return a.Pos.Offset - b.Pos.Offset
	})
	return slices.CompactFunc(l, func(a, b *Error) bool { return *a == *b })
}

// Error has one line for each error.
func (l Errors) Error() string {
	var lines []string
	for _, e := range l {
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}
