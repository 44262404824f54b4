// Package translator turns JSON text into BEVE and BEVE into JSON text, byte to
// byte: no Go values are built between, so nothing that either side can say is
// lost to a map or a float64.
//
//	message, err := translator.FromJSON([]byte(`{"id": 7, "samples": [1.5, 2.5]}`))
//	if err != nil {
//		return err
//	}
//	text, err := translator.ToJSON(message)
//	// text is {"id":7,"samples":[1.5,2.5]}
//
// # From JSON
//
//	JSON                                  BEVE
//	null, true, false                     null, boolean
//	integer, not negative                 unsigned, narrowest width up to 128 bits
//	integer, negative                     signed, narrowest width up to 128 bits
//	number with fraction or exponent, -0  float64
//	string                                string
//	object                                object with string keys, order and duplicates kept
//	array                                 generic array, or with Options.TypedArrays a typed one
//
// With Options.Extended, what the table below prints for a timestamp with its zone,
// a duration, a UUID, an interval, a regular expression or a matrix becomes that
// value again, if it would print as the same characters.
//
// The text must be RFC 8259 to the letter. A value that cannot be represented is an error,
// never an approximation: integers beyond 128 bits, floats beyond float64 or too
// small for it, bytes that are not UTF-8. Two things are read as every JSON library
// reads them: a number with a fraction or an exponent and up to 17 significant digits,
// which is what floats are printed with, is the nearest float64; and a \u escape of
// half a surrogate pair is U+FFFD. A number with more digits must be its float64 printed
// with that many digits; any other, such as 0.1000000000000000000001, is an error.
//
// # To JSON
//
//	BEVE                         JSON
//	integers of every width      exact decimal digits
//	float64                      shortest decimal that reads back as the same float64
//	float32, float16, bfloat16   shortest decimal that reads back as the same float32
//	NaN, infinities              null, or an error by Options.NonFiniteError
//	object with integer keys     object whose keys are decimal strings
//	arrays of every form         array
//	complex number, array        [re,im], [[re,im],…]
//	matrix                       {"layout":…,"extents":[…],"value":[…]}
//	type tag of version 1        {"index":n,"value":…}
//	timestamp                    RFC 3339; those of the draft in UTC, or {"ns":n} by Options.TimeNanos
//	duration                     ISO 8601 in hours, minutes and seconds, PT1H30M
//	interval                     {"start":…,"end":…}
//	UUID                         its text, in lower case
//	regular expression           {"pattern":…,"flags":"im"}
//	table, indexed object        array of objects, object
//	framing header, delimiter    nothing; in a stream, a value ends its line
//
// Two valid things are refused: binary128 numbers, as unsupported, and times outside of the years 0 to
// 9999, which RFC 3339 does not have.
// JSON says less than BEVE, so a message that went through JSON has the same
// values but may have other widths and array forms.
//
// # Many documents
//
// The functions of the package return memory of the caller's own, as large as it has
// to be. A [DirectTranslate] keeps its memory from one document to the next, and then
// allocates nothing; AppendBEVE and AppendJSON write into the caller's.
//
// # Streams
//
// [Transcode] translates lines of JSON, or JSON values one after another, to a stream
// of BEVE with delimiters, and back. It holds one value at a time. A value of a
// megabyte and more is not held either, where that can be done:
//
//   - BEVE to JSON, objects and arrays are opened and printed piece by piece,
//     numeric ones too. A text, a matrix, complex numbers, aligned arrays, times, a
//     table and an indexed object are pieces, and held.
//   - JSON to BEVE needs the number of elements before the first, so the source has to
//     be read twice: one that is an [io.Seeker], as a file is, is counted through and
//     then translated piece by piece. From other sources, and with Options.Extended,
//     the value is held.
//
// The bytes are the same either way. Only a failure in the middle of such a value
// differs: the part before it has been written by then.
//
// # Limits and errors
//
// Input in memory is read in one pass, in time and memory proportional to it, under
// [Limits]; that text is UTF-8 is checked once for all of it. A failure is a
// [*DecodeError] with the byte offset, from the start of the stream for [Transcode],
// and the JSON Pointer of the value; errors.Is tells the causes apart. Results never
// alias their input.
package translator
