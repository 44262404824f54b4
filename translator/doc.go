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
// The text must be RFC 8259 to the letter. What cannot be carried is an error
// and never an approximation: integers beyond 128 bits, floats beyond float64,
// bytes that are not UTF-8. Two things are read as every JSON library reads
// them: decimal fractions are rounded to the nearest float64, and a \u escape of
// half a surrogate pair is U+FFFD.
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
//	timestamp                    RFC 3339 in UTC, or {"ns":n} by Options.TimeNanos
//	framing header, delimiter    nothing; in a stream, a value ends its line
//
// binary128 numbers are the one valid thing that is refused, as unsupported.
// JSON says less than BEVE, so a message that went through JSON has the same
// values but may have other widths and array forms.
//
// # Limits and errors
//
// Input is read in one pass in time and memory proportional to it, under
// [Limits]. A failure is a [*DecodeError] with the byte offset, from the start of
// the stream for [Transcode], and the JSON Pointer of the value; errors.Is tells
// the causes apart. Results never alias their input.
package translator
