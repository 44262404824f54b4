// Package random makes messages from the table of the format: mostly valid ones, and with
// Change such that are almost valid.
package random

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/beve-org/beve-go/conformance/reference"
)

// Source makes messages. The same seed makes the same.
type Source struct {
	*rand.Rand
	spec    *reference.Spec
	entries []start
	out     []byte
}

// start is one way in which a value may begin.
type start struct {
	bytes []byte
	entry *reference.Entry
}

// New returns a source, of the extended profile too if extended.
func New(seed uint64, extended bool) *Source {
	s := &Source{Rand: rand.New(rand.NewPCG(seed, 0)), spec: reference.Load()}
	all, others := s.spec.Expand(s.spec.Headers, extended)
	s.collect(nil, all)
	for _, e := range others {
		s.entries = append(s.entries, start{[]byte{byte(e.Byte)}, e})
	}
	return s
}

func (s *Source) collect(before []byte, all *reference.Bytes) {
	for b, e := range all {
		switch bytes := append(slices.Clone(before), byte(b)); {
		case e == nil:
		case e.Then != nil:
			s.collect(bytes, e.Then)
		default:
			s.entries = append(s.entries, start{bytes, e})
		}
	}
}

// Message returns a message of up to some levels; it is valid but for numbers that have to
// agree with each other, which now and then do not. The next call uses its memory again.
func (s *Source) Message(levels int) []byte {
	s.out = s.out[:0]
	switch s.IntN(40) {
	case 0:
		s.out = append(s.out, byte(s.spec.Message.Framing), byte(1+s.IntN(2)))
	case 1:
		for range 1 + s.IntN(2) {
			s.out = append(s.out, byte(s.spec.Message.Delimiter))
		}
	}
	s.value(levels)
	return s.out
}

// Change changes bytes of the latest message, and puts some in and takes some out.
func (s *Source) Change() []byte {
	for range 1 + s.IntN(2) {
		if len(s.out) == 0 {
			break
		}
		at := s.IntN(len(s.out))
		switch s.IntN(8) {
		case 0:
			s.out = slices.Delete(s.out, at, at+1)
		case 1:
			s.out = slices.Insert(s.out, at, byte(s.Uint32()))
		case 2:
			s.out = s.out[:at]
		case 3:
			s.out[at] ^= 1 << s.IntN(8)
		case 4:
			s.out[at] = s.entries[s.IntN(len(s.entries))].bytes[0]
		default:
			s.out[at] = byte(s.Uint32())
		}
	}
	return s.out
}

// Bytes returns up to n bytes, of which some are headers.
func (s *Source) Bytes(n int) []byte {
	s.out = s.out[:0]
	for range s.IntN(n + 1) {
		switch s.IntN(4) {
		case 0:
			s.out = append(s.out, byte(s.Uint32()))
		case 1:
			s.out = append(s.out, byte(s.IntN(5)<<2))
		default:
			s.out = append(s.out, s.entries[s.IntN(len(s.entries))].bytes...)
		}
	}
	return s.out
}

// size appends a SIZE, now and then a longer one than it has to be.
func (s *Source) size(n int) {
	code := 0
	for limit := 1 << 6; n >= limit; limit <<= 8 << (code - 1) {
		code++
	}
	if s.IntN(16) == 0 {
		code += s.IntN(4 - code)
	}
	var all [8]byte
	binary.LittleEndian.PutUint64(all[:], uint64(n)<<2|uint64(code))
	s.out = append(s.out, all[:1<<code]...)
}

func (s *Source) fill(n int) {
	for range n {
		s.out = append(s.out, s.octet())
	}
}

func (s *Source) octet() byte {
	if s.IntN(3) == 0 {
		return [...]byte{0, 1, 0x7F, 0x80, 0xFF, 0xF0, 0x3F, 0x7C}[s.IntN(8)]
	}
	return byte(s.Uint32())
}

var texts = []string{"", "a", "b", "id", "name", "$x", "é", "漢", "🙂", "\x00", "\x7f", "tab\t", "a long text of more than sixteen bytes", "\xff", "\xed\xa0\x80"}

func (s *Source) text() {
	text := texts[s.IntN(len(texts)-2+2*(s.IntN(20)/19))] // the last two are not UTF-8
	s.size(len(text))
	s.out = append(s.out, text...)
}

