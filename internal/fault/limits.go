package fault

// Default limits: what a zero field of [Limits] means.
const (
	DefaultMaxDepth    = 512
	DefaultMaxElements = 1 << 28
	DefaultMaxBytes    = 1 << 30
)

// MaxMaxDepth is the most that Limits.MaxDepth can be raised to; more counts as
// this. Readers recurse, and a goroutine's stack is sure to hold this many levels.
const MaxMaxDepth = 100_000

// Limits bounds what one message may cost, whatever its bytes claim. They hold
// in every reader: decode, skip, validate, view, translate. Zero means the
// default; every limit can be raised.
type Limits struct {
	// MaxDepth is the number of nesting levels; the root value is level 1, and a
	// member, element, type-tag payload or matrix part is one level deeper than
	// what holds it. Default 512; at most 100,000.
	MaxDepth int
	// MaxElements is the number of members, generic elements and string-array
	// elements of one message, all levels together. Numbers and booleans of
	// typed arrays do not count: they cost no more than the bytes they stand in.
	// Default 2^28.
	MaxElements int64
	// MaxBytes is the size of one message. For a message read from a stream the
	// default is 1 GiB, the most that a decoder will buffer; a message that is
	// in memory already is bounded only if MaxBytes is set.
	MaxBytes int64
}

// Budget is what is left of a message's limits while it is read. Enter and Leave
// are the one pair of functions through which every reader descends.
type Budget struct {
	depth    int
	elements int64
}

// Budget returns the full budget of l for one message.
func (l Limits) Budget() Budget {
	b := Budget{depth: Depth(l.MaxDepth), elements: l.MaxElements}
	if b.elements <= 0 {
		b.elements = DefaultMaxElements
	}
	return b
}

// Depth returns the number of levels that a MaxDepth stands for.
func Depth(max int) int {
	if max <= 0 {
		return DefaultMaxDepth
	}
	return min(max, MaxMaxDepth)
}

// StreamBytes returns the most bytes that a stream may buffer for one message.
func (l Limits) StreamBytes() int64 {
	if l.MaxBytes <= 0 {
		return DefaultMaxBytes
	}
	return l.MaxBytes
}

// Admits reports whether a message of n bytes that is already in memory is
// within MaxBytes.
func (l Limits) Admits(n int) bool { return l.MaxBytes <= 0 || int64(n) <= l.MaxBytes }

// Enter takes n children and one level; it reports false when either is used
// up, and then Err says which. A container without children need not be entered.
func (b *Budget) Enter(n int) bool {
	b.depth--
	b.elements -= int64(n)
	return b.depth > 0 && b.elements >= 0
}

// Leave gives the level back. Elements stay spent: they count per message.
func (b *Budget) Leave() { b.depth++ }

// Err returns the cause after Enter reported false.
func (b *Budget) Err() error {
	if b.depth <= 0 {
		return ErrDepth
	}
	return Because(ErrLimit, "more elements than Limits.MaxElements")
}
