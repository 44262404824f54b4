package typeset

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Form is how a value of a union says which case it is.
type Form uint8

// The forms, on the example of a circle of radius 1.
const (
	External Form = iota // {"circle":{"r":1}}
	Internal             // {"type":"circle","r":1}
	Adjacent             // {"type":"circle","value":{"r":1}}
	Untagged             // {"r":1}
)

// A Union is a type whose values are one of several cases: an interface, or a struct of pointers of which
// one is set. It does not change once it is made.
type Union struct {
	Type reflect.Type
	Form
	// Tag is the name of the member that holds the id, Content of the one that holds the value.
	Tag, Content string
	// NotNil says that there is always a case: null is an error in both directions.
	NotNil bool
	// Cases are the cases in the order of their declaration. If there is a case for values with an id that
	// no other has, it is the last.
	Cases []*Case
	Other *Case

	byType map[reflect.Type]*Case
	byID   map[string]*Case
	byInt  map[int64]*Case
	// load returns what the interface at p holds, and store makes it hold v.
	load  func(p mem.Pointer) any
	store func(p mem.Pointer, v any)
}

// A Case is one of the types that a union holds.
type Case struct {
	// Index is its place among the cases.
	Index int
	// Type is what the interface holds, or the field of the struct: T or *T. Elem is T, which a codec writes
	// and reads.
	Type, Elem reflect.Type
	// ID is how the case is called on the wire. If IsInt is set it is the decimal form of Int, and the
	// number is written.
	ID    string
	Int   int64
	IsInt bool
	// Number is the number of the case where cases have numbers, or -1.
	Number int
	// Unit says that the id is all there is.
	Unit bool

	pointer bool
	at      uintptr // of the field in the struct
	boxes   sync.Pool
	// load copies v, a T, into the box, and wrap returns what is in it; for a *T, wrap returns the pointer itself.
	load func(v any, box mem.Pointer)
	wrap func(at mem.Pointer) any
	// clear makes the box zero.
	clear func(box mem.Pointer)
}

// A box is a variable that holds the value of a case, for as long as it is written or read.
type box struct {
	at  mem.Pointer
	val reflect.Value
}

// newCase returns a case for T or *T, which reflection looks at.
func newCase(t reflect.Type) *Case {
	c := &Case{Type: t, Elem: t, Number: -1}
	if c.pointer = t.Kind() == reflect.Pointer; c.pointer {
		c.Elem = t.Elem()
	}
	c.boxes.New = func() any {
		v := reflect.New(c.Elem)
		return &box{at: mem.From(v.UnsafePointer()), val: v.Elem()}
	}
	return c
}

// Held is a case, and where its value lies. It is given back by Release.
type Held struct {
	Case *Case // nil: the union is nil
	At   mem.Pointer
	box  *box
}

// Held returns which case the variable at p holds.
func (u *Union) Held(p mem.Pointer) (h Held, err error) {
	if u.load == nil {
		return u.heldField(p)
	}
	v := u.load(p)
	if v == nil {
		return h, nil
	}
	t := reflect.TypeOf(v)
	c := u.caseOf(t)
	if c == nil {
		return h, fault.NotACase(t.String(), u.Type.String()+u.list())
	}
	if c.pointer {
		if h.At = mem.From(reflect.ValueOf(v).UnsafePointer()); h.At.IsNil() {
			return Held{}, nil
		}
		h.Case = c
		return h, nil
	}
	h.box = c.boxes.Get().(*box)
	h.Case, h.At = c, h.box.at
	if c.load != nil {
		c.load(v, h.At)
	} else {
		h.box.val.Set(reflect.ValueOf(v))
	}
	return h, nil
}

// fewCases is how many cases are looked through one by one.
const fewCases = 8

func (u *Union) caseOf(t reflect.Type) *Case {
	if len(u.Cases) <= fewCases {
		for _, c := range u.Cases {
			if c.Type == t {
				return c
			}
		}
		return nil
	}
	return u.byType[t]
}

// heldField is Held for a struct of pointers.
func (u *Union) heldField(p mem.Pointer) (h Held, err error) {
	for _, c := range u.Cases {
		q := mem.Elem(p.Add(c.at))
		switch {
		case q.IsNil():
		case h.Case != nil:
			return Held{}, fault.BothSet(h.Case.ID, c.ID)
		default:
			h.Case, h.At = c, q
		}
	}
	return h, nil
}

// Release gives the memory of h back, if the value was copied.
func (h *Held) Release() {
	if h.box != nil {
		h.Case.empty(h.box)
		h.Case.boxes.Put(h.box)
		h.box = nil
	}
}

// empty lets the box b hold nothing of the user's.
func (c *Case) empty(b *box) {
	if c.clear != nil {
		c.clear(b.at)
		return
	}
	b.val.SetZero()
}

