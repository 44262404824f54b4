package parquetfile

// This file writes schemas: each node by the logical type that it has, and by the converted
// type that stood for it before there were logical ones.

// The numbers of repetitions.
const (
	required = 0
	optional = 1
	repeated = 2
)

// elements appends what writes n, which is depth below the root, and what is below it.
func (n *Node) elements(list []func(m *message), depth int) []func(m *message) {
	repetition := int32(required)
	if n.Optional {
		repetition = optional
	}
	group := func(name string, repetition int32, children int, converted, logical int) {
		list = append(list, func(m *message) {
			if depth > 0 {
				m.int32(3, repetition)
			}
			m.text(4, name)
			m.int32(5, int32(children))
			if logical > 0 {
				m.int32(6, int32(converted))
				m.in(10, func() { m.empty(logical) })
			}
		})
	}
	name, children := n.Name, n.Children
	if depth == 0 {
		name = "schema"
	}
	switch n.Type {
	case Group:
		group(name, repetition, len(children), 0, 0)
	case List:
		group(name, repetition, 1, 3, 3)
		group("list", repeated, 1, 0, 0)
	case Map:
		children = children[0].Children
		group(name, repetition, 1, 1, 2)
		group("key_value", repeated, len(children), 0, 0)
	default:
		return append(list, func(m *message) { n.leafElement(m, repetition) })
	}
	for _, child := range children {
		list = child.elements(list, depth+1)
	}
	return list
}

func (n *Node) leafElement(m *message, repetition int32) {
	m.int32(1, n.physical)
	if n.physical == PhysicalFixed {
		m.int32(2, int32(n.Length))
	}
	m.int32(3, repetition)
	m.text(4, n.Name)
	if c := n.converted(); c >= 0 {
		m.int32(6, c)
	}
	if n.Type == Decimal {
		m.int32(7, int32(n.Scale))
		m.int32(8, int32(n.Precision))
	}
	if id := n.logical(); id > 0 {
		m.in(10, func() { m.in(id, func() { n.parameters(m) }) })
	}
}

// converted returns the converted type of a leaf, or -1.
func (n *Node) converted() int32 {
	log := map[int]int32{8: 0, 16: 1, 32: 2, 64: 3}[n.Bits]
	switch n.Type {
	case Text:
		return 0
	case Enum:
		return 4
	case Decimal:
		return 5
	case Date:
		return 6
	case TimeOfDay, Timestamp: // instants alone, and no nanoseconds
		switch {
		case !n.UTC || n.Unit == Nanosecond:
		case n.Type == TimeOfDay:
			return 6 + int32(n.Unit)
		default:
			return 8 + int32(n.Unit)
		}
	case Uint:
		return 11 + log
	case Int:
		return 15 + log
	case JSON:
		return 19
	case BSON:
		return 20
	case Interval:
		return 21
	}
	return -1
}

// logical returns the number of the logical type of a leaf, or 0.
func (n *Node) logical() int {
	switch n.Type {
	case Int, Uint:
		return logicalInteger
	case Decimal:
		return logicalDecimal
	case TimeOfDay:
		return logicalTime
	case Timestamp:
		return logicalTimestamp
	}
	return map[Type]int{Text: 1, Enum: 4, Date: 6, Null: 11, JSON: 12, BSON: 13, UUID: 14, Float16: 15}[n.Type]
}

// parameters writes those of the logical type.
func (n *Node) parameters(m *message) {
	switch n.Type {
	case Int, Uint:
		m.int8(1, int8(n.Bits))
		m.bool(2, n.Type == Int)
	case Decimal:
		m.int32(1, int32(n.Scale))
		m.int32(2, int32(n.Precision))
	case TimeOfDay, Timestamp:
		m.bool(1, n.UTC)
		m.in(2, func() { m.empty(int(n.Unit)) })
	}
}
