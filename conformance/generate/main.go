// Command generate writes the cases of the suite: one file for each group, made from the
// table of the format. Each case says what it is meant to be, and the reference has to
// agree.
//
//	go run ./generate         # in the folder of the suite
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/reference"
)

func main() {
	for group, text := range Files() {
		if err := os.WriteFile(filepath.Join("cases", group+".jsonl"), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if err := os.WriteFile(kaitaiFile, kaitai(), 0o644); err != nil {
		log.Fatal(err)
	}
}

const kaitaiFile = "reference/beve.ksy"

// Files returns the text of the file of each group.
func Files() map[string][]byte {
	s := newSuite()
	for _, group := range []struct {
		name string
		make func(*suite)
	}{
		{"headers", headers}, {"size", sizes}, {"numbers", numbers}, {"strings", texts}, {"typed", typed}, {"booleans", booleans},
		{"objects", objects}, {"arrays", arrays}, {"matrices", matrices}, {"complex", complexes}, {"aligned", aligned},
		{"delimiters", delimiters}, {"streams", streams}, {"depth", depth}, {"typetags", typeTags}, {"drafts", drafts},
		{"truncated", truncated}, {"mutations", mutations}, {"extended", extended}, {"writing", writing},
	} {
		s.group = group.name
		group.make(s)
	}
	files := map[string][]byte{}
	for _, c := range s.cases {
		var line bytes.Buffer
		e := json.NewEncoder(&line)
		e.SetEscapeHTML(false)
		if err := e.Encode(c); err != nil {
			log.Fatal(err)
		}
		files[c.Group()] = append(files[c.Group()], line.Bytes()...)
	}
	return files
}

// Levels.
const (
	accept = "accept"
	may    = "may"
	refuse = "refuse"
)

// suite is what the groups add their cases to.
type suite struct {
	spec           *reference.Spec
	base, extended *reference.Reader
	all            *reference.Bytes // what each byte starts in the format itself
	group          string
	section        string
	cases          []conformance.Case
	seen           map[string]string
	ids            map[string]bool
	seeds          [][]byte // short messages that are accepted
}

func newSuite() *suite {
	s := &suite{spec: reference.Load(), seen: map[string]string{}, ids: map[string]bool{}}
	s.base, s.extended = reference.New(false, s.spec.Depth.Refuse-1), reference.New(true, s.spec.Depth.Refuse-1)
	s.all, _ = s.spec.Expand(s.spec.Headers, false)
	return s
}

// cat puts bytes, texts and slices of bytes together.
func cat(parts ...any) (out []byte) {
	for _, part := range parts {
		switch p := part.(type) {
		case int:
			out = append(out, byte(p))
		case byte:
			out = append(out, p)
		case string:
			out = append(out, p...)
		case []byte:
			out = append(out, p...)
		default:
			log.Fatalf("%T", part)
		}
	}
	return out
}

// show is bytes in hexadecimal, long runs of a unit of up to six bytes as such.
func show(data []byte) string {
	var text []byte
	plain := func(b []byte) { text = hex.AppendEncode(text, b) }
	from := 0
	for i := 0; i < len(data); {
		unit, times := 0, 0
		for u := 1; u <= 6 && times == 0; u++ {
			n := 1
			for i+(n+1)*u <= len(data) && bytes.Equal(data[i+n*u:i+(n+1)*u], data[i:i+u]) {
				n++
			}
			if n*u >= 24 && n > 3 {
				unit, times = u, n
			}
		}
		if times == 0 {
			i++
			continue
		}
		plain(data[from:i])
		if i > from {
			text = append(text, ' ')
		}
		text = fmt.Appendf(text, "(%x)*%d", data[i:i+unit], times)
		i += unit * times
		from = i
		if i < len(data) {
			text = append(text, ' ')
		}
	}
	plain(data[from:])
	return string(text)
}

// read adds a message. The reference decides whether it is what level says, and what it
// means; where a reader of the profile differs the case is marked.
func (s *suite) read(level, name, why string, parts ...any) {
	message := cat(parts...)
	if _, ok := s.seen[string(message)]; ok {
		return // one case for one message
	}
	c := conformance.Case{ID: s.group + "/" + name, Level: level, Section: s.section, Why: why}
	text := show(message)
	c.Read = &text
	means, allowed, refusal := s.base.Message(message)
	s.judge(&c, means, allowed, refusal)
	other, _, also := s.extended.Message(message)
	if (refusal == nil) != (also == nil) || refusal == nil && !bytes.Equal(means, other) {
		c.Profile = "base"
	}
	s.seen[string(message)] = c.ID
	s.add(c)
	if level == accept && len(message) <= 24 && c.Profile == "" {
		s.seeds = append(s.seeds, message)
	}
}

// judge holds what a case says to what the reference says.
func (s *suite) judge(c *conformance.Case, means []byte, allowed bool, refusal *reference.Refusal) {
	switch {
	case refusal != nil && c.Level != refuse:
		log.Fatalf("%s: %v", c.ID, refusal)
	case refusal == nil && c.Level == refuse:
		log.Fatalf("%s: the reference reads %.200s", c.ID, means)
	case refusal == nil:
		if allowed {
			c.Level = may
		}
		c.Means = means
	}
}

// stream adds a stream.
func (s *suite) stream(level, name, why string, parts ...any) {
	message := cat(parts...)
	c := conformance.Case{ID: s.group + "/" + name, Level: level, Section: s.section, Why: why}
	text := show(message)
	c.Stream = &text
	means, _, refusal := s.base.Stream(message)
	s.judge(&c, means, level == may, refusal)
	other, _, also := s.extended.Stream(message)
	if (refusal == nil) != (also == nil) || refusal == nil && !bytes.Equal(means, other) {
		c.Profile = "base"
	}
	s.add(c)
}

// ours adds a message of the profile.
func (s *suite) ours(level, name, why string, parts ...any) {
	message := cat(parts...)
	if _, ok := s.seen[string(message)]; ok {
		return
	}
	c := conformance.Case{ID: s.group + "/" + name, Level: level, Section: s.section, Why: why, Profile: "extended"}
	text := show(message)
	c.Read = &text
	means, allowed, refusal := s.extended.Message(message)
	s.judge(&c, means, allowed, refusal)
	s.seen[string(message)] = c.ID
	s.add(c)
}

// ourStream adds a stream of the profile.
func (s *suite) ourStream(name, why string, parts ...any) {
	message := cat(parts...)
	text := show(message)
	c := conformance.Case{ID: s.group + "/" + name, Level: accept, Section: s.section, Why: why, Profile: "extended", Stream: &text}
	means, allowed, refusal := s.extended.Stream(message)
	s.judge(&c, means, allowed, refusal)
	s.add(c)
}

// or adds another answer to the latest case.
func (s *suite) or(means string) {
	c := &s.cases[len(s.cases)-1]
	c.Or = append(c.Or, json.RawMessage(means))
}

func (s *suite) add(c conformance.Case) {
	if s.ids[c.ID] {
		log.Fatal("two cases ", c.ID)
	}
	s.ids[c.ID] = true
	s.cases = append(s.cases, c)
}

// size is n as a SIZE of the form with this code.
func sizeOf(n uint64, code int) []byte {
	v := n<<2 | uint64(code)
	var out []byte
	for i := range 1 << code {
		out = append(out, byte(v>>(8*i)))
	}
	return out
}

// size is n as a SIZE of the shortest form.
func size(n uint64) []byte {
	code := 0
	for limit := uint64(1) << 6; n >= limit; limit <<= 8 << (code - 1) {
		code++
	}
	return sizeOf(n, code)
}

// zeros is n bytes that are zero.
func zeros(n int) []byte { return make([]byte, n) }

// key is a key of one letter.
func key(letter string) []byte { return cat(size(uint64(len(letter))), letter) }
