// Package eventbeve writes and reads the bodies of events, the values that go
// through a broker. The packages below it do it for one client each: kafkabeve for
// franz-go, natsbeve for nats.go.
//
// A header says what a body is, so that a topic may carry BEVE from new producers
// and JSON from old ones, and a consumer reads both. An event that does not decode
// is poison: a consumer routes it to a place of its own with the reason, and goes on.
// Nothing is acknowledged before it is handled or stored there.
//
// An event without a body that says that its key is gone is a tombstone. It is not
// poison: see [ErrTombstone].
package eventbeve

import (
	"errors"
	"fmt"
	"mime"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
)

// The headers of events. Their names are written in lower case, as most brokers compare
// them letter by letter, and read in any.
const (
	// HeaderContentType says what the body is.
	HeaderContentType = "content-type"
	// HeaderError is the reason why an event is poison, HeaderPath the JSON Pointer
	// and HeaderOffset the position in the body of what is wrong.
	HeaderError  = "beve-error"
	HeaderPath   = "beve-error-path"
	HeaderOffset = "beve-error-offset"
	// HeaderSource says where the event came from.
	HeaderSource = "beve-source"
)

// The content types that are read. The first is written.
const (
	TypeBEVE = "application/beve"
	TypeJSON = "application/json"
)

// extendedBEVE is the content type of bodies that only readers of the extended profile
// read.
const extendedBEVE = TypeBEVE + "; profile=extended"

// ErrTombstone: the event has no body, and says by that that what its key names is gone.
// Functions that read a body return it with the zero value. Consumers hand a tombstone to
// their handler, with the zero value and a message without a body.
var ErrTombstone = errors.New("eventbeve: tombstone: an event without a body")

// Codec writes and reads bodies. The zero value is ready to use.
type Codec struct {
	Encode beve.EncodeOptions
	// Decode says how BEVE bodies are read. Its Limits and RejectUnknown hold for JSON
	// too; the other options do not. JSON is read as by encoding/json: names match in any
	// case, and null leaves a field that cannot be nil as it is, which is the zero value.
	Decode beve.DecodeOptions
}

// Marshal returns the body of an event, whose content type is ContentType.
func (c Codec) Marshal(v any) ([]byte, error) { return c.Encode.Marshal(v) }

// ContentType returns the content type of what Marshal returns: TypeBEVE, with the
// parameter profile=extended where Encode asks for what only readers of the extended
// profile read.
func (c Codec) ContentType() string {
	if c.Encode.Extended || c.Encode.Time == beve.TimeDraft {
		return extendedBEVE
	}
	return TypeBEVE
}

// Unmarshal reads the body of an event. An empty content type is that of producers
// that set none, and means BEVE. Case and parameters of a content type have no effect,
// but JSON in another charset than UTF-8 is refused. A body of no bytes is malformed.
func (c Codec) Unmarshal(contentType string, body []byte, v any) error {
	name := TypeBEVE
	if contentType != "" {
		var err error
		var params map[string]string
		if name, params, err = mime.ParseMediaType(contentType); err != nil {
			return fmt.Errorf("eventbeve: content type %s is malformed: %w", quoted(contentType), beve.ErrUnsupported)
		}
		if charset := params["charset"]; name == TypeJSON && charset != "" && !strings.EqualFold(charset, "utf-8") {
			return fmt.Errorf("eventbeve: JSON in charset %s: %w", quoted(charset), beve.ErrUnsupported)
		}
	}
	switch name {
	case TypeBEVE:
		return c.Decode.Unmarshal(body, v)
	case TypeJSON:
		opts := json.DecodeOptions{Limits: json.Limits(c.Decode.Limits)}
		if c.Decode.RejectUnknown {
			opts.Flags |= json.DisallowUnknownFields
		}
		return opts.Unmarshal(body, v)
	}
	return fmt.Errorf("eventbeve: content type %s is not %s or %s: %w", quoted(contentType), TypeBEVE, TypeJSON, beve.ErrUnsupported)
}

// maxReason is the size of a header of Reason in bytes. A poisoned body may put text of
// its own into an error; a header that a broker refuses would stop its consumer for ever.
const maxReason = 1 << 10

// Reason returns the headers of an event that failed with err, name by name. Every value
// is printable UTF-8 of at most 1 KB: characters that forge lines or their order are
// escaped as in Go, and what is longer loses its middle.
func Reason(err error, source string) [][2]string {
	text := "unknown"
	if err != nil {
		text = err.Error()
	}
	headers := [][2]string{{HeaderError, clean(text, maxReason)}, {HeaderSource, clean(source, maxReason)}}
	var place *beve.DecodeError
	if errors.As(err, &place) {
		headers = append(headers, [2]string{HeaderPath, clean(string(place.Path), maxReason)},
			[2]string{HeaderOffset, strconv.FormatInt(place.Offset, 10)})
	}
	return headers
}

// IsReason reports whether a header is one of Reason, its name in any case. An event that
// is poison twice has the reason of the second time alone.
func IsReason(name string) bool {
	for _, own := range []string{HeaderError, HeaderPath, HeaderOffset, HeaderSource} {
		if strings.EqualFold(name, own) {
			return true
		}
	}
	return false
}

// quoted is the text of an untrusted header for an error.
func quoted(s string) string { return `"` + clean(s, 200) + `"` }

// clean returns text whose characters all print, in at most limit bytes.
func clean(s string, limit int) string {
	const gap = " … "
	if len(s) > 2*limit { // the rest is not looked at
		s = s[:limit] + gap + s[len(s)-limit:]
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !unicode.IsPrint(r) {
			quote := strconv.QuoteToASCII(s[i : i+n])
			b.WriteString(quote[1 : len(quote)-1])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	text := b.String()
	if len(text) <= limit {
		return text
	}
	head, tail := (limit-len(gap))/2, len(text)-(limit-len(gap))/2
	for !utf8.RuneStart(text[head]) {
		head--
	}
	for !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + gap + text[tail:]
}
