// This file tells in which line of text an offset is, from the last of what was read.

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
	// at is where that line begins, and chars how many characters of it precede the tail.
	chars int64
}

// keptText is the most text that is kept, and half of it the least once there is as much.
const keptText = 2 << 20

// saw is told of text at an offset, in order, but for what is read again.
func (l *lines) saw(text []byte, offset int64) {
	if offset != l.start+int64(len(l.tail)) {
		l.again(offset)
	}
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

// again notes that reading begins once more at an offset, of which nothing is known but in the tail.
func (l *lines) again(offset int64) {
	if offset >= l.start && offset <= l.start+int64(len(l.tail)) {
		l.tail = l.tail[:offset-l.start]
		return
	}
	l.tail, l.start, l.line, l.chars = l.tail[:0], offset, 0, 0
	if offset > 0 {
		l.line = -1 // not known
	}
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
	if l.line >= 0 {
		l.line += int64(bytes.Count(text, newline))
	}
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
		l.saw(buf[:n], at)
		if at += int64(n); err != nil && at < offset {
			return nil
		}
	}
	return l
}

// place returns line and column of an offset, or 0 if they are not known.
func (s *Source) place(offset int64) (line, column int64) {
	l := &s.lines
	if offset < l.start || offset > l.start+int64(len(l.tail)) || l.line < 0 {
		if s.file == nil {
			return 0, 0
		}
		if l = readLines(s.file, offset); l == nil {
			return 0, 0
		}
	}
	before := l.tail[:offset-l.start]
	line = l.line + int64(bytes.Count(before, newline)) + 1
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		return line, int64(utf8.RuneCount(before[i+1:])) + 1
	}
	return line, l.chars + int64(utf8.RuneCount(before)) + 1
}
