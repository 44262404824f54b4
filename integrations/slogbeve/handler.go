// Package slogbeve writes structured logs as a stream of BEVE values: a handler for
// log/slog whose records keep the types of their attributes, cost no formatting, and
// are read by any BEVE reader, or printed as text by the command beve: beve cat --log,
// with --follow as the file grows and is rotated.
//
//	log := slog.New(slogbeve.New(file, nil))
//	log.Info("served", "status", 200, "took", time.Since(start))
//
// A record is an object: "time", "level", "msg", "source" if it is asked for, then
// the attributes; groups are objects in it. Names may repeat, as with slog's own
// handlers. Numbers, booleans and strings are what they are, durations integers of
// nanoseconds, times RFC 3339, errors their text; other values are
// what beve.Marshal makes of them. A value that it refuses becomes a string that says so
// and begins with "!ERROR:", or with "!PANIC:" where a method panics; a nil pointer whose
// method panics is "<nil>". A log must not lose the record. Text that is not UTF-8 gets
// U+FFFD in place of invalid bytes.
//
// Each record is one Write, ended by a delimiter, so that several handlers and
// processes may append to one file and a reader knows when a record is whole.
// Rotation is left to the writer.
package slogbeve

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// Handler is a slog.Handler. It is made by New.
type Handler struct {
	opts   slog.HandlerOptions
	out    *output
	groups []group // the groups that are open; the first is the record itself
}

// output is the writer that a handler and all that come of it share.
type output struct {
	mu sync.Mutex
	w  io.Writer
}

// group is an object that attributes go to.
type group struct {
	name    string
	n       int    // members so far
	members []byte // the members, encoded
}

// New returns a handler that writes to w. The options are those of slog's handlers:
// AddSource, Level and ReplaceAttr; nil means none.
func New(w io.Writer, opts *slog.HandlerOptions) *Handler {
	h := &Handler{out: &output{w: w}, groups: make([]group, 1)}
	if opts != nil {
		h.opts = *opts
	}
	return h
}

// Enabled reports whether records of the level are written.
func (h *Handler) Enabled(_ context.Context, level slog.Level) bool {
	least := slog.LevelInfo
	if h.opts.Level != nil {
		least = h.opts.Level.Level()
	}
	return level >= least
}

// WithGroup returns a handler whose further attributes are in an object of that name.
func (h *Handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return h.with(append(slices.Clip(h.groups), group{name: valid(name)}))
}

// WithAttrs returns a handler with more attributes, which are encoded now.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	groups := slices.Clone(h.groups)
	last := &groups[len(groups)-1]
	last.members = slices.Clip(last.members)
	names := h.names()
	for _, a := range attrs {
		h.add(last, names, a)
	}
	return h.with(groups)
}

func (h *Handler) with(groups []group) *Handler {
	return &Handler{opts: h.opts, out: h.out, groups: groups}
}

// names returns the groups that are open, as ReplaceAttr wants them.
func (h *Handler) names() []string {
	names := make([]string, 0, len(h.groups)-1)
	for _, g := range h.groups[1:] {
		names = append(names, g.name)
	}
	return names
}

// scratch is memory for one record.
type scratch struct {
	record []byte
	head   group // time, level, message and source
	last   group // the attributes of the record, in the innermost group
}

var pool = sync.Pool{New: func() any { return new(scratch) }}

// keptScratch is the capacity above which memory is not kept.
const keptScratch = 64 << 10

// Handle writes a record. The error is that of the writer.
func (h *Handler) Handle(_ context.Context, r slog.Record) error {
	s := pool.Get().(*scratch)
	defer func() {
		if cap(s.record)+cap(s.last.members) <= keptScratch {
			pool.Put(s)
		}
	}()
	h.addHead(&s.head, r)
	s.last.n, s.last.members = 0, s.last.members[:0]
	names := h.names()
	r.Attrs(func(a slog.Attr) bool {
		h.add(&s.last, names, a)
		return true
	})
	s.record = wire.AppendDelimiter(h.appendGroups(s.record[:0], s))

	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	_, err := h.out.w.Write(s.record)
	return err
}

// addHead encodes what every record has. Without ReplaceAttr that needs no
// attributes.
func (h *Handler) addHead(g *group, r slog.Record) {
	g.n, g.members = 0, g.members[:0]
	member := func(key string) {
		g.n++
		g.members = wire.AppendText(g.members, key)
	}
	replaced := h.opts.ReplaceAttr != nil
	switch {
	case r.Time.IsZero():
	case replaced:
		h.add(g, nil, slog.Time(slog.TimeKey, r.Time.Round(0)))
	default:
		member(slog.TimeKey)
		g.members = appendTime(g.members, r.Time)
	}
	if replaced {
		h.add(g, nil, slog.Any(slog.LevelKey, r.Level))
		h.add(g, nil, slog.String(slog.MessageKey, r.Message))
	} else {
		member(slog.LevelKey)
		g.members = wire.AppendString(g.members, r.Level.String())
		member(slog.MessageKey)
		g.members = wire.AppendString(g.members, valid(r.Message))
	}
	if h.opts.AddSource {
		if source := r.Source(); source != nil {
			h.add(g, nil, slog.Any(slog.SourceKey, source))
		}
	}
}

