// Package eventbeve writes and reads the bodies of events, the values that go
// through a broker. The packages below it do it for one client each: kafkabeve for
// franz-go, natsbeve for nats.go.
//
// A header says what a body is, so that a topic may carry BEVE from new producers
// and JSON from old ones, and a consumer reads both. An event that does not decode
// is poison: a consumer routes it to a place of its own with the reason, and goes on.
// Nothing is acknowledged before it is handled or stored there.
package eventbeve

import (
	"errors"
	"fmt"
	"mime"
	"strconv"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
)

// The headers of events. Their names are of lower case, as most brokers compare
// them letter by letter.
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

// Codec writes and reads bodies. The zero value is ready to use.
type Codec struct {
	Encode beve.EncodeOptions
	Decode beve.DecodeOptions
}

// Marshal returns the body of an event, whose content type is TypeBEVE.
func (c Codec) Marshal(v any) ([]byte, error) { return c.Encode.Marshal(v) }

// Unmarshal reads the body of an event. An empty content type is that of producers
// that set none, and means BEVE.
func (c Codec) Unmarshal(contentType string, body []byte, v any) error {
	name := TypeBEVE
	if contentType != "" {
		var err error
		if name, _, err = mime.ParseMediaType(contentType); err != nil {
			return fmt.Errorf("eventbeve: content type %q: %w", contentType, err)
		}
	}
	switch name {
	case TypeBEVE:
		return c.Decode.Unmarshal(body, v)
	case TypeJSON:
		return json.DecodeOptions{Limits: c.Decode.Limits}.Unmarshal(body, v)
	}
	return fmt.Errorf("eventbeve: content type %q is not %s or %s: %w", contentType, TypeBEVE, TypeJSON, beve.ErrUnsupported)
}

// Reason returns the headers of an event that failed with err, name by name.
func Reason(err error, source string) [][2]string {
	headers := [][2]string{{HeaderError, err.Error()}, {HeaderSource, source}}
	var place *beve.DecodeError
	if errors.As(err, &place) {
		headers = append(headers, [2]string{HeaderPath, string(place.Path)},
			[2]string{HeaderOffset, strconv.FormatInt(place.Offset, 10)})
	}
	return headers
}
