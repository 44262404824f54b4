// Package conformance has the cases of the suite: messages of BEVE, what each means, and
// whether a reader must take it. README.md explains them, and how a reader is tested.
package conformance

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
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
	// right as well.
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

// Unhex reads hexadecimal digits with repetitions.
func Unhex(text string) (out []byte, err error) {
	for _, word := range strings.Fields(text) {
		times := 1
		if inner, count, ok := strings.Cut(word, ")*"); ok {
			if times, err = strconv.Atoi(count); err != nil {
				return nil, err
			}
			word = strings.TrimPrefix(inner, "(")
		}
		piece, err := hex.DecodeString(word)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", word, err)
		}
		out = append(out, bytes.Repeat(piece, times)...)
	}
	return out, nil
}

// Load returns all cases, group by group.
func Load() (all []Case, err error) {
	entries, err := files.ReadDir("cases")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		text, err := files.ReadFile(path.Join("cases", entry.Name()))
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var c Case
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				return nil, fmt.Errorf("%s: %w", entry.Name(), err)
			}
			all = append(all, c)
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}
