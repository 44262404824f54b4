// This file prints records, as slogbeve writes them, in the manner of slog's text
// handler.

package main

import (
	"log/slog"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// appendLog appends a value as a line of a log, without its end. A value that is not an object is
// its JSON, and so are objects in it: the line is in proportion to the value.
func appendLog(dst, data []byte, opts translator.Options, s style.Style) ([]byte, error) {
	v, err := beve.DecodeOptions{Limits: beve.Limits(opts.Limits), LegacyTypeTag: opts.LegacyTypeTag}.NewView(data)
	if err != nil {
		return dst, err
	}
	if kind := v.Kind(); kind != beve.KindObject && kind != wire.KindIndexed {
		return opts.AppendJSON(dst, data)
	}
	start := len(dst)
	for m, err := range v.Members() {
		if err != nil {
			return dst, err
		}
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		if dst, err = appendAttr(dst, m, opts, s); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// appendAttr appends a member of a record: what every record has as it is, all else as
// name=value.
func appendAttr(dst []byte, m beve.Member, opts translator.Options, s style.Style) ([]byte, error) {
	name, err := m.Name()
	if err != nil {
		return dst, err
	}
	if m.Value.Kind() != beve.KindString {
		raw, err := m.Value.Raw()
		if err != nil {
			return dst, err
		}
		return opts.AppendJSON(append(append(dst, s.Cyan(word(name))...), '='), raw)
	}
	text, err := m.Value.String()
	if err != nil {
		return dst, err
	}
	switch name {
	case slog.TimeKey:
		text = s.Dim(word(text))
	case slog.LevelKey:
		text = level(word(text), s)
	case slog.MessageKey:
		text = s.Bold(style.Plain(text))
	default:
		text = s.Cyan(word(name)) + "=" + word(text)
	}
	return append(dst, text...), nil
}

// level gives a level the colour of what it means.
func level(text string, s style.Style) string {
	switch {
	case strings.HasPrefix(text, slog.LevelError.String()):
		return s.Red(text)
	case strings.HasPrefix(text, slog.LevelWarn.String()):
		return s.Yellow(text)
	case strings.HasPrefix(text, slog.LevelInfo.String()):
		return s.Green(text)
	}
	return s.Dim(text)
}

// word returns text as one word, in quotes if it would not be.
func word(text string) string {
	for _, r := range text {
		if r == '"' || r == '=' || r == '\\' || r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return strconv.Quote(text)
		}
	}
	if text == "" {
		return `""`
	}
	return text
}
