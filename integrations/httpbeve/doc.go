// Package httpbeve serves and asks for BEVE over HTTP, with JSON for those who do
// not know it. Client and server agree by Accept and Content-Type, so that one
// handler answers a browser, curl and a Go program.
//
// A handler that takes one value and gives another:
//
//	mux.Handle("POST /orders", httpbeve.Handle(func(r *http.Request, in Order) (Receipt, error) {
//		return accept(r.Context(), in)
//	}))
//
// The same by hand: [Decode], [Respond] and [Fail]. Many values, one by one, as
// they come: [Stream] and [Values]. A service that speaks JSON already gets BEVE
// without a change from [Middleware], and a client from [Transport]; both
// translate bytes to bytes. On the side that asks: [Get], [Post], [Do],
// [Receive].
//
// # What is agreed on
//
// A request body is application/beve, application/json or another type that ends
// in +json. A response is what Accept ranks highest; where it ranks both alike, a
// client that names application/beve gets it, and one that says */*, or nothing,
// gets JSON. Streams are application/beve-seq, delimited BEVE values, and
// application/x-ndjson, a JSON text a line.
//
// # One handler, two formats
//
// A body means the same to a handler in both formats, but for these cases:
//
//	Where                                    JSON                     BEVE
//	a name in another case than the field    is that field            is unknown
//	a field with a tag beve                  has the name of json     has that of beve
//	a name of a struct that comes twice      null leaves a number,    the last value is
//	                                         objects are merged       all there is
//	a number in an interface                 is a float64             has the type it is written in
//	an array in an interface                 is a []any               is a []float64 and the like
//	                                                                  where it is a typed array
//	an array of another length than a [N]T   fills up or is cut off   is refused
//	a number that a float does not hold      is rounded               is refused
//	-0 for an integer                        is 0                     is a float, and refused
//	text for a []byte                        is base64                is refused
//	names of an object for integer keys      are numbers              are refused
//	a json.Number                            keeps its digits, and    has those of the value,
//	                                         may be a string          and may not
//	a json.RawMessage                        is the text as it came   is printed anew
//	a beve.Raw                               is made by translator    is the bytes as they came
//	a number for a time                      is refused               is nanoseconds since 1970
//	a string for a big number                is refused               is read
//	a complex number                         is refused               is read
//	text that is not UTF-8                   gets U+FFFD              is refused
//	a func or chan, at null                  is nil                   is refused
//	more than 512 levels                     are read                 are refused
//
// A client that writes BEVE itself gives an integer for an integer and integer keys for integer
// keys, so that most of them matter to bodies that were JSON before: those that [Transport]
// translates.
//
// With RequireAll, RejectDuplicates or Strict in Options.Decode names of JSON match exactly, too.
// RejectDuplicates then also refuses
//
//	a repeated name in what no field takes   is refused               is not looked for
//
// or where a method reads the value.
//
// # Errors
//
// Errors of a client are answered with 400 (malformed, or not what the
// handler takes), 406 (nothing acceptable), 408 (a body slower than the deadline of the server), 413 (too large, too deep) or 415
// (another type of body), and with a body in the format agreed on:
//
//	{"status": 400, "error": "…", "path": "/items/3/price", "offset": 812}
package httpbeve

import (
	beve "github.com/beve-org/beve-go"
)

// The media types of single values and of streams.
const (
	TypeBEVE       = "application/beve"
	TypeJSON       = "application/json"
	TypeBEVEStream = "application/beve-seq"
	TypeJSONStream = "application/x-ndjson"
)

// DefaultMaxBody is the size of a body, in bytes, up to which it is read unless
// the options say otherwise.
const DefaultMaxBody = 4 << 20

// Options are the choices of a service or a client. The zero value is what the
// functions without options use.
type Options struct {
	// MaxBody is the size of a body in bytes above which it is refused, with 413 on
	// a server; 0 means DefaultMaxBody.
	MaxBody int64
	// Decode says how values of BEVE bodies are decoded. Its Limits, RejectUnknown,
	// RejectDuplicates, RequireAll, Types, and what Strict says of null, hold for JSON too, also in
	// streams. The others do not: JSON is read as by encoding/json, with the differences that the
	// documentation of the package lists.
	Decode beve.DecodeOptions
	// Encode says how values of BEVE bodies are written; its Types hold for JSON too. Bodies that only readers of the
	// extended profile read have the media type "application/beve; profile=extended"; a
	// client that ranks BEVE with another profile higher gets them portable.
	Encode beve.EncodeOptions
	// ETag gives responses to GET and HEAD an entity tag, made from the bytes of
	// the value in deterministic form, and answers 304 where the client has them.
	ETag bool
	// OnError is told, if it is set, of errors whose text a client does not get:
	// those of handlers that are no *Error, and those of writing.
	OnError func(error)
}

func (o *Options) maxBody() int64 {
	if o.MaxBody > 0 {
		return o.MaxBody
	}
	return DefaultMaxBody
}

// extended reports whether what is written is for readers of the extended profile.
func (o *Options) extended() bool { return o.Encode.Extended || o.Encode.Time == beve.TimeDraft }

// encoding returns the options of writing a format.
func (o *Options) encoding(f format) beve.EncodeOptions {
	opts := o.Encode
	if f == formatBEVE {
		opts.Extended = false
		if opts.Time == beve.TimeDraft {
			opts.Time = beve.TimeRFC3339
		}
	}
	return opts
}

func (o *Options) report(err error) {
	if o.OnError != nil {
		o.OnError(err)
	}
}
