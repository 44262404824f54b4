// This file is the questions that the page asks.

package inspect

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// About is the answer to "file".
type About struct {
	Name   string `json:"name"`
	Note   string `json:"note,omitempty"`
	Format string `json:"format"`
	Size   int    `json:"size"`
	Root   Node   `json:"root"`
}

// Children is the answer to "children": some of them, from a number on. Count is that of all, -1 if not known yet.
type Children struct {
	From  int    `json:"from"`
	Count int    `json:"count"`
	Nodes []Node `json:"nodes"`
}

// Found is the answer to "find" and "at": the nodes on the way from the file to the one that is looked for.
type Found struct {
	Way []Node `json:"way"`
	// Missing says what is not there: the way ends before it.
	Missing string   `json:"missing,omitempty"`
	Names   []string `json:"names,omitempty"` // of members that there are instead
}

// Detail is the answer to "detail": a node, what the bits of its header mean, and more of its text.
type Detail struct {
	Node Node   `json:"node"`
	Bits []Bits `json:"bits,omitempty"`
	Text string `json:"text,omitempty"`
	Cut  bool   `json:"cut,omitempty"` // Text is the beginning
}

// Check is the answer to "check".
type Check struct {
	Values  int    `json:"values"`
	Error   string `json:"error,omitempty"`
	ErrorAt int    `json:"errorAt"`
	Path    string `json:"path,omitempty"`
}

// Most of what one question may ask for.
const (
	maxChildren = 1000
	maxBytes    = 16 << 10
	maxText     = 1 << 20
)

// errQuestion is the error for a question that makes no sense.
var errQuestion = errors.New("no such question")

// Answer answers a question. ask returns the arguments by their names.
func (f *File) Answer(ctx context.Context, question string, ask func(name string) string) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number := func(name string, most int) int {
		n, _ := strconv.Atoi(ask(name))
		return min(max(n, 0), most)
	}
	most := 8 * len(f.data) // a byte may be eight booleans
	id := ask("id")
	switch question {
	case "file":
		return About{f.name, f.note, f.format.String(), len(f.data), f.root().Node}, nil
	case "children":
		return f.childrenOf(ctx, id, number("from", most), number("n", maxChildren))
	case "find":
		return f.find(ctx, ask("path"))
	case "at":
		return f.locate(ctx, number("off", len(f.data)))
	case "bytes":
		return f.bytes(ctx, number("off", len(f.data)), number("n", maxBytes))
	case "detail":
		return f.detail(ctx, id)
	case "plot":
		return f.plot(ctx, id, number("n", 4096))
	case "matrix":
		return f.picture(ctx, id, number("n", 512))
	case "grid":
		return f.grid(ctx, id, number("from", most), number("n", maxChildren), number("column", most))
	case "check":
		return f.check(ctx)
	}
	return nil, errQuestion
}

func (f *File) childrenOf(ctx context.Context, id string, from, n int) (any, error) {
	o, err := f.open(ctx, id)
	if err != nil {
		return nil, err
	}
	list, err := o.children(ctx, from, n)
	if err != nil {
		return nil, err
	}
	if len(list) < n && o.inside.count < 0 {
		o.start() // which may find that there are no more
	}
	return Children{From: from, Count: o.length(), Nodes: nodes(list)}, nil
}

func nodes(list []part) []Node {
	all := make([]Node, len(list))
	for i, p := range list {
		all[i] = p.Node
	}
	return all
}

// find follows a path: a JSON Pointer in the first value, or in that whose number is in front of it, as in "#3/name".
func (f *File) find(ctx context.Context, path string) (any, error) {
	value := 0
	if number, ok := strings.CutPrefix(path, "#"); ok {
		number, rest, _ := strings.Cut(number, "/")
		if len(rest) > 0 || strings.HasSuffix(path, "/") {
			rest = "/" + rest
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return Found{Way: []Node{f.root().Node}, Missing: "#" + clip(number) + " is not the number of a value"}, nil
		}
		value, path = n, rest
	}
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	segments, ok := fault.Pointer(path).Segments()
	if !ok {
		return Found{Way: []Node{f.root().Node}, Missing: "a path is a JSON Pointer, as in /name/0"}, nil
	}
	way := []Node{f.root().Node}
	o, err := f.open(ctx, "")
	if err != nil {
		return nil, err
	}
	p, err := o.child(ctx, value)
	if errors.Is(err, errNone) {
		return Found{Way: way, Missing: "there is no value #" + itoa(value)}, nil
	}
	for err == nil {
		way = append(way, p.Node)
		name, more := segments.Next()
		if !more {
			return Found{Way: way}, nil
		}
		var next *part
		var names []string
		if next, names, err = f.named(ctx, p, name); err == nil && next == nil {
			missing := fmt.Sprintf("%s in this %s of %s", fault.Quote(name), p.Kind, plural(max(p.Count, 0), "part"))
			if p.Count < 0 {
				missing = fmt.Sprintf("%s in this %s", fault.Quote(name), p.Kind)
			}
			return Found{Way: way, Missing: "there is no " + missing, Names: names}, nil
		}
		if err == nil {
			p = *next
		}
	}
	return nil, err
}

