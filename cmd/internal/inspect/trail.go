// This file finds the children of containers: which lies where is known of every 64th, and of the others by passing
// over those before.

package inspect

import (
	"context"
	"sort"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// stride is how many children lie between two whose places are remembered.
const stride = 64

// opened is a container that is being looked at.
type opened struct {
	part
	file   *File
	starts []int // of every stride-th child
	passed int   // children that have been passed over
	next   int   // where the next one begins or, if the count is not known, what precedes it
	done   bool  // there are no more
	bad    *part // the child that is malformed, which is the last
}

// length returns the number of children, -1 while it is not known.
func (o *opened) length() int {
	switch {
	case o.bad != nil:
		return o.passed + 1
	case o.inside.count >= 0:
		return o.inside.count
	case o.done:
		return o.passed
	}
	return -1
}

// start finds the beginning of the next child. It reports false where there is none.
func (o *opened) start() (int, bool) {
	if o.done || o.bad != nil {
		return 0, false
	}
	if o.passed == 0 && len(o.starts) == 0 {
		o.next = o.inside.first
	}
	in := o.inside
	start, ok := o.next, o.passed < in.count
	if in.count < 0 {
		var err error
		if start, ok, err = in.more(o.passed, o.next); err != nil {
			o.fail(part{}, start, err)
			return 0, false
		}
	}
	if !ok {
		o.done = true
		return 0, false
	}
	if o.passed%stride == 0 && len(o.starts) == o.passed/stride {
		o.starts = append(o.starts, start)
	}
	return start, true
}

// fail notes that the next child, at off, is malformed.
func (o *opened) fail(p part, off int, err error) {
	bad := o.named(o.file.wrong(p, off, err), o.passed)
	o.bad = &bad
}

// advance passes over the next child. It reports false where there is none, or it is malformed.
func (o *opened) advance() bool {
	start, ok := o.start()
	if !ok {
		return false
	}
	end, err := o.inside.pass(o.passed, start)
	if err != nil {
		p, childErr := o.inside.child(o.passed, start)
		if childErr != nil {
			p, err = part{}, childErr
		}
		o.fail(p, start, err)
		return false
	}
	o.passed++
	o.next = end
	return true
}

// leap passes over a stride of children. It reports false where that has to be done one by one, which also finds what
// is malformed.
func (o *opened) leap() bool {
	in := o.inside
	if in.run == nil || o.passed%stride != 0 || in.count-o.passed < stride {
		return false
	}
	start, ok := o.start()
	if !ok {
		return false
	}
	end, err := in.run(start, stride)
	if err != nil {
		return false
	}
	o.passed += stride
	o.next = end
	return true
}

// reach passes over children until i of them are passed, or all.
func (o *opened) reach(ctx context.Context, i int) error {
	for o.passed < i && (i-o.passed >= stride && o.leap() || o.advance()) {
		if o.passed%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// named gives child i its ID and path, and its number if it has no name.
func (o *opened) named(p part, i int) part {
	number := strconv.Itoa(i)
	if o.Kind == "file" {
		p.ID, p.Name = number, number
		return p
	}
	p.ID = o.ID + "." + number
	if p.Member {
		p.Path = string(fault.Pointer(o.Path).Key(p.Name).Short())
	} else {
		p.Name, p.Path = number, o.Path+"/"+number
	}
	p.name, p.Name = p.Name, clip(p.Name)
	return p
}

// read returns child i, which begins at start, with its end.
func (o *opened) read(i, start int) (part, int, error) {
	p, err := o.inside.child(i, start)
	if err != nil {
		return p, start, err
	}
	end, err := o.inside.pass(i, start)
	if err != nil {
		return p, start, err
	}
	p.End = end
	return o.named(p, i), end, nil
}

// child returns child i.
func (o *opened) child(ctx context.Context, i int) (part, error) {
	list, err := o.children(ctx, i, 1)
	if err != nil {
		return part{}, err
	}
	if len(list) == 0 {
		return part{}, errNone
	}
	return list[0], nil
}

// children returns up to n children from the one with number from on. Where one is malformed it is the last.
func (o *opened) children(ctx context.Context, from, n int) (list []part, err error) {
	in := o.inside
	if in.at != nil {
		for i := from; i < min(from+n, in.count); i++ {
			p, err := in.child(i, in.at(i))
			if err != nil {
				return list, err
			}
			list = append(list, o.named(p, i))
		}
		return list, nil
	}
	if from > o.passed {
		if err := o.reach(ctx, from); err != nil {
			return nil, err
		}
	}
	if from < o.passed {
		if list, err = o.again(from, n); err != nil {
			return nil, err
		}
	}
	for len(list) < n && ctx.Err() == nil {
		i := o.passed
		start, ok := o.start()
		if !ok || !o.advance() {
			if o.bad != nil && i == o.passed && i >= from {
				list = append(list, *o.bad)
			}
			break
		}
		p, err := in.child(i, start)
		if err != nil {
			p = o.file.wrong(part{}, start, err)
		}
		p.End = o.next
		list = append(list, o.named(p, i))
	}
	return list, ctx.Err()
}

// again returns children that have been passed over.
func (o *opened) again(from, n int) (list []part, err error) {
	i := from - from%stride
	off := o.starts[i/stride]
	for ; i < min(from+n, o.passed); i++ {
		if o.inside.count < 0 && i%stride != 0 {
			if off, _, err = o.inside.more(i, off); err != nil {
				return nil, err
			}
		} else if i%stride == 0 {
			off = o.starts[i/stride]
		}
		if i < from {
			if off, err = o.inside.pass(i, off); err != nil {
				return nil, err
			}
			continue
		}
		p, end, err := o.read(i, off)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		off = end
	}
	return list, nil
}

// around returns the number of the child that offset at lies in or before, passing over children up to it.
func (o *opened) around(ctx context.Context, at int) (int, error) {
	in := o.inside
	if in.at != nil {
		i := sort.Search(in.count, func(i int) bool { return in.at(i) > at }) - 1
		for i > 0 && in.at(i-1) == in.at(i) { // eight booleans share a byte
			i--
		}
		return i, nil
	}
	for o.next <= at && (o.leap() || o.advance()) {
		if o.passed%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	block := sort.Search(len(o.starts), func(i int) bool { return o.starts[i] > at }) - 1
	return max(block, 0) * stride, nil
}
