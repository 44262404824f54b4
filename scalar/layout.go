// The order of the elements of a matrix.

package scalar

// Layout says which extent of a matrix varies slowest.
type Layout uint8

// The layouts, by the names of the JSON form.
const (
	RowMajor    Layout = 0 // layout_right: the last extent varies fastest
	ColumnMajor Layout = 1 // layout_left: the first extent varies fastest
)

// String returns the name of the JSON form: "layout_right" or "layout_left".
func (l Layout) String() string {
	if l == ColumnMajor {
		return "layout_left"
	}
	return "layout_right"
}
