package beve

import "github.com/beve-org/beve-go/internal/engine"

// EncodeOptions are the choices of encoding; the zero value is what Marshal uses. Its
// methods Marshal, Append and MarshalZeroCopy do the work. The fields are described at
// [engine.EncodeOptions].
type EncodeOptions = engine.EncodeOptions

// DecodeOptions are the choices of decoding; the zero value is what Unmarshal uses. Its
// method Unmarshal does the work. The fields are described at [engine.DecodeOptions].
type DecodeOptions = engine.DecodeOptions

// Limits bounds what one message may cost a reader, whatever its bytes claim. MaxDepth
// is the number of levels that values nest, 512 unless it is set and 100,000 at most;
// MaxElements that of members and elements, 2^28 unless it is set, of which numbers and
// booleans in typed arrays are none; MaxBytes the size, 1 GiB in a stream unless it is
// set, and for a message in memory only if it is set.
type Limits = engine.Limits

// TimeFormat says how a time.Time is written; every format is read always.
type TimeFormat = engine.TimeFormat

// The formats of time.
const (
	// TimeRFC3339 writes a string, the default.
	TimeRFC3339 = engine.TimeRFC3339
	// TimeUnixNano writes a signed integer of nanoseconds since 1970.
	TimeUnixNano = engine.TimeUnixNano
	// TimeDraft writes the draft extension 4.
	TimeDraft = engine.TimeDraft
)

// SetStructTag chooses the struct tag that names members by default, for the
// whole process; "json" is the fallback for fields without it. At first, and for
// the empty name, it is "beve". It is safe at any time.
func SetStructTag(name string) { engine.SetStructTag(name) }

// GetStructTag returns the struct tag that SetStructTag chose.
func GetStructTag() string { return engine.GetStructTag() }
