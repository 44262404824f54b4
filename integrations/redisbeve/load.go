package redisbeve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// patience is how long GetOrLoad waits for Redis to be written, each time.
	patience = 250 * time.Millisecond
	// background is how long a write may go on that nobody waits for.
	background = 5 * time.Second
	// markTTL is how long a mark is kept; what takes longer to load is not stored.
	markTTL = 5 * time.Minute
)

// flight is one load of a key, for all who wait for it.
type flight[T any] struct {
	seen held
	done chan struct{} // closed when the fields below the next line are set

	// Under the lock of the cache: what the key holds as long as the load is not out of
	// date, when that is known, and whether it is out of date.
	base    held
	dropped bool

	value T
	data  []byte // value as bytes; all but the first decode a value of their own from it
	err   error
}

// held is what Redis said of a key that has no value.
type held struct {
	known, there bool // Redis answered; it has the key
	data         string
}

// GetOrLoad returns the value of a key, from the cache or else by load, whose result
// is stored. However many callers of this process wait for one key, load runs once;
// it has the context of the first of them, without its cancellation, so that one
// caller who leaves does not fail the others. Everybody gets a value of their own, which
// shares no memory with those of the others. An ErrNotFound of load is stored too; other
// errors are given to those who wait, and not kept.
//
// A load that panics, or ends its goroutine, is an error for all who wait. OnError gets it
// with the stack.
//
// What was loaded is not stored if the key was set or deleted since the load began, by
// whatever process or program: while it is loaded the key holds a mark, which the value
// replaces in one step. Others take a mark, of up to five minutes, for a miss; it is not
// BEVE. Several processes may load a key at the same time, and one of them stores it.
//
// Redis is not needed for an answer: where it fails, OnError is told, and load gives
// the value. The first read is as patient as the options of the client; a Redis that
// could not be read is not written. Writing is waited for a quarter of a second, once
// before load and once after it, and goes on without the caller for five seconds more.
func (c *Cache[T]) GetOrLoad(ctx context.Context, key string, load func(ctx context.Context) (T, error)) (T, error) {
	for again := false; ; again = true {
		data, err := c.client.Get(ctx, c.opts.Prefix+key).Result()
		seen := held{known: err == nil || errors.Is(err, redis.Nil), there: err == nil, data: data}
		v, err := c.decode(key, data, err)
		switch {
		case err == nil, errors.Is(err, ErrNotFound):
			return v, err
		case ctx.Err() != nil:
			return v, ctx.Err()
		case !errors.Is(err, ErrMiss) && !again:
			c.report(err)
		}
		f, first := c.board(key, seen, again)
		if f == nil {
			continue
		}
		if first {
			go c.fly(context.WithoutCancel(ctx), f, key, load)
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-f.done:
		}
		switch {
		case f.err != nil:
			return v, f.err
		case first:
			return f.value, nil
		case f.data == nil: // which cannot be copied
			v, _, err := c.load(ctx, key, load)
			return v, err
		}
		return c.decode(key, string(f.data), nil)
	}
}

// board returns the flight for a key that holds seen, and whether the caller is the first
// on it. Where there is one that began with something else, it may be out of date: the
// caller is told to look again, and the second time begins another.
func (c *Cache[T]) board(key string, seen held, again bool) (f *flight[T], first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.flights[key]; f != nil {
		if !seen.known || !f.base.there || f.base == seen {
			return f, false
		}
		if !again {
			return nil, false
		}
		f.dropped = true
	} else if !again && isMark(seen.data) {
		return nil, false // perhaps of a load that has ended meanwhile
	}
	f = &flight[T]{seen: seen, done: make(chan struct{})}
	c.flights[key] = f
	return f, true
}

// drop makes loads that are under way out of date.
func (c *Cache[T]) drop(keys ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range keys {
		if f := c.flights[key]; f != nil {
			f.dropped = true
			delete(c.flights, key)
		}
	}
}

// fly loads and stores a value.
func (c *Cache[T]) fly(ctx context.Context, f *flight[T], key string, load func(context.Context) (T, error)) {
	defer func() {
		c.mu.Lock()
		if c.flights[key] == f {
			delete(c.flights, key)
		}
		c.mu.Unlock()
		close(f.done)
	}()
	mark := c.mark(ctx, f.seen, key)
	c.mu.Lock()
	f.base = mark
	c.mu.Unlock()
	if mark.there && !f.seen.there && !isMark(mark.data) { // somebody was faster
		v, err := c.decodeApart(key, mark.data)
		if err == nil || errors.Is(err, ErrNotFound) {
			f.value, f.data, f.err = v, []byte(mark.data), err
			return
		}
	}
	f.value, f.data, f.err = c.load(ctx, key, load)
	if !mark.there {
		return
	}
	data, ttl := f.data, c.opts.TTL
	switch {
	case f.err == nil:
	case errors.Is(f.err, ErrNotFound) && c.opts.NegativeTTL > 0:
		data, ttl = []byte(absent), c.opts.NegativeTTL
	default:
		data = nil
	}
	c.soon(ctx, func(ctx context.Context) error {
		c.mu.Lock()
		dropped := f.dropped
		c.mu.Unlock()
		if dropped {
			data = nil
		}
		return c.replace(ctx, key, mark.data, data, ttl)
	})
}

