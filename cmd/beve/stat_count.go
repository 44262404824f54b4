// This file counts the bytes of a source by path and by type, in memory that does
// not grow with the source beyond a fixed number of different paths.

package main

import (
	"io"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// Bounds of the tree of paths. What is beyond them is counted under "*".
const (
	maxNames = 1_000   // of one object
	maxPaths = 100_000 // in all
	maxBytes = 1_000   // of a name
)

// pathNode is a path: the sum of all values that have it.
type pathNode struct {
	count, bytes int64
	types        map[string]int64
	heads        []headCount // of the types that stat_plain.go counts, by their headers
	names        []string    // in the order of their first appearance
	children     []*pathNode // in that order
	named        map[string]*pathNode
	star         *pathNode
}

// each calls f for n and all below, in order.
func (n *pathNode) each(path translator.Pointer, depth int, f func(path string, depth int, n *pathNode)) {
	f(string(path), depth, n)
	for _, name := range n.names {
		n.named[name].each(path.Key(name), depth+1, f)
	}
	if n.star != nil {
		n.star.each(path+"/*", depth+1, f)
	}
}

// typeCount is what the headers, or keys, of one type come to.
type typeCount struct{ count, bytes int64 }

// counter holds the counts.
type counter struct {
	limits     translator.Limits
	values     int64
	delimiters int64
	framed     bool
	full       bool // paths were counted together because there are too many
	root       *pathNode
	base       *pathNode // of the value that the walker passes over
	paths      int
	heads      [256]typeCount // of the types that stat_plain.go counts, by their headers
	keys       typeCount
	types      map[string]*typeCount

	data   []byte
	walker walk.Walker
	stack  []*pathNode // the nodes of the value being visited and what it is in
	keyed  bool        // the item before was the key of this one
}

func newCounter(limits translator.Limits, typeTags bool) *counter {
	c := &counter{limits: limits, root: new(pathNode), types: map[string]*typeCount{}}
	c.walker = walk.Walker{Visit: c.item, Leave: c.leave, Limits: wire.Limits(limits), TypeTags: typeTags}
	return c
}

// source counts all values of src, in parts.
func (c *counter) source(src *source.Source, workers int) error {
	err := source.InParts(src, source.Work[*counter]{
		Jobs: workers,
		Do: func(part *source.Source) (*counter, error) {
			p := newCounter(c.limits, c.walker.TypeTags)
			err := p.each(part)
			if err == nil && p.full {
				err = source.ErrAlone // which paths are counted together depends on those before
			}
			return p, err
		},
		Take: func(p *counter) error {
			if c.full || c.paths+p.paths > maxPaths || !c.root.holds(p.root) {
				return source.ErrAlone
			}
			c.merge(p)
			return nil
		},
		Rest: c.each,
	})
	if err != nil {
		return err
	}
	c.settle()
	if src.Format != source.BEVE {
		c.delimiters = max(c.values-1, 0)
	}
	if c.framed {
		c.add("framing header", 1, 2)
	}
	c.add("delimiter", c.delimiters, c.delimiters)
	return nil
}

// each counts the values of a source, or of a part of one.
func (c *counter) each(src *source.Source) error {
	values := src.Values()
	for {
		v, err := values.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if _, err := c.value(c.root, v.Data, 0); err != nil {
			return src.FailAt(v, err)
		}
	}
	c.values += values.Count
	c.delimiters += values.Delimiters
	c.framed = c.framed || values.Framed
	return nil
}

// add counts n things of a type.
func (c *counter) add(name string, n, bytes int64) {
	if n == 0 {
		return
	}
	t := c.types[name]
	if t == nil {
		t = new(typeCount)
		c.types[name] = t
	}
	t.count += n
	t.bytes += bytes
}

// node returns the node of an item, which is the last on the stack then.
func (c *counter) node(it walk.Item) *pathNode {
	if c.keyed {
		// The value of the key before, which has found its node.
		c.keyed = false
		return c.stack[it.Depth]
	}
	c.keyed = it.Role == walk.Key
	c.stack = c.stack[:min(len(c.stack), it.Depth)]
	n := c.base
	if it.Depth > 0 {
		n = c.child(c.stack[it.Depth-1], it)
	}
	c.stack = append(c.stack, n)
	return n
}

// child returns the node of the item below parent.
func (c *counter) child(parent *pathNode, it walk.Item) *pathNode {
	name, named := c.walker.Last()
	if c.keyed && it.Header.Kind() == wire.KindIntObject {
		named = false
	}
	if !named {
		return parent.any()
	}
	return c.member(parent, name)
}

// any returns the node of what has no name of its own below n.
func (n *pathNode) any() *pathNode {
	if n.star == nil {
		n.star = new(pathNode)
	}
	return n.star
}

// member returns the node of a name below parent.
func (c *counter) member(parent *pathNode, name string) *pathNode {
	if n := parent.named[name]; n != nil {
		return n
	}
	if len(name) > maxBytes {
		return parent.any()
	}
	if len(parent.names) >= maxNames || c.paths >= maxPaths {
		c.full = true
		return parent.any()
	}
	name = strings.Clone(name)
	if parent.named == nil {
		parent.named = map[string]*pathNode{}
	}
	n := new(pathNode)
	parent.named[name] = n
	parent.names = append(parent.names, name)
	parent.children = append(parent.children, n)
	c.paths++
	return n
}

// item counts one construct; of a container, what precedes its children.
func (c *counter) item(it walk.Item) error {
	n := c.node(it)
	size := int64(it.End - it.Off)
	name := describeItem(c.data, it)
	if it.Header.Kind() == wire.KindBool && it.Role == walk.Value {
		name = "bool"
	}
	c.add(name, 1, size)
	if it.Role == walk.Key {
		n.bytes += size
		return nil
	}
	n.count++
	if n.types == nil {
		n.types = map[string]int64{}
	}
	n.types[name]++
	if it.Children == 0 {
		n.bytes += size
	}
	return nil
}

// leave counts what a container holds, and itself.
func (c *counter) leave(it walk.Item, end int) error {
	c.stack[it.Depth].bytes += int64(end - it.Off)
	return nil
}

// merge adds what has been counted of the values that follow.
func (c *counter) merge(next *counter) {
	c.values += next.values
	c.delimiters += next.delimiters
	c.framed = c.framed || next.framed
	c.keys.add(next.keys)
	for i := range c.heads {
		c.heads[i].add(next.heads[i])
	}
	for name, t := range next.types {
		c.add(name, t.count, t.bytes)
	}
	c.mergeNode(c.root, next.root)
}

func (t *typeCount) add(more typeCount) {
	t.count += more.count
	t.bytes += more.bytes
}

// mergeNode adds a path of what follows to the same path, and all below.
func (c *counter) mergeNode(to, from *pathNode) {
	to.count += from.count
	to.bytes += from.bytes
	for _, h := range from.heads {
		to.addHead(h)
	}
	for name, n := range from.types {
		if to.types == nil {
			to.types = map[string]int64{}
		}
		to.types[name] += n
	}
	for i, name := range from.names {
		c.mergeNode(c.member(to, name), from.children[i])
	}
	if from.star != nil {
		c.mergeNode(to.any(), from.star)
	}
}

// holds reports whether all paths of from have room in n.
func (n *pathNode) holds(from *pathNode) bool {
	more := 0
	for i, name := range from.names {
		switch of := n.named[name]; {
		case of == nil:
			more++
		case !of.holds(from.children[i]):
			return false
		}
	}
	if len(n.names)+more > maxNames {
		return false
	}
	return from.star == nil || n.star == nil || n.star.holds(from.star)
}