func (s *Source) value(levels int) {
	e := s.entries[s.IntN(len(s.entries))]
	if s.IntN(3) == 0 { // containers, which are few among all headers
		for range 30 {
			if e = s.entries[s.IntN(len(s.entries))]; slices.Contains(e.entry.Each, "value") || e.entry.Class == "" && e.entry.Parts != nil {
				break
			}
		}
	}
	s.out = append(s.out, e.bytes...)
	n := s.IntN(4)
	if levels <= 1 {
		n = 0
	}
	if e.entry.Each != nil {
		s.size(n)
		if e.entry.Each[0] == "bit" {
			s.fill((n + 7) / 8)
			return
		}
		for range n {
			s.parts(e.entry, e.entry.Each, levels)
		}
	}
	s.parts(e.entry, e.entry.Parts, levels)
}

func (s *Source) parts(e *reference.Entry, parts []string, levels int) {
	for _, part := range parts {
		switch part {
		case "element":
			s.fill(e.Width)
		case "pair":
			s.fill(2 * e.Width)
		case "text":
			s.text()
		case "value":
			s.value(levels - 1)
		case "index":
			if e.Means == "object" {
				s.index(levels)
			} else {
				s.size(s.IntN(3))
			}
		case "aligned":
			s.aligned(e.Width, s.IntN(3))
		case "aligned pairs":
			s.out = append(s.out, 0x5C, s.out[len(s.out)-1]&0xF8|4)
			s.aligned(e.Width, 2*s.IntN(2)+s.IntN(20)/19)
		case "extents":
			s.matrix()
		case "table":
			fields, rows := s.IntN(3), s.IntN(3)
			s.size(fields)
			for range fields {
				s.text()
			}
			s.size(rows)
			for range rows * fields {
				s.value(levels - 2)
			}
		default:
			s.scalar(part)
		}
	}
}

func (s *Source) aligned(width, n int) {
	s.size(n)
	padding := s.IntN(width)
	s.out = append(s.out, byte(padding))
	s.fill(padding + n*width)
}

// matrix makes extents and elements, of bytes mostly.
func (s *Source) matrix() {
	rank, product := 1+s.IntN(2), 1
	s.out = append(s.out, [...]byte{0x14, 0x0C, 0x14, 0x5C}[s.IntN(4)])
	if s.out[len(s.out)-1] == 0x5C {
		s.out = append(s.out, 0x14)
		s.size(rank)
		s.out = append(s.out, 0)
	} else {
		s.size(rank)
	}
	for range rank {
		n := s.IntN(3)
		s.out = append(s.out, byte(n))
		product *= n
	}
	product += s.IntN(20) / 19
	switch s.IntN(4) {
	case 0:
		s.out = append(s.out, 0x24)
		s.size(product)
		s.fill(2 * product)
	case 1:
		s.out = append(s.out, 0x5C, 0x34)
		s.aligned(2, product)
	case 2:
		s.out = append(s.out, 0x1E, 0x11)
		s.size(product)
		s.fill(2 * product)
	default:
		s.out = append(s.out, 0x14)
		s.size(product)
		s.fill(product)
	}
}

// index makes an indexed object.
func (s *Source) index(levels int) {
	names := []string{"", "a", "b", "bb"}[s.IntN(3):]
	names = names[:min(len(names), s.IntN(4))]
	s.size(len(names))
	var places []int
	for _, name := range names {
		s.size(len(name))
		s.out = append(s.out, name...)
		places = append(places, len(s.out))
		s.out = append(s.out, make([]byte, 7)...)
	}
	data := len(s.out)
	for _, at := range places {
		from := len(s.out)
		s.value(levels - 1)
		binary.LittleEndian.PutUint32(s.out[at:], uint32(from-data))
		binary.LittleEndian.PutUint16(s.out[at+4:], uint16(len(s.out)-from))
		flags := s.out[from] & 7
		if flags >= 3 && flags <= 5 {
			flags |= 0x40
		}
		s.out[at+6] = flags
	}
}

// scalar makes a part of fixed length.
func (s *Source) scalar(part string) {
	switch part {
	case "elements": // made with the extents
	case "nanoseconds", "seconds", "span":
		s.fill(8)
	case "milli":
		s.out = binary.LittleEndian.AppendUint16(s.out, uint16(s.IntN(1001)))
	case "micro":
		s.out = binary.LittleEndian.AppendUint32(s.out, uint32(s.IntN(1000_010)))
	case "nano":
		s.out = binary.LittleEndian.AppendUint32(s.out, uint32(s.IntN(1000_100_000)))
	case "zone":
		s.out = binary.LittleEndian.AppendUint16(s.out, uint16(s.IntN(3000)-1500))
	case "timestamps":
		for range 2 {
			s.out = append(s.out, 0x26, 6, byte(s.IntN(3)))
			s.out = append(s.out, make([]byte, 11)...)
		}
	case "uuid":
		at := len(s.out)
		s.fill(17)
		s.out[at] = s.out[at+7] >> 4
	case "flags":
		s.out = append(s.out, byte(s.IntN(33)))
	}
}
