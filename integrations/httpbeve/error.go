package httpbeve

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
)

// Error is a failure with the status it is answered with. A handler returns one,
// perhaps wrapped, to choose the status; its text goes to the client.
type Error struct {
	// Status is the HTTP status, 400 to 599; another is answered with 500.
	Status int
	// Err is what went wrong. It may be a *beve.DecodeError, whose place is told
	// to the client too.
	Err error
}

// Errorf returns an Error with a formatted text.
func Errorf(status int, form string, args ...any) *Error {
	return &Error{Status: status, Err: fmt.Errorf(form, args...)}
}

// Error formats as "400 Bad Request: …".
func (e *Error) Error() string {
	return fmt.Sprintf("%d %s: %v", e.Status, http.StatusText(e.Status), e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Problem is the body of a response to a failed request.
type Problem struct {
	Status int    `json:"status"`
	Error  string `json:"error"`
	// Path is the JSON Pointer of the value at fault, Offset the position in the
	// body in bytes. Both are missing where the body was not read.
	Path   beve.Pointer `json:"path,omitempty"`
	Offset *int64       `json:"offset,omitempty"`
}

// problemOf says what a client is told of an error. Only the text of an *Error is
// meant for clients.
func problemOf(err error) Problem {
	var known *Error
	if !errors.As(err, &known) || known == nil {
		return Problem{Status: http.StatusInternalServerError, Error: "internal error"}
	}
	p := Problem{Status: known.Status, Error: shown(known.Err)}
	if p.Status < http.StatusBadRequest || p.Status > 599 {
		p.Status = http.StatusInternalServerError
	}
	var place *beve.DecodeError
	if errors.As(known.Err, &place) {
		p.Path, p.Offset = place.Path, &place.Offset
	}
	return p
}

// maxText is the size in bytes up to which the text of an error is told as it is.
const maxText = 2 << 10

// shown is the text of an error for the other side, or from it: whatever a body has put
// into it, it is short, and does nothing to a terminal or a log.
func shown(err error) string {
	if err == nil {
		return "unknown"
	}
	return printable(err.Error())
}

func printable(text string) string {
	if len(text) <= maxText && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	return fmt.Sprintf("%.200q", text)
}

// refused gives an error of decoding its status.
func refused(err error) *Error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return Errorf(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", tooLarge.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Errorf(http.StatusRequestTimeout, "the body does not come in time")
	case errors.Is(err, beve.ErrDepth), errors.Is(err, beve.ErrLimit):
		return &Error{Status: http.StatusRequestEntityTooLarge, Err: err}
	}
	return &Error{Status: http.StatusBadRequest, Err: err}
}

// Fail answers a request with an error: with the status and text of an *Error,
// with 500 and no particulars for any other. The body is a [Problem] in the format
// that the client takes, JSON where it takes neither.
func Fail(w http.ResponseWriter, r *http.Request, err error) { new(Options).Fail(w, r, err) }

// Fail is the function Fail with options.
func (o *Options) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	var known *Error
	if !errors.As(err, &known) {
		o.report(err)
	}
	if p.Status == http.StatusUnsupportedMediaType {
		w.Header().Set("Accept", TypeBEVE+", "+TypeJSON)
	}
	f := negotiate(r.Header, false) // a Problem has no extended form
	if f == noFormat {
		f = formatJSON
	}
	plain := Options{OnError: o.OnError}
	plain.write(w, r, p.Status, f, &p)
}
