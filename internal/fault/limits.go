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
	// typed arrays do not count: they cost no more than the bytes they stand in,
	// or eight times that. Booleans count where each becomes a value of its own:
	// in []any, and wherever the target is not a []bool.
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
	elements int64
	repeated int64
	depth    int32 // at most MaxMaxDepth
	typeTags bool
	noTags   bool
	unused   bool
}

// Repeat accounts for n bytes of names of a table, in a message of size bytes, that
// a reader is about to write, or to look up, once for each of that many rows. A short
// message can claim a long name for a million rows; what readers make of that must stay
// in proportion, so it reports false beyond 32 times the size and a quarter of a megabyte: with what
// the values take, and what growing takes, a result stays within 64 times. A reader that does not know the size
// yet counts what it has read.
func (b *Budget) Repeat(n, rows int, size int64) bool {
	b.repeated += int64(n) * int64(rows) // both are counted in bytes of the message
	return b.repeated <= RepeatMost(size)
}

// RepeatMost is how many bytes of names Repeat admits in a message of size bytes.
func RepeatMost(size int64) int64 { return 1<<18 + 32*size }

// RepeatLeft returns how many more bytes of names Repeat admits.
func (b *Budget) RepeatLeft(size int64) int64 { return RepeatMost(size) - b.repeated }

// ReadTypeTags makes the header that a table shares with a version 1 type tag a type
// tag always for the reader that has this budget; otherwise what follows it decides.
// It is here because every reader has a budget, and passes it on.
func (b *Budget) ReadTypeTags(on bool) { b.typeTags = on }

// RefuseTypeTags makes type tags an error for the reader that has this budget: it
// checks bytes before they are written, and type tags never are.
func (b *Budget) RefuseTypeTags() { b.noTags = true }

// NoTypeTags reports whether RefuseTypeTags was called.
func (b *Budget) NoTypeTags() bool { return b.noTags }

// RejectUnusedBits makes set bits after the last element of a boolean array an error.
func (b *Budget) RejectUnusedBits(on bool) { b.unused = on }

// UnusedBits reports what RejectUnusedBits chose.
func (b *Budget) UnusedBits() bool { return b.unused }

// TypeTags reports what ReadTypeTags chose.
func (b *Budget) TypeTags() bool { return b.typeTags }

// Budget returns the full budget of l for one message.
func (l Limits) Budget() Budget {
	b := Budget{depth: int32(Depth(l.MaxDepth)), elements: l.MaxElements}
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

// Count takes n elements that have no level of their own: packed booleans that become
// values, which are more than the eighth of a byte.
func (b *Budget) Count(n int) bool {
	b.elements -= int64(n)
	return b.elements >= 0
}

// EnterTable is Enter for a table: once for its rows, as for an array, and once
// for the fields of all of them, as for the objects in it. A table without rows
// need not be entered.
func (b *Budget) EnterTable(rows, fields int) bool { return b.Enter(rows) && b.Enter(rows*fields) }

// LeaveTable gives both levels back.
func (b *Budget) LeaveTable() { b.depth += 2 }

// LeaveRow gives a row of a table, of that many fields, back to a reader that will
// enter it as the object that it stands for; EnterRow ends that.
func (b *Budget) LeaveRow(fields int) {
	b.depth++
	b.elements += int64(fields)
}

// EnterRow takes back the level that LeaveRow gave.
func (b *Budget) EnterRow() { b.depth-- }

// A Spending is what reading a value has taken of a Budget.
type Spending struct{ elements, repeated int64 }

// Spent returns what was taken of a budget between two states of it.
func Spent(before, after Budget) Spending {
	return Spending{before.elements - after.elements, after.repeated - before.repeated}
}

// Again takes the same of b, for a value that is there and not read again. It reports false where that is not left.
func (s Spending) Again(b *Budget) bool {
	b.elements -= s.elements
	b.repeated += s.repeated
	return b.elements >= 0
}

// Leave gives the level back. Elements stay charged: they count per message.
func (b *Budget) Leave() { b.depth++ }

// Left returns how many more levels can be entered.
func (b *Budget) Left() int { return int(max(b.depth-1, 0)) }

// Err returns the cause after Enter reported false.
func (b *Budget) Err() error {
	if b.depth <= 0 {
		return ErrDepth
	}
	if b.elements >= 0 {
		return Because(ErrLimit, "the names of a table are out of proportion to its message")
	}
	return Because(ErrLimit, "more elements than Limits.MaxElements")
}
