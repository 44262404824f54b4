package parquetfile

import (
	"fmt"
	"hash/crc32"
	"math"
)

// This file puts pages that are encoded behind each other, compressed: at once, or by a goroutine of its own where a worker
// has nothing else to do, in which case they come to their places when the column is finished.

// pendingPage is a page that is being compressed.
type pendingPage struct {
	of   page
	kind int32
	done chan struct{} // nil if it is compressed already
	packedPage
}

// packedPage is a page after its header, and its size before compression.
type packedPage struct {
	out  []byte
	size int64
	err  error
}

// addPage adds a page, whose body is in the memory that is c.scratch, or is the dictionary.
func (c *Column) addPage(body []byte, p page, kind int32, details func(m *message)) {
	if len(body) > maxPage {
		c.fail(fmt.Errorf("column %.100q: %w: a page of %d bytes", c.leaf.Path, ErrLimit, len(body)))
		return
	}
	if len(body) >= worthHelp && c.pack.helps() {
		next := &pendingPage{of: p, kind: kind, done: make(chan struct{})}
		if kind == pageData {
			c.scratch = c.pack.scratch() // body is read there until it is compressed
		}
		c.pending = append(c.pending, next)
		go func() {
			next.packedPage = c.packed(nil, body, kind, details)
			if kind == pageData {
				c.pack.scraps.Put(&body)
			}
			c.pack.ends()
			close(next.done)
		}()
		return
	}
	if len(c.pending) > 0 {
		c.pending = append(c.pending, &pendingPage{of: p, kind: kind, packedPage: c.packed(nil, body, kind, details)})
		return
	}
	dst := &c.data
	if kind == pageDictionary {
		dst = &c.head
	}
	start := len(*dst)
	done := c.packed(*dst, body, kind, details)
	*dst = done.out
	c.added(p, kind, len(*dst)-start, done)
}

// worthHelp is the size below which handing a page to another goroutine takes longer than compressing it.
const worthHelp = 4 << 10

// packed appends a page, compressed, after its header. It changes nothing of the column.
func (c *Column) packed(dst, body []byte, kind int32, details func(m *message)) packedPage {
	packed, err := c.pack.pack(body)
	if err == nil && len(packed) > math.MaxInt32 {
		err = ErrLimit
	}
	if err != nil {
		return packedPage{out: dst, err: fmt.Errorf("column %.100q: a page of %d bytes: %w", c.leaf.Path, len(body), err)}
	}
	m := &message{out: dst}
	m.group(func() {
		m.int32(1, kind)
		m.int32(2, int32(len(body)))
		m.int32(3, int32(len(packed)))
		m.int32(4, int32(crc32.ChecksumIEEE(packed)))
		details(m)
	})
	size := int64(len(m.out) - len(dst) + len(body))
	return packedPage{out: append(m.out, packed...), size: size}
}

// added counts a page that takes the last bytes of its part of the column.
func (c *Column) added(p page, kind int32, bytes int, done packedPage) {
	if done.err != nil {
		c.fail(done.err)
		return
	}
	c.total.size += done.size
	if kind == pageData {
		p.at, p.size = len(c.data)-bytes, bytes
		c.pages = append(c.pages, p)
	}
}

// Finish encodes and compresses what is left. [Writer.Add] does so where it has not been
// done; it is what several goroutines may do at a time, each for a column.
func (c *Column) Finish() {
	c.end()
	c.settle()
}

// end encodes what is left.
func (c *Column) end() {
	if c.n > 0 {
		c.endPage()
	}
	if !c.uses || c.headed {
		return
	}
	c.headed = true
	values := int32(c.dictionary.n)
	c.addPage(c.dictionary.plain, page{}, pageDictionary, func(m *message) {
		m.in(7, func() {
			m.int32(1, values)
			m.int32(2, encodingPlain)
		})
	})
}

// settle puts pages that others have compressed in their places.
func (c *Column) settle() {
	for i, next := range c.pending {
		if next.done != nil {
			<-next.done
		}
		if next.kind == pageDictionary {
			c.head = append(c.head, next.out...)
		} else {
			c.data = append(c.data, next.out...)
		}
		c.added(next.of, next.kind, len(next.out), next.packedPage)
		c.pending[i] = nil
	}
	c.pending = c.pending[:0]
}
