package parquetfile

import (
	"strings"
)

// This file says what the values of a leaf are.

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// leaf sets the type of a node that has values.
func (n *Node) leaf(e schemaElement) error {
	n.Length = e.length
	switch e.physical {
	case PhysicalBool:
		n.Type, n.Length = Bool, 0
	case PhysicalInt32:
		n.Type, n.Bits, n.Length = Int, 32, 4
	case PhysicalInt64:
		n.Type, n.Bits, n.Length = Int, 64, 8
	case PhysicalInt96:
		n.Type, n.Unit, n.UTC, n.Length = Timestamp, Nanosecond, true, 12
	case PhysicalFloat:
		n.Type, n.Length = Float32, 4
	case PhysicalDouble:
		n.Type, n.Length = Float64, 8
	case PhysicalBytes:
		n.Type, n.Length = Bytes, 0
	case PhysicalFixed:
		n.Type = Bytes
		if n.Length < 1 {
			return malformed("column %q has values of %d bytes", n.Path, n.Length)
		}
	case -1:
		return malformed("group %q has no columns", n.Path)
	default:
		return malformed("column %q has physical type %d", n.Path, e.physical)
	}
	l := e.logical
	if l.id == 0 {
		l = converted(e)
	}
	return n.refine(l)
}

// converted returns the logical type that stands for a converted one.
func converted(e schemaElement) logical {
	integer := func(bits int, signed bool) logical { return logical{id: logicalInteger, bits: bits, signed: signed} }
	switch e.converted {
	case 0:
		return logical{id: 1}
	case 4:
		return logical{id: 4}
	case 5:
		return logical{id: logicalDecimal, scale: e.scale, precision: e.precision}
	case 6:
		return logical{id: 6}
	case 7, 8: // of milliseconds and microseconds, and instants
		return logical{id: logicalTime, unit: Unit(e.converted - 6), utc: true}
	case 9, 10:
		return logical{id: logicalTimestamp, unit: Unit(e.converted - 8), utc: true}
	case 11, 12, 13, 14:
		return integer(8<<(e.converted-11), false)
	case 15, 16, 17, 18:
		return integer(8<<(e.converted-15), true)
	case 19:
		return logical{id: 12}
	case 20:
		return logical{id: 13}
	case 21:
		return logical{id: intervalID}
	}
	return logical{}
}

// intervalID is beyond the numbers of logical types, of which intervals are none.
const intervalID = 1000

// refine narrows the type of a leaf to a logical one. What does not go with the physical
// type is malformed; logical types that are not known leave the physical one.
func (n *Node) refine(l logical) error {
	ok := true
	is := func(t Type, physical ...int32) {
		n.Type, ok = t, false
		for _, p := range physical {
			ok = ok || p == n.physical
		}
	}
	switch l.id {
	case 1:
		is(Text, PhysicalBytes)
	case 4:
		is(Enum, PhysicalBytes)
	case logicalDecimal:
		is(Decimal, PhysicalInt32, PhysicalInt64, PhysicalBytes, PhysicalFixed)
		n.Scale, n.Precision = int(l.scale), int(l.precision)
		// What is longer than any writer makes it would take long to print.
		ok = ok && l.scale >= 0 && l.precision > 0 && l.scale <= l.precision && l.precision <= 1000
	case 6:
		is(Date, PhysicalInt32)
	case logicalTime, logicalTimestamp:
		physical := int32(PhysicalInt64)
		if l.id == logicalTime {
			if l.unit == Millisecond {
				physical = PhysicalInt32
			}
			is(TimeOfDay, physical)
		} else {
			is(Timestamp, physical)
		}
		n.Unit, n.UTC = l.unit, l.utc
		ok = ok && l.unit >= Millisecond && l.unit <= Nanosecond
	case logicalInteger:
		physical := int32(PhysicalInt32)
		if l.bits == 64 {
			physical = PhysicalInt64
		}
		is(Uint, physical)
		if l.signed {
			n.Type = Int
		}
		n.Bits = l.bits
		ok = ok && (l.bits == 8 || l.bits == 16 || l.bits == 32 || l.bits == 64)
	case 11:
		n.Type = Null
		ok = n.Optional || n.Def > 0
	case 12:
		is(JSON, PhysicalBytes)
	case 13:
		is(BSON, PhysicalBytes)
	case 14:
		is(UUID, PhysicalFixed)
		ok = ok && n.Length == 16
	case 15:
		is(Float16, PhysicalFixed)
		ok = ok && n.Length == 2
	case intervalID:
		is(Interval, PhysicalFixed)
		ok = ok && n.Length == 12
	}
	if !ok {
		return malformed("the type of column %q does not go with how it is stored", n.Path)
	}
	return nil
}