// appendGroups appends the record as an object. A group that has no attributes, and
// none in its groups, is left out; so the innermost ones are looked at first.
func (h *Handler) appendGroups(dst []byte, s *scratch) []byte {
	open := len(h.groups)
	for open > 1 && h.groups[open-1].n == 0 && (open < len(h.groups) || s.last.n == 0) {
		open--
	}
	for i, g := range h.groups[:open] {
		n := g.n
		if i == 0 {
			n += s.head.n
		} else {
			dst = wire.AppendText(dst, g.name)
		}
		innermost := i == open-1
		if !innermost {
			n++
		} else if open == len(h.groups) {
			n += s.last.n
		}
		dst = wire.AppendObject(dst, n)
		if i == 0 {
			dst = append(dst, s.head.members...)
		}
		dst = append(dst, g.members...)
	}
	if open == len(h.groups) {
		dst = append(dst, s.last.members...)
	}
	return dst
}

// add encodes an attribute into a group. Names are the groups around it.
func (h *Handler) add(g *group, names []string, a slog.Attr) {
	a.Value = a.Value.Resolve()
	if replace := h.opts.ReplaceAttr; replace != nil && a.Value.Kind() != slog.KindGroup {
		a = replace(names, a)
		a.Value = a.Value.Resolve()
	}
	if a.Equal(slog.Attr{}) {
		return
	}
	if a.Value.Kind() != slog.KindGroup {
		g.n++
		g.members = appendValue(wire.AppendText(g.members, valid(a.Key)), a.Value)
		return
	}
	if a.Key == "" {
		for _, member := range a.Value.Group() {
			h.add(g, names, member)
		}
		return
	}
	inner := group{}
	names = append(slices.Clip(names), a.Key)
	for _, member := range a.Value.Group() {
		h.add(&inner, names, member)
	}
	if inner.n > 0 {
		g.n++
		g.members = append(wire.AppendObject(wire.AppendText(g.members, valid(a.Key)), inner.n), inner.members...)
	}
}

// appendValue appends the value of an attribute that is not a group.
func appendValue(dst []byte, v slog.Value) []byte {
	switch v.Kind() {
	case slog.KindString:
		return wire.AppendString(dst, valid(v.String()))
	case slog.KindInt64:
		return wire.AppendInt(dst, v.Int64())
	case slog.KindUint64:
		return wire.AppendUint(dst, v.Uint64())
	case slog.KindFloat64:
		return wire.AppendFloat64(dst, v.Float64())
	case slog.KindBool:
		return wire.AppendBool(dst, v.Bool())
	case slog.KindDuration:
		return wire.AppendInt(dst, int64(v.Duration()))
	case slog.KindTime:
		return appendTime(dst, v.Time())
	}
	return appendOther(dst, v.Any())
}

// appendOther appends a value of a type that slog does not know. A method of it that
// panics, as Error of a nil pointer does, costs its value and not the record.
func appendOther(dst []byte, v any) (out []byte) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprintf("!PANIC: %.500v", p)
			if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
				text = "<nil>" // as slog's own handlers say
			}
			out = wire.AppendString(dst, valid(text))
		}
	}()
	switch x := v.(type) {
	case slog.Level:
		return wire.AppendString(dst, x.String())
	case error:
		return wire.AppendString(dst, valid(x.Error()))
	case *slog.Source:
		return appendAny(dst, source{x.Function, x.File, x.Line})
	}
	return appendAny(dst, v)
}

// appendTime appends a time as RFC 3339 text, which years beyond 9999 do not have.
func appendTime(dst []byte, t time.Time) []byte {
	if y := t.Year(); y < 0 || y > 9999 {
		return appendAny(dst, t)
	}
	var room [len(time.RFC3339Nano)]byte
	text := t.AppendFormat(room[:0], time.RFC3339Nano)
	return append(wire.AppendSize(append(dst, byte(wire.HeaderString)), len(text)), text...)
}

// source is a slog.Source with the names that slog's handlers give its fields.
type source struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// appendAny appends any value, or why it cannot be.
func appendAny(dst []byte, v any) []byte {
	out, err := beve.Append(dst, v)
	if err != nil {
		return wire.AppendString(dst, valid("!ERROR:"+err.Error()))
	}
	return out
}

// valid replaces invalid UTF-8, which BEVE does not have.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
