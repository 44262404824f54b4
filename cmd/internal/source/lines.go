// This file tells in which line of text an offset is: of a file by reading it again, of what cannot be read again from
// the last of it.

package source

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// lines knows where lines begin. What it keeps of the text is bounded: a place is only asked for near its end.
type lines struct {
	tail  []byte // the last of what was read
	start int64  // its offset
	line  int64  // the line that it begins in, from 0
	chars int64  // how many characters of that line precede it
}

// keptText is the most text that is kept, and half of it the least once there is as much.
const keptText = 2 << 20

// saw is told of text, in order.
func (l *lines) saw(text []byte) {
	if len(text) > keptText/2 {
		l.drop(len(l.tail))
		rest := text[len(text)-keptText/2:]
		l.pass(text[:len(text)-len(rest)])
		text = rest
	}
	if len(l.tail)+len(text) > keptText {
		l.drop(len(l.tail) - keptText/2)
	}
	l.tail = append(l.tail, text...)
}

// drop forgets the first n bytes of the tail.
func (l *lines) drop(n int) {
	if n <= 0 {
		return
	}
	l.pass(l.tail[:n])
	l.tail = l.tail[:copy(l.tail, l.tail[n:])]
}

// pass moves the start over text.
func (l *lines) pass(text []byte) {
	l.start += int64(len(text))
	l.line += int64(bytes.Count(text, newline))
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		l.chars = int64(utf8.RuneCount(text[i+1:]))
	} else {
		l.chars += int64(utf8.RuneCount(text))
	}
}

var newline = []byte("\n")

// readLines reads a file up to an offset again, or returns nil.
func readLines(r io.ReaderAt, offset int64) *lines {
	l := new(lines)
	in := io.NewSectionReader(r, 0, offset)
	buf := make([]byte, bufferSize)
	for at := int64(0); at < offset; {
		n, err := in.Read(buf)
		l.saw(buf[:n])
		if at += int64(n); err != nil && at < offset {
			return nil
		}
	}
	return l
}

// place returns line and column of an offset, or 0 if they are not known.
func (s *Source) place(offset int64) (line, column int64) {
	l := &s.lines
	if s.file != nil {
		l = readLines(s.file, offset)
	}
	if l == nil || offset < l.start || offset > l.start+int64(len(l.tail)) {
		return 0, 0
	}
	before := l.tail[:offset-l.start]
	line = l.line + int64(bytes.Count(before, newline)) + 1
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		return line, int64(utf8.RuneCount(before[i+1:])) + 1
	}
	column = l.chars + int64(utf8.RuneCount(before)) + 1
	if s.marked {
		column-- // what no editor shows
	}
	return line, column
}