// loaded is what a loader has given.
type loaded[T any] struct {
	value T
	data  []byte
	err   error
}

// load calls a loader, and writes what it gives as bytes: nil where that fails, which
// OnError is told. Both are code of others, in a goroutine that they may end.
func (c *Cache[T]) load(ctx context.Context, key string, load func(context.Context) (T, error)) (T, []byte, error) {
	out := make(chan loaded[T], 1)
	go func() {
		var r loaded[T]
		r.err = fmt.Errorf("redisbeve: %s: the loader has ended its goroutine", key)
		defer func() {
			if p := recover(); p != nil {
				// Not wrapped: a panic with ErrNotFound does not say that the key has no value.
				r.err = fmt.Errorf("redisbeve: %s: the loader panicked: %v", key, p)
				c.report(fmt.Errorf("%w\n%s", r.err, debug.Stack()))
			}
			out <- r
		}()
		v, err := load(ctx)
		if err == nil {
			var wrong error
			if r.data, wrong = c.encode(&v); wrong != nil {
				r.data = nil
				c.report(fmt.Errorf("redisbeve: %s: %w", key, wrong))
			}
		}
		r.value, r.err = v, err
	}()
	r := <-out
	return r.value, r.data, r.err
}

// decodeApart is decode where methods of T that panic or end their goroutine would do that to one of the cache: what the
// key holds is no T then.
func (c *Cache[T]) decodeApart(key, data string) (T, error) {
	out := make(chan loaded[T], 1)
	go func() {
		r := loaded[T]{err: fmt.Errorf("redisbeve: %s: decoding has ended its goroutine", key)}
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("redisbeve: %s: decoding panicked: %v", key, p)
				c.report(fmt.Errorf("%w\n%s", r.err, debug.Stack()))
			}
			out <- r
		}()
		v, err := c.decode(key, data, nil)
		r.value, r.err = v, err
	}()
	r := <-out
	return r.value, r.err
}

// mark marks a key that has no value as loading, and returns what it holds then: a mark,
// perhaps of another process, or what has come meanwhile. Nothing is there if that is not
// known: what is loaded is not to be stored then.
func (c *Cache[T]) mark(ctx context.Context, seen held, key string) held {
	if !seen.known || seen.there {
		return seen
	}
	own, holds := loading+rand.Text(), make(chan string, 1)
	if c.soon(ctx, func(ctx context.Context) error {
		set, err := c.client.SetNX(ctx, c.opts.Prefix+key, own, markTTL).Result()
		switch {
		case err != nil:
			return err
		case set:
			holds <- own
			return nil
		}
		data, err := c.client.Get(ctx, c.opts.Prefix+key).Result()
		switch {
		case err == nil:
			holds <- data
		case errors.Is(err, redis.Nil):
			return nil
		}
		return err
	}) {
		select {
		case data := <-holds:
			return held{known: true, there: true, data: data}
		default:
		}
	}
	return held{}
}

// replaceScript stores a value where a key still holds its mark, or removes the mark.
var replaceScript = redis.NewScript(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then
	return 0
elseif ARGV[2] == "" then
	return redis.call("DEL", KEYS[1])
elseif ARGV[3] == "0" then
	redis.call("SET", KEYS[1], ARGV[2])
else
	redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
end
return 1`)

// replace replaces a mark, if the key holds it, by data or by nothing. A value that is not
// a mark stays if data is empty.
func (c *Cache[T]) replace(ctx context.Context, key, mark string, data []byte, ttl time.Duration) error {
	if len(data) == 0 && !isMark(mark) {
		return nil
	}
	ms := int64(0)
	if ttl > 0 {
		ms = max(1, ttl.Milliseconds())
	}
	err := replaceScript.Run(ctx, c.client, []string{c.opts.Prefix + key}, mark, data, ms).Err()
	if err != nil {
		return fmt.Errorf("redisbeve: %s: %w", key, err)
	}
	return nil
}

// soon does something with Redis, tells OnError what fails, and returns when it is done,
// or false when that takes too long. It goes on then.
func (c *Cache[T]) soon(ctx context.Context, do func(ctx context.Context) error) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		ctx, cancel := context.WithTimeout(ctx, background)
		defer cancel()
		c.report(do(ctx))
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-done:
		return true
	case <-late.C:
		return false
	}
}

func (c *Cache[T]) report(err error) {
	if err == nil || c.opts.OnError == nil {
		return
	}
	defer func() { _ = recover() }() // in a goroutine of the cache it would end the process
	c.opts.OnError(err)
}
