// Package conformance has the cases of the suite: messages of BEVE, what each means, and
// whether a reader must take it. README.md explains them, and how a reader is tested.
package conformance

import (
	"bytes"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed cases/*.jsonl
var files embed.FS

// Case is one question to a testee.
type Case struct {
	// ID is the group, and what the case is of it.
	ID string `json:"id"`
	// Read is a message, Stream a stream of values, in hexadecimal: "(0504)*3 00" is
	// 05 04 05 04 05 04 00. Write is a value to be written. A case has one of the three.
	Read   *string         `json:"read,omitempty"`
	Stream *string         `json:"stream,omitempty"`
	Write  json.RawMessage `json:"write,omitempty"`
	// Level is "accept", "may" (accept it or refuse it) or "refuse".
	Level string `json:"level"`
	// Means is what the message means to one who accepts it; Or has other answers that are
	// right as well. Without Means, any meaning is right.
	Means json.RawMessage   `json:"means,omitempty"`
	Or    []json.RawMessage `json:"or,omitempty"`
	// Bytes are what may be written. Others says that they are examples: whatever the
	// reference reads as the same value, with the shortest SIZEs, is right.
	Bytes  []string `json:"bytes,omitempty"`
	Others bool     `json:"others,omitempty"`
	// Profile is "extended" where the case is one of the profile of beve-go, "base" where
	// readers of that profile need not do what the case says, and empty otherwise.
	Profile string `json:"profile,omitempty"`
	// Section is that of the specification, or X and the id of an extension.
	Section string `json:"section"`
	// Why is the reason in a line.
	Why string `json:"why"`
}

// Group is what a case belongs to.
func (c *Case) Group() string {
	group, _, _ := strings.Cut(c.ID, "/")
	return group
}

// Message returns the bytes of Read or Stream.
func (c *Case) Message() ([]byte, error) {
	if c.Read != nil {
		return Unhex(*c.Read)
	}
	if c.Stream != nil {
		return Unhex(*c.Stream)
	}
	return nil, nil
}

// maxMessage bounds a message: what repetitions make is not looked at before it is there.
const maxMessage = 1 << 24

// Unhex reads hexadecimal digits with repetitions.
func Unhex(text string) (out []byte, err error) {
	for _, word := range strings.Fields(text) {
		times, digits := 1, word
		if inner, count, ok := strings.Cut(word, ")*"); ok {
			if times, err = strconv.Atoi(count); err != nil || times < 1 || !strings.HasPrefix(inner, "(") {
				return nil, fmt.Errorf("%.40q is not a repetition", word)
			}
			digits = inner[1:]
		}
		piece, err := hex.DecodeString(digits)
		if err != nil {
			return nil, fmt.Errorf("%.40q: %w", word, err)
		}
		if len(piece) > 0 && times > (maxMessage-len(out))/len(piece) {
			return nil, fmt.Errorf("%.40q makes a message of more than %d bytes", word, maxMessage)
		}
		out = append(out, bytes.Repeat(piece, times)...)
	}
	return out, nil
}

// load reads the cases of the suite once.
var load = sync.OnceValues(func() ([]Case, error) { return LoadFrom(files) })

// Load returns all cases, group by group. The slice is the caller's; what cases hold is shared.
func Load() (all []Case, err error) {
	all, err = load()
	return slices.Clone(all), err
}

// LoadFrom returns the cases of the files cases/*.jsonl. What is not a case by the schema is
// an error that names the file, the line and, if there is one, the id.
func LoadFrom(folder fs.FS) (all []Case, err error) {
	names, err := fs.Glob(folder, "cases/*.jsonl")
	if err != nil {
		return nil, err
	}
	seen := map[string]string{} // ids and their places
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		number := 0
		for line := range bytes.Lines(text) {
			number++
			place := fmt.Sprintf("%s:%d", name, number)
			c, err := parseCase(line)
			if err == nil {
				err = c.validate(strings.TrimSuffix(path.Base(name), ".jsonl"))
			}
			if err == nil && seen[c.ID] != "" {
				err = fmt.Errorf("the id is also that of %s", seen[c.ID])
			}
			if err != nil && c.ID != "" {
				return nil, fmt.Errorf("%s: case %q: %w", place, c.ID, err)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", place, err)
			}
			seen[c.ID] = place
			all = append(all, c)
		}
	}
	return all, nil
}

// parseCase reads one line.
func parseCase(line []byte) (c Case, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err = d.Decode(&c); err != nil {
		return c, err
	}
	if _, err = d.Token(); err != io.EOF {
		return c, errors.New("more than one value on the line")
	}
	return c, nil
}

// Levels and Profiles are what cases may say of theirs.
var (
	Levels   = []string{"accept", "may", "refuse"}
	Profiles = []string{"", "base", "extended"}
)

// names of cases, and sections.
var (
	idPattern      = regexp.MustCompile(`^[a-z]+/[A-Za-z0-9.+-]+$`)
	sectionPattern = regexp.MustCompile(`^([1-9][0-9]*(\.[1-9][0-9]*)?|X[0-9]?)$`)
)

// validate says what is wrong with a case of a group.
func (c *Case) validate(group string) error {
	verbs := 0
	for _, there := range []bool{c.Read != nil, c.Stream != nil, c.Write != nil} {
		if there {
			verbs++
		}
	}
	switch {
	case !idPattern.MatchString(c.ID) || c.Group() != group:
		return fmt.Errorf("the id is not %s/NAME", group)
	case !slices.Contains(Levels, c.Level):
		return fmt.Errorf("%q is not a level: accept, may or refuse", c.Level)
	case !slices.Contains(Profiles, c.Profile):
		return fmt.Errorf("%q is not a profile: base, extended, or none", c.Profile)
	case verbs != 1:
		return errors.New("it has not one of read, stream and write")
	case !sectionPattern.MatchString(c.Section):
		return fmt.Errorf("%q is not a section", c.Section)
	case c.Why == "":
		return errors.New("it does not say why")
	case c.Write == nil && (c.Bytes != nil || c.Others):
		return errors.New("bytes are of a value to be written")
	case c.Write != nil && (c.Means != nil || c.Level != "accept" || c.Bytes == nil && !c.Others):
		return errors.New("a value to be written has bytes, is accepted, and means itself")
	case c.Write == nil && c.Level == "accept" && c.Means == nil:
		return errors.New("a message that must be accepted has no meaning")
	case c.Level == "refuse" && c.Means != nil, c.Means == nil && c.Or != nil:
		return errors.New("a meaning where there is none")
	}
	if _, err := c.Message(); err != nil {
		return err
	}
	for _, form := range c.Bytes {
		if _, err := Unhex(form); err != nil {
			return err
		}
	}
	return nil
}
