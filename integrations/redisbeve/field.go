package redisbeve

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// headSize is how much of a value is fetched at first to find its index in.
const headSize = 1 << 10

// Field reads one field of a value that was stored with Options.Indexed, and fetches
// the index and that field alone: worth it where values have many KB. The name is
// that on the wire. A field that the value does not have is beve.ErrMissing.
//
// It takes two round trips. The second reads index and field together, and is done
// again if the index is not the one of the first: a value that is replaced meanwhile
// is never mixed with the one before.
func Field[F, T any](ctx context.Context, c *Cache[T], key, name string) (F, error) {
	var v F
	data, err := c.fetchField(ctx, c.opts.Prefix+key, name)
	if err == nil {
		err = c.opts.Decode.Unmarshal(data, &v)
	}
	switch {
	case errors.Is(err, ErrMiss), errors.Is(err, ErrNotFound):
		return v, err
	case err != nil:
		return v, fmt.Errorf("redisbeve: %s: field %s: %w", key, name, err)
	}
	return v, nil
}

// attempts is how often a value may be replaced under a reader.
const attempts = 8

// fetchField returns the bytes of a field.
func (c *Cache[T]) fetchField(ctx context.Context, key, name string) ([]byte, error) {
	head, err := c.client.GetRange(ctx, key, 0, headSize-1).Bytes()
	for range attempts {
		if err != nil {
			return nil, err
		}
		var place span
		if place, err = c.locate(ctx, key, name, &head); err != nil {
			return nil, err
		}
		index := head[:place.index]
		var again, value *redis.StringCmd
		_, err = c.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
			again = p.GetRange(ctx, key, 0, max(int64(place.index), headSize)-1)
			value = p.GetRange(ctx, key, place.start, place.end)
			return nil
		})
		if err != nil {
			return nil, err
		}
		head, _ = again.Bytes()
		if bytes.HasPrefix(head, index) {
			return value.Bytes()
		}
	}
	return nil, errors.New("the value is replaced faster than it can be read")
}

// span is where a field lies: the bytes from start to end, the latter included, as
// GETRANGE counts. The index ends before byte index.
type span struct {
	index      int
	start, end int64
}

// locate finds a field in the index, and fetches more of the value while the index
// goes on.
func (c *Cache[T]) locate(ctx context.Context, key, name string, head *[]byte) (span, error) {
	for {
		switch {
		case len(*head) == 0:
			return span{}, ErrMiss
		case string(*head) == absent:
			return span{}, ErrNotFound
		case isMark(string((*head)[:min(len(*head), len(loading))])):
			return span{}, ErrMiss
		}
		s, err := find(*head, name)
		if !errors.Is(err, beve.ErrTruncated) {
			return s, err
		}
		more, err := c.client.GetRange(ctx, key, 0, int64(4*len(*head))-1).Bytes()
		if err != nil {
			return span{}, err
		}
		if len(more) <= len(*head) {
			return span{}, beve.ErrTruncated // the source has ended
		}
		*head = more
	}
}

// find looks a name up in the index at the start of a value. The value of the last
// field ends where the message does.
func find(head []byte, name string) (s span, err error) {
	if !wire.IsIndexed(head, 0) {
		return s, fmt.Errorf("%w: the value has no field index", beve.ErrMismatch)
	}
	n, off, err := wire.ReadIndexed(head, 0)
	if err != nil {
		return s, err
	}
	var found, followed bool
	for range n {
		var e wire.IndexEntry
		if e, off, err = wire.ReadIndexEntry(head, off); err != nil {
			return s, err
		}
		if found && !followed {
			followed, s.end = true, int64(e.Offset)-1
		}
		if string(e.Name) == name {
			found, s.start = true, int64(e.Offset)
		}
	}
	if !found {
		return s, beve.ErrMissing
	}
	s.index = off
	s.start += int64(off)
	if followed {
		s.end += int64(off)
	} else {
		s.end = -1
	}
	return s, nil
}
