// The choices beyond those of encoding/json, under the names of segmentio's package.

package json

// AppendFlags choose how [Append] writes.
type AppendFlags uint32

// The flags of writing.
const (
	// EscapeHTML escapes <, > and & in strings.
	EscapeHTML AppendFlags = 1 << iota
	// SortMapKeys writes the members of maps in the order of their keys.
	SortMapKeys
	// TrustRawMessage copies a RawMessage as it is, unchecked.
	TrustRawMessage
	// FormatDurations writes a time.Duration as the text of its method String, "1m30s", as
	// segmentio's package does, and not as the number of its nanoseconds. Keys of maps
	// stay numbers, and types that are defined as time.Duration are.
	FormatDurations
)

// ParseFlags choose how [Parse] reads. Numbers in an interface are float64 without
// one of the Use flags; of several, UseUint64 comes first, then UseInt64,
// UseBigInt and UseNumber.
type ParseFlags uint32

// The flags of reading.
const (
	// DisallowUnknownFields makes a member that no field of a struct takes an error.
	DisallowUnknownFields ParseFlags = 1 << iota
	// UseNumber decodes a number into an interface as a Number.
	UseNumber
	// DontCopyString lets strings point into the input.
	DontCopyString
	// DontCopyNumber lets a Number point into the input.
	DontCopyNumber
	// DontCopyRawMessage lets a RawMessage point into the input.
	DontCopyRawMessage
	// DontMatchCaseInsensitiveStructFields matches names of fields exactly only.
	DontMatchCaseInsensitiveStructFields
	// UseBigInt decodes an integer into an interface as a *big.Int, if it has no more
	// than 10,000 digits.
	UseBigInt
	// UseInt64 decodes an integer that fits into an interface as an int64.
	UseInt64
	// UseUint64 decodes an integer that fits into an interface as a uint64.
	UseUint64
	// ParseDurations takes what time.ParseDuration does for a time.Duration, "1m30s", beside
	// the number of its nanoseconds.
	ParseDurations

	// What DecodeOptions ask for beyond encoding/json.
	rejectDuplicates ParseFlags = 1 << 29
	requireAll       ParseFlags = 1 << 30
	strict           ParseFlags = 1 << 31
	// checked is all of that.
	checked = rejectDuplicates | requireAll | strict

	// ZeroCopy is the three DontCopy flags: what is decoded points into the input,
	// which must not change while it lives.
	ZeroCopy = DontCopyString | DontCopyNumber | DontCopyRawMessage
)
