// This file counts the values that most files are made of: scalars, text, objects, and arrays of these and of numbers.
// It stands on their having been checked, and hands all else to the walker. Types are counted by their headers, and
// a member is looked for where the one after the last was in the object before.

package main

import (
	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// headCount is how many values of a path have a header.
type headCount struct {
	head  byte
	count int64
}

// textHead stands for an element of an array of strings, which has no header: it is that of no value.
const textHead = 0x07

// add counts a value of a path, but not its bytes.
func (n *pathNode) add(head byte) {
	n.count++
	n.addHead(headCount{head, 1})
}

// addHead counts values of a path that have a header.
func (n *pathNode) addHead(h headCount) {
	for i := range n.heads {
		if n.heads[i].head == h.head {
			n.heads[i].count += h.count
			return
		}
	}
	n.heads = append(n.heads, h)
}

// leaf counts a value without children of that size.
func (c *counter) leaf(n *pathNode, head byte, size int) {
	n.add(head)
	n.bytes += int64(size)
	c.heads[head].count++
	c.heads[head].bytes += int64(size)
}

// value counts the value at off, which has been checked, and returns where it ends.
func (c *counter) value(n *pathNode, data []byte, off int) (next int, err error) {
	head := data[off]
	if w := view.PlainWidth[head]; w > 0 {
		c.leaf(n, head, int(w))
		return off + int(w), nil
	}
	h := wire.Header(head)
	switch h.Kind() {
	case wire.KindString:
		size, next, err := textEnd(data, off+1)
		if err != nil {
			return off, err
		}
		c.leaf(n, head, next+size-off)
		return next + size, nil
	case wire.KindNumberArray:
		count, next, err := wire.ReadCount(data, off+1, h.Width())
		if err != nil {
			return off, err
		}
		next += count * h.Width()
		c.leaf(n, head, next-off)
		return next, nil
	case wire.KindObject:
		return c.object(n, data, off)
	case wire.KindArray, wire.KindStringArray:
		return c.array(n, data, off, h.Kind() == wire.KindStringArray)
	}
	return c.walked(n, data, off)
}

// textEnd returns the size of the text at off, and where it begins.
func textEnd(data []byte, off int) (size, start int, err error) {
	if off < len(data) && data[off]&3 == 0 {
		return int(data[off] >> 2), off + 1, nil
	}
	return wire.ReadCount(data, off, 1)
}

// container counts a container with children, of which what precedes them takes size bytes.
func (c *counter) container(n *pathNode, head byte, size int) {
	n.add(head)
	c.heads[head].count++
	c.heads[head].bytes += int64(size)
}

func (c *counter) object(n *pathNode, data []byte, off int) (next int, err error) {
	count, next, err := wire.ReadCount(data, off+1, 2)
	if err != nil {
		return off, err
	}
	if count == 0 {
		c.leaf(n, data[off], next-off)
		return next, nil
	}
	c.container(n, data[off], next-off)
	at := 0 // which member is likely the next one
	keys := 0
	for range count {
		size, start, err := textEnd(data, next)
		if err != nil {
			return off, err
		}
		name := data[start : start+size]
		var child *pathNode
		if at < len(n.names) && n.names[at] == string(name) {
			child = n.children[at]
			at++
		} else {
			child = c.member(n, string(name))
			at = n.after(at, name)
		}
		child.bytes += int64(start + size - next)
		keys += start + size - next
		if next, err = c.value(child, data, start+size); err != nil {
			return off, err
		}
	}
	c.keys.count += int64(count)
	c.keys.bytes += int64(keys)
	n.bytes += int64(next - off)
	return next, nil
}

// after returns the index of the member that followed the one of that name, looked for a little beyond at.
func (n *pathNode) after(at int, name []byte) int {
	const far = 16
	for i := at; i < min(at+far, len(n.names)); i++ {
		if n.names[i] == string(name) {
			return i + 1
		}
	}
	return at
}

// array counts a generic array or one of strings.
func (c *counter) array(n *pathNode, data []byte, off int, texts bool) (next int, err error) {
	count, next, err := wire.ReadCount(data, off+1, 1)
	if err != nil {
		return off, err
	}
	if count == 0 {
		c.leaf(n, data[off], next-off)
		return next, nil
	}
	c.container(n, data[off], next-off)
	child := n.any()
	for range count {
		if !texts {
			next, err = c.value(child, data, next)
		} else {
			var size, start int
			if size, start, err = textEnd(data, next); err == nil {
				c.leaf(child, textHead, start+size-next)
				next = start + size
			}
		}
		if err != nil {
			return off, err
		}
	}
	n.bytes += int64(next - off)
	return next, nil
}

// walked counts any value.
func (c *counter) walked(n *pathNode, data []byte, off int) (next int, err error) {
	c.base, c.data, c.stack, c.keyed = n, data[off:], c.stack[:0], false
	end, err := c.walker.Value(c.data)
	return off + end, err
}

// settle gives what was counted by headers the names of its types.
func (c *counter) settle() {
	c.add("key", c.keys.count, c.keys.bytes)
	for head, t := range c.heads {
		c.add(headName(byte(head)), t.count, t.bytes)
	}
	c.root.settle()
}

func (n *pathNode) settle() {
	for _, h := range n.heads {
		if n.types == nil {
			n.types = map[string]int64{}
		}
		n.types[headName(h.head)] += h.count
	}
	for _, child := range n.children {
		child.settle()
	}
	if n.star != nil {
		n.star.settle()
	}
}

// headName names the type of a header.
func headName(head byte) string {
	h := wire.Header(head)
	switch {
	case head == textHead:
		return describeItem(nil, walk.Item{Role: walk.Text})
	case h.Kind() == wire.KindBool:
		return "bool"
	}
	return h.String()
}
