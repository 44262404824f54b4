package structs

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Path leads from a struct to a field of it, perhaps through embedded pointers.
type Path struct {
	// Hops are the embedded pointers on the way, outermost first.
	Hops []Hop
	// Off is the offset of the field in what the last hop points to, or in the struct
	// itself.
	Off uintptr
}

// A Hop is one embedded pointer on the way to a promoted field.
type Hop struct {
	Off  uintptr      // of the pointer, in what the hop before it points to
	Elem reflect.Type // what it points to
	// Locked says that the pointer is of an unexported type. Reflection may follow it
	// and not set it, so neither do we.
	Locked bool
}

// PathOf returns the path that an index of [reflect.Type.FieldByIndex] describes.
func PathOf(t reflect.Type, index []int) Path {
	var p Path
	for i, x := range index {
		f := t.Field(x)
		p.Off += f.Offset
		t = f.Type
		if i < len(index)-1 && t.Kind() == reflect.Pointer {
			p.Hops = append(p.Hops, Hop{Off: p.Off, Elem: t.Elem(), Locked: !f.IsExported()})
			p.Off, t = 0, t.Elem()
		}
	}
	return p
}

// Direct reports whether the field lies in the struct itself, at Off.
func (p *Path) Direct() bool { return len(p.Hops) == 0 }

// Follow returns the address of the field of the struct at from. ok is false where a
// pointer on the way is nil.
func (p *Path) Follow(from mem.Pointer) (field mem.Pointer, ok bool) {
	for i := range p.Hops {
		if from = mem.Elem(from.Add(p.Hops[i].Off)); from.IsNil() {
			return from, false
		}
	}
	return from.Add(p.Off), true
}

// Missing returns the first pointer on the way that is nil, or nil.
func (p *Path) Missing(from mem.Pointer) *Hop {
	for i := range p.Hops {
		if from = mem.Elem(from.Add(p.Hops[i].Off)); from.IsNil() {
			return &p.Hops[i]
		}
	}
	return nil
}

// Make returns the address of the field of the struct at from and makes what nil pointers
// on the way have to point to. pay is asked for the bytes of each before it is made. Where
// it refuses, or a pointer cannot be set, ok is false, and locked is that pointer.
func (p *Path) Make(from mem.Pointer, pay func(size int) bool) (field mem.Pointer, locked *Hop, ok bool) {
	for i := range p.Hops {
		h := &p.Hops[i]
		slot := from.Add(h.Off)
		if from = mem.Elem(slot); !from.IsNil() {
			continue
		}
		if h.Locked {
			return from, h, false
		}
		if !pay(int(h.Elem.Size())) {
			return from, nil, false
		}
		from = mem.From(reflect.New(h.Elem).UnsafePointer())
		mem.SetElem(slot, from)
	}
	return from.Add(p.Off), nil, true
}

// Err says that decoding cannot set the pointer.
func (h *Hop) Err() error {
	return fault.Because(fault.ErrUnsupported, "cannot set embedded pointer to unexported struct "+h.Elem.String())
}