// shownNames is how many names are told of where one is not found.
const shownNames = 12

// named returns the member or element of that name, nil if there is none, and then names that there are.
func (f *File) named(ctx context.Context, p part, name string) (*part, []string, error) {
	if p.inside == nil {
		return nil, nil, nil
	}
	o, err := f.open(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	if p.Kind == "array" {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || strconv.Itoa(i) != name {
			return nil, nil, nil
		}
		c, err := o.child(ctx, i)
		if errors.Is(err, errNone) {
			return nil, nil, nil
		}
		return &c, nil, err
	}
	// Of repeated members the last counts.
	var last *part
	var names []string
	for i := 0; ; i += maxChildren {
		list, err := o.children(ctx, i, maxChildren)
		if err != nil {
			return nil, nil, err
		}
		for k := range list {
			if list[k].name == name {
				last = &list[k]
			}
			if len(names) < shownNames && list[k].Member {
				names = append(names, list[k].Name)
			}
		}
		if len(list) < maxChildren {
			return last, names, nil
		}
	}
}

// locate leads to the innermost node that an offset lies in.
func (f *File) locate(ctx context.Context, at int) (any, error) {
	p := f.root()
	way := []Node{p.Node}
	for p.inside != nil && len(way) <= maxDepth {
		o, err := f.open(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		i, err := o.around(ctx, at)
		if err != nil {
			return nil, err
		}
		list, err := o.children(ctx, max(i, 0), stride+1)
		if err != nil {
			return nil, err
		}
		found := false
		for _, c := range list {
			if c.begin(p.Head) <= at && at < c.End {
				p, found = c, true
				break
			}
		}
		if !found {
			break
		}
		way = append(way, p.Node)
	}
	return Found{Way: way}, nil
}

// begin returns where the node begins, with its name if that is among the contents of its container, which begin at
// head.
func (n *Node) begin(head int) int {
	if n.KeyEnd > n.Key && n.Key >= head {
		return n.Key
	}
	return n.Off
}

// detail is more of one node.
func (f *File) detail(ctx context.Context, id string) (any, error) {
	p, err := f.part(ctx, id)
	if err != nil {
		return nil, err
	}
	d := Detail{Node: p.Node, Bits: f.header(p)}
	if p.Kind == "string" && p.Error == "" {
		text := f.data[p.Head:p.End]
		if f.format == sniff.JSON {
			text = f.data[p.Head : p.End-1]
		}
		if d.Cut = len(text) > maxText; d.Cut {
			text = text[:maxText]
		}
		if f.format == sniff.JSON && !d.Cut {
			text = jsontext.AppendUnescaped(nil, text)
		}
		d.Text = strings.ToValidUTF8(string(text), "\ufffd")
	}
	return d, nil
}

// check reads all of the file.
func (f *File) check(ctx context.Context) (any, error) {
	o, err := f.open(ctx, "")
	if err != nil {
		return nil, err
	}
	for i := 0; ; i++ {
		c, err := o.child(ctx, i)
		if errors.Is(err, errNone) {
			return Check{Values: i}, nil
		}
		if err != nil {
			return nil, err
		}
		if c.Error != "" { // of BEVE all is checked that is passed over
			return Check{Values: i, Error: c.Error, ErrorAt: c.ErrorAt}, nil
		}
		data := f.data[c.Off:c.End]
		switch f.format {
		case sniff.JSON:
			if !jsontext.Valid(data, maxDepth) || !jsontext.ValidUTF8(data) {
				err = jsontext.Check(data, maxDepth)
			}
		case sniff.MsgPack:
			err = msgwire.ValidateOptions{Limits: limits, UTF8: true}.Validate(data)
		}
		if d, ok := fault.Decoding(err); ok {
			return Check{Values: i, Error: d.Err.Error(), ErrorAt: c.Off + int(d.Offset), Path: string(d.Path)}, nil
		}
		if err != nil {
			return Check{Values: i, Error: err.Error(), ErrorAt: c.Off}, nil
		}
	}
}