// New returns a variable for a value of c, which is zero.
func (u *Union) New(c *Case) Held {
	if c.pointer {
		return Held{Case: c, At: mem.From(reflect.New(c.Elem).UnsafePointer())}
	}
	b := c.boxes.Get().(*box)
	return Held{Case: c, At: b.at, box: b}
}

// Store makes the variable at p hold h, and releases h.
func (u *Union) Store(p mem.Pointer, h Held) {
	switch {
	case u.load == nil:
		u.Clear(p)
		mem.SetElem(p.Add(h.Case.at), h.At)
		return
	case h.Case.wrap != nil:
		u.store(p, h.Case.wrap(h.At))
	case h.box == nil:
		u.store(p, reflect.NewAt(h.Case.Elem, h.At.Unsafe()).Interface())
	default:
		u.store(p, h.box.val.Interface())
	}
	h.Release()
}

// Copy returns a new variable with the value of the one at p, for Restore.
func (u *Union) Copy(p mem.Pointer) any {
	v := reflect.New(u.Type)
	v.Elem().Set(reflect.NewAt(u.Type, p.Unsafe()).Elem())
	return v
}

// Restore makes the variable at p hold what Copy has returned.
func (u *Union) Restore(p mem.Pointer, kept any) {
	reflect.NewAt(u.Type, p.Unsafe()).Elem().Set(kept.(reflect.Value).Elem())
}

// Clear makes the variable at p nil.
func (u *Union) Clear(p mem.Pointer) { reflect.NewAt(u.Type, p.Unsafe()).Elem().SetZero() }

// Find returns the case with the id, or nil.
func (u *Union) Find(id []byte) *Case {
	if len(u.Cases) <= fewCases {
		for _, c := range u.Cases {
			if c.ID == string(id) && !c.IsInt && c != u.Other {
				return c
			}
		}
		return nil
	}
	return u.byID[string(id)]
}

// FindInt returns the case with the number for its id, or nil.
func (u *Union) FindInt(id int64) *Case { return u.byInt[id] }

// FindNumber returns the case with the number, or nil.
func (u *Union) FindNumber(n int) *Case {
	for _, c := range u.Cases {
		if c.Number == n && n >= 0 {
			return c
		}
	}
	return nil
}

// Unknown says that id is not one of the ids.
func (u *Union) Unknown(id string) error {
	return fault.Because(fault.ErrMismatch, fault.QuoteShort(id)+" is not a case of "+u.Type.String()+u.list())
}

// Missing says that there is no id.
func (u *Union) Missing() error {
	return fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(u.Tag)+" says which case of "+u.Type.String()+" it is"+u.list())
}

// Twice says that the member called name came again.
func (u *Union) Twice(name string) error {
	return fault.Because(fault.ErrDuplicate, "member "+fault.QuoteShort(name)+" of a "+u.Type.String()+" comes twice")
}

// Nil says that there is no case, where there must be one.
func (u *Union) Nil() error {
	return fault.NoCase(u.Type.String() + u.list())
}

// Crowd says that there are n members, where the id is the name of the only one.
func (u *Union) Crowd(n int) error {
	return fault.Because(fault.ErrMismatch, "object of "+strconv.Itoa(n)+" members, where the id is the name of the only one"+u.list())
}

// ErrID says that what stands for an id is none.
var ErrID = fault.Because(fault.ErrMismatch, "an id is a text or an integer")

// Shapeless says that a value has the shape of no case.
func (u *Union) Shapeless() error {
	return fault.Because(fault.ErrMismatch, "the value has the shape of no case of "+u.Type.String()+u.list())
}

// maxListed is how many ids an error lists.
const maxListed = 20

// list returns the ids, for errors.
func (u *Union) list() string {
	return u.listed(func(c *Case) string {
		switch {
		case u.Form == Untagged:
			return c.Type.String()
		case c.IsInt:
			return strconv.FormatInt(c.Int, 10)
		}
		return fault.QuoteShort(c.ID)
	})
}

// listed returns the cases as show shows them, for errors.
func (u *Union) listed(show func(c *Case) string) string {
	shown := make([]string, 0, len(u.Cases))
	for _, c := range u.Cases {
		if c != u.Other {
			shown = append(shown, show(c))
		}
	}
	return List(shown)
}

// List returns what errors say of the cases of a union, which are shown so.
func List(cases []string) string {
	var b strings.Builder
	for i, text := range cases {
		if i == 0 {
			b.WriteString("; there are ")
		} else {
			b.WriteString(", ")
		}
		if i == maxListed {
			fmt.Fprintf(&b, "… (%d in all)", len(cases))
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// UnknownNumber says that n is not the number of a case, where cases have numbers.
func (u *Union) UnknownNumber(n int64) error {
	return fault.UnknownNumber(n, u.Type.String()+u.listed(func(c *Case) string { return Numbered(c.Number, c.ID) }))
}

// Numbered shows a case where cases have numbers.
func Numbered(n int, id string) string { return strconv.Itoa(n) + " " + fault.QuoteShort(id) }
