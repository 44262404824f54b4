// The list of payloads, which everything else walks.

package payload

import "fmt"

// A Case is one payload.
type Case struct {
	// Name is what results call it.
	Name string
	// Value is a pointer to the value that is encoded.
	Value any
	// New returns a pointer to a new zero value of the same type.
	New func() any
	// Loose says that the value has no type that tells a decoder which numbers
	// and slices to make, so that any that hold the same are equal.
	Loose bool
}

// Check returns an error that says where got, a pointer, differs from the value.
func (c *Case) Check(got any) error {
	if got == nil {
		return fmt.Errorf("%s: nothing was decoded", c.Name)
	}
	if err := diff(c.Value, got, c.Loose); err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	return nil
}

func caseOf[T any](name string, v *T) *Case {
	return &Case{Name: name, Value: v, New: func() any { return new(T) }}
}

// Names of the payloads that other packages look up.
const (
	NameLarge   = "large"
	NameRows    = "rows"
	NameDynamic = "dynamic"
)

var all = func() []*Case {
	loose := caseOf(NameDynamic, dynamic())
	loose.Loose = true
	return []*Case{
		caseOf("small", small()),
		caseOf("person", person()),
		caseOf("medium", order()),
		caseOf(NameLarge, large()),
		caseOf(NameRows, table()),
		loose,
		caseOf("strings", texts()),
		caseOf("bools", bools()),
		caseOf("float64s", float64s()),
		caseOf("float32s", float32s()),
		caseOf("uint16s", uint16s()),
		caseOf("int32s", int32s()),
		caseOf("complex128s", complexes()),
		caseOf("matrix", matrix()),
	}
}()

// All returns the payloads in the order of reports. They are shared: nobody
// changes them.
func All() []*Case { return all }

// Find returns the payload of that name, which must exist.
func Find(name string) *Case {
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	panic("no payload is named " + name)
}
