// This file says what the bytes of a part of the file belong to.

package inspect

import (
	"context"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
)

// Bytes is the answer to "bytes": some bytes of the file, and what they are.
type Bytes struct {
	Off    int     `json:"off"`
	Bytes  []byte  `json:"bytes"`
	Pieces []Piece `json:"pieces"`
}

// A Piece is bytes that belong together. What lies between two is punctuation: delimiters, commas, padding.
type Piece struct {
	Off int `json:"off"`
	End int `json:"end"`
	// Role is header, size, key, value or malformed.
	Role string `json:"role"`
	ID   string `json:"id"` // of the node
}

// maxPieces bounds the answer.
const maxPieces = 16 << 10

// bytes returns n bytes from off on.
func (f *File) bytes(ctx context.Context, off, n int) (any, error) {
	end := min(off+n, len(f.data))
	s := spans{file: f, ctx: ctx, from: off, to: end, list: []Piece{}}
	if off < end {
		if err := s.node(f.root()); err != nil {
			return nil, err
		}
	}
	return Bytes{Off: off, Bytes: append([]byte{}, f.data[off:end]...), Pieces: s.list}, nil
}

// spans collects the pieces between two offsets.
type spans struct {
	file     *File
	ctx      context.Context
	from, to int
	list     []Piece
	depth    int
}

func (s *spans) add(off, end int, role, id string) {
	if off, end = max(off, s.from), min(end, s.to); off < end && len(s.list) < maxPieces {
		s.list = append(s.list, Piece{off, end, role, id})
	}
}

// node adds the pieces of a node.
func (s *spans) node(p part) error {
	if p.Kind == "malformed" {
		s.add(p.Off, p.End, "malformed", p.ID)
		return nil
	}
	if p.Kind != "file" {
		s.head(p)
	}
	if p.inside == nil {
		s.add(p.Head, p.End, "value", p.ID)
		return nil
	}
	if s.depth == maxDepth || len(s.list) >= maxPieces {
		return nil
	}
	o, err := s.file.open(s.ctx, p.ID)
	if err != nil {
		return err
	}
	s.depth++
	defer func() { s.depth-- }()
	i, err := o.around(s.ctx, s.from)
	if err != nil {
		return err
	}
	for i = max(i, 0); len(s.list) < maxPieces; i += stride {
		children, err := o.children(s.ctx, i, stride)
		if err != nil {
			return err
		}
		for _, c := range children {
			begin := c.begin(p.Head)
			if begin >= s.to {
				return nil
			}
			if begin < c.Off {
				s.add(c.Key, c.KeyEnd, "key", c.ID)
			}
			if c.End > s.from {
				if err := s.node(c); err != nil {
					return err
				}
			}
		}
		if len(children) < stride {
			break
		}
	}
	if s.file.format == sniff.JSON && p.Error == "" && p.Kind != "file" {
		s.add(p.End-1, p.End, "header", p.ID)
	}
	return nil
}

// head adds the header of a node, and what stands between it and the contents.
func (s *spans) head(p part) {
	if p.Head == p.Off {
		return
	}
	if p.bare {
		s.add(p.Off, p.Head, "size", p.ID) // of text that has no header
		return
	}
	s.add(p.Off, p.Off+1, "header", p.ID)
	s.add(p.Off+1, p.Head, "size", p.ID)
}
