package httpbeve

import (
	"iter"
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// format is one of the formats of a value.
type format uint8

const (
	noFormat format = iota
	formatBEVE
	formatJSON
	// formatExtended is BEVE that only readers of the extended profile read. It is
	// written where the options ask for it, and its media type says so; every BEVE body
	// is read as formatBEVE.
	formatExtended
)

// profileExtended is the parameter of media types of bodies in the extended profile.
const profileExtended = "extended"

// mediaType returns the media type of a value of the format, or of a stream.
func (f format) mediaType(stream bool) string {
	switch {
	case f == formatExtended:
		return formatBEVE.mediaType(stream) + "; profile=" + profileExtended
	case f == formatBEVE && stream:
		return TypeBEVEStream
	case f == formatBEVE:
		return TypeBEVE
	case stream:
		return TypeJSONStream
	}
	return TypeJSON
}

// negotiate returns the format that a request ranks highest, or noFormat where it
// takes neither. RFC 9110, section 12.5.1, is followed: of several ranges that
// match a type the most specific one gives its weight. Between equal weights BEVE
// is taken if it is named, else JSON. A range that is malformed is passed over.
func negotiate(h http.Header, stream bool) format {
	lines := h.Values("Accept")
	if len(lines) == 0 {
		return formatJSON
	}
	b, j := weigh(lines, formatBEVE.mediaType(stream)), weigh(lines, formatJSON.mediaType(stream))
	switch {
	case b.q <= 0 && j.q <= 0:
		return noFormat
	case b.q > j.q, b.q == j.q && b.specific == namesType:
		return formatBEVE
	}
	return formatJSON
}

// choose is negotiate for what the options write: where they ask for the extended
// profile, a client that ranks BEVE without it higher gets that.
func (o *Options) choose(h http.Header, stream bool) format {
	f := negotiate(h, stream)
	if f == formatBEVE && o.extended() && takesExtended(h.Values("Accept"), f.mediaType(stream)) {
		return formatExtended
	}
	return f
}

// takesExtended reports whether a client that takes BEVE takes the extended profile: it
// does unless ranges with the parameter profile rank that lower. A range without the
// parameter stands for both.
func takesExtended(lines []string, mediaType string) bool {
	var extended, other weight
	for element := range elements(lines) {
		name, params, err := mime.ParseMediaType(element)
		q, ok := quality(params)
		if err != nil || !ok || name != mediaType {
			continue
		}
		switch profile, named := params["profile"]; {
		case !named:
			extended.take(q, namesType)
			other.take(q, namesType)
		case strings.EqualFold(profile, profileExtended):
			extended.take(q, namesProfile)
		default:
			other.take(q, namesProfile)
		}
	}
	return extended.q >= other.q
}

// elements are those of the lists in the lines of a header, without the space round them.
func elements(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range lines {
			for element := range strings.SplitSeq(line, ",") {
				if !yield(strings.TrimSpace(element)) {
					return
				}
			}
		}
	}
}

// How specific a range of Accept is.
const (
	namesNothing = iota // no range matches
	namesAll            // */*
	namesMain           // application/*
	namesType           // application/beve
	namesProfile        // application/beve;profile=extended
)

// weight is what a list of ranges says of one type.
type weight struct {
	q        float64
	specific int
}

// take takes the weight of a range, if it is more specific than what there was, or as
// specific and heavier.
func (w *weight) take(q float64, specific int) {
	if specific > w.specific || specific == w.specific && q > w.q {
		w.q, w.specific = q, specific
	}
}

// weigh returns what the lines of Accept say of a media type.
func weigh(lines []string, mediaType string) (w weight) {
	main, _, _ := strings.Cut(mediaType, "/")
	for element := range elements(lines) {
		name, params, err := mime.ParseMediaType(element)
		if err != nil {
			continue
		}
		specific := namesNothing
		switch name {
		case mediaType:
			specific = namesType
		case main + "/*":
			specific = namesMain
		case "*/*", "*": // the second is what some old clients send
			specific = namesAll
		}
		if q, ok := quality(params); ok && specific > namesNothing {
			w.take(q, specific)
		}
	}
	return w
}

// quality reads the weight of a range, 0 to 1.
func quality(params map[string]string) (float64, bool) {
	text, ok := params["q"]
	if !ok {
		return 1, true
	}
	q, err := strconv.ParseFloat(text, 64)
	return q, err == nil && q >= 0 && q <= 1
}

// bodyFormat returns the format that Content-Type names, or noFormat for another
// type. A JSON body in another charset than UTF-8 is of no format.
func bodyFormat(h http.Header) (f format, stream bool) {
	name, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return noFormat, false
	}
	switch name {
	case TypeBEVE:
		return formatBEVE, false
	case TypeBEVEStream:
		return formatBEVE, true
	case TypeJSONStream:
		return formatJSON, true
	}
	if name != TypeJSON && !strings.HasSuffix(name, "+json") {
		return noFormat, false
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return noFormat, false
	}
	return formatJSON, false
}
