package cost

import (
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Shape is a way in which a document can be deep and long: where each level is passed over once for each
// of those around it, the document costs its length so many times.
type Shape struct {
	Name string
	// Make returns the JSON text of a document that has so many levels and about size bytes beside them, and the
	// path to a part of the innermost array, which is not alone there. Documents with different marks differ in all
	// places where a mark is.
	Make func(levels, size int, mark string) (text []byte, path fault.Pointer)
	// Repeats says that names are repeated, of which the last counts, or none where that is an error.
	Repeats bool
}

// Shapes returns the ways.
func Shapes() []Shape {
	return []Shape{
		{Name: "arrays around a long one", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, "[", "]", "/0", long(size, mark))
		}},
		{Name: "objects around a long array", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `{"k":`, "}", "/k", long(size, mark))
		}},
		{Name: "objects with numbers as names", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `{"1":`, `,"2":0}`, "/1", long(size, mark))
		}},
		{Name: "objects in arrays", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels/2, `[0,{"k":`, "},1]", "/1/k", long(size, mark))
		}},
		{Name: "text before each level", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `["`+strings.Repeat("t", size/levels)+`",`, "]", "/1", long(20, mark))
		}},
		{Name: "values that differ after each level", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `{"k":`, `,"`+strings.Repeat("n", size/levels)+`":"`+mark+`"}`, "/k", long(20, mark))
		}},
		{Name: "values that differ before each level", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `["`+mark+`",`, `,"`+strings.Repeat("t", size/levels)+`"]`, "/1", long(20, mark))
		}},
		{Name: "levels before a long text that differs", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, "[0,", `,"`+mark+`"]`, "/1", `["`+strings.Repeat("t", size)+mark+`",0]`)
		}},
		{Name: "levels that hide each other", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
			return around(levels, `{"k":{"k":0},"k":`, `}`, "/k", long(size, mark))
		}, Repeats: true},
	}
}

func around(levels int, open, end, segment, inner string) ([]byte, fault.Pointer) {
	text := strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
	return []byte(text), fault.Pointer(strings.Repeat(segment, levels) + "/0")
}

func long(size int, mark string) string {
	return `["` + mark + `"` + strings.Repeat(`,"x"`, size/4) + `,"` + mark + `"]`
}
