// Package reference reads BEVE slowly and obviously: it does what the table of
// beve.json says, row by row, and prints what a message means in the notation of
// package meaning. It is what the cases of the suite are made with, and what faster
// readers are held to.
package reference

import (
	_ "embed"
	"encoding/json"
	"strconv"
)

//go:embed beve.json
var table []byte

// Row is what one byte, or the bytes of some classes and widths, starts.
type Row struct {
	Byte    Hex      // the byte, if it is one
	Low     int      // otherwise the low three bits
	Classes []string // and the classes above them
	Name    string
	Section string // of the specification; X0 to X9 are those of the extensions
	Profile string // "extended", or empty for the format itself
	May     bool   // a reader may refuse it
	Next    []Row
	Parts   []string
	Each    []string
	Means   string
	Label   string
}

// Hex is a byte in two hexadecimal digits; -1 where there is none.
type Hex int

// UnmarshalJSON reads the digits.
func (h *Hex) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	n, err := strconv.ParseUint(digits, 16, 8)
	*h = Hex(n)
	return err
}

// Class is a class of numbers.
type Class struct {
	Code  int
	Bytes []int    // of each width code
	Names []string // of each width code
	May   []string // those that a reader may refuse
}

// Spec is the table.
type Spec struct {
	Size struct {
		Selector int
		Shift    int
		Bytes    []int
	}
	Depth   struct{ Accept, Default, Refuse int }
	Classes map[string]Class
	Message struct {
		Delimiter Hex
		Framing   Hex
		Versions  []Hex
	}
	// PartNames explain the names of parts, and Rules what rows do not say.
	PartNames map[string]string
	Rules     []string
	Headers   []Row
}

// Entry is what the table says of one byte.
type Entry struct {
	*Row
	Class string // of numbers
	Kind  string // the class and width: "u16"
	Width int    // in bytes
	May   bool
	Then  *Bytes // what the next byte may be
}

// Bytes has an entry for each byte that may stand in one place.
type Bytes [256]*Entry

// Load reads the table.
func Load() *Spec {
	s := new(Spec)
	if err := json.Unmarshal(table, s); err != nil {
		panic(err)
	}
	return s
}

// Expand gives each byte its row, of those of the format and, if extended, of the
// profile. A second row of the same byte is returned in others.
func (s *Spec) Expand(rows []Row, extended bool) (all *Bytes, others []*Entry) {
	all = new(Bytes)
	put := func(b int, e Entry) {
		if len(e.Next) > 0 {
			e.Then, _ = s.Expand(e.Next, extended)
		}
		if all[b] != nil {
			others = append(others, &e)
			return
		}
		all[b] = &e
	}
	for i := range rows {
		row := &rows[i]
		if row.Profile == "extended" && !extended {
			continue
		}
		if row.Classes == nil {
			put(int(row.Byte), Entry{Row: row, May: row.May})
			continue
		}
		for _, name := range row.Classes {
			class := s.Classes[name]
			for code, width := range class.Bytes {
				kind := class.Names[code]
				may := row.May
				for _, m := range class.May {
					may = may || m == kind
				}
				put(code<<5|class.Code<<3|row.Low, Entry{Row: row, Class: name, Kind: kind, Width: width, May: may})
			}
		}
	}
	return all, others
}

// Code returns the byte of the same class and width under other low bits.
func (e *Entry) Code(low int) byte {
	for _, class := range Load().Classes {
		for code, name := range class.Names {
			if name == e.Kind {
				return byte(code<<5 | class.Code<<3 | low)
			}
		}
	}
	panic("no kind " + e.Kind)
}
