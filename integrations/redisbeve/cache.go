// Package redisbeve keeps values of one type in Redis as BEVE: a cache with a time
// to live, which loads a missing value once for all who wait, and remembers values that do
// not exist. It writes plain BEVE under plain keys, which programs in other languages can
// read.
//
//	users := redisbeve.New[User](client, redisbeve.Options{Prefix: "user:", TTL: time.Hour})
//
//	user, err := users.GetOrLoad(ctx, id, func(ctx context.Context) (User, error) {
//		return db.User(ctx, id)
//	})
//
// With [Options.Indexed] values have a field index, and [Field] reads one field of a
// large value without fetching the rest.
package redisbeve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	beve "github.com/beve-org/beve-go"
)

var (
	// ErrMiss: the cache does not know the key.
	ErrMiss = errors.New("redisbeve: not in the cache")
	// ErrNotFound: the key has no value. A loader returns it, perhaps
	// wrapped, and the cache remembers it for Options.NegativeTTL.
	ErrNotFound = errors.New("redisbeve: no such value")
)

// absent is what stands for a value that does not exist. It is a delimiter of BEVE
// alone, which no message is.
const absent = "\x06"

// loading begins a mark: what a key holds while its value is loaded, followed by text that
// no other mark has. A mark is not a message either. It is in the key of the value itself, so
// that whatever removes or replaces that, in any program, removes the mark: what a load
// brings is stored in the place of its mark, or not at all.
const loading = absent + "loading "

// isMark reports whether a key that holds data has no value, but one that is loaded.
func isMark(data string) bool { return strings.HasPrefix(data, loading) }

// Options are the choices of a cache.
type Options struct {
	// Prefix begins the names of all keys.
	Prefix string
	// TTL is how long values are kept; 0 keeps them until Redis drops them.
	TTL time.Duration
	// NegativeTTL is how long the cache remembers that a key has no value; 0 does
	// not remember it.
	NegativeTTL time.Duration
	// Indexed writes structs and maps with a field index, for Field. Only readers of
	// the extended profile read those.
	Indexed bool
	// Encode and Decode are the options of values. Encode is not used with Indexed.
	Encode beve.EncodeOptions
	Decode beve.DecodeOptions
	// OnError is told, if it is set, what GetOrLoad does not return: that Redis could
	// not be read or written, or holds something else than a T. The value is loaded
	// then, as if it were not there. It is called in goroutines of any kind; a panic of
	// its own is dropped.
	OnError func(error)
}

// Cache is a cache of values of type T. It is safe for concurrent use.
type Cache[T any] struct {
	client redis.UniversalClient
	opts   Options

	mu      sync.Mutex
	flights map[string]*flight[T] // loads under way, by key
}

// New returns a cache on a client, which stays the caller's to close.
func New[T any](client redis.UniversalClient, opts Options) *Cache[T] {
	return &Cache[T]{client: client, opts: opts, flights: map[string]*flight[T]{}}
}

// Get returns the value of a key: ErrMiss if the cache does not know it, ErrNotFound
// if it knows that there is none.
func (c *Cache[T]) Get(ctx context.Context, key string) (T, error) {
	data, err := c.client.Get(ctx, c.opts.Prefix+key).Result()
	return c.decode(key, data, err)
}

// decode makes a value of what Redis said.
func (c *Cache[T]) decode(key, data string, err error) (v T, _ error) {
	switch {
	case errors.Is(err, redis.Nil):
		return v, ErrMiss
	case err != nil:
		return v, fmt.Errorf("redisbeve: %s: %w", key, err)
	case data == absent:
		return v, ErrNotFound
	case isMark(data):
		return v, ErrMiss
	}
	if err := c.opts.Decode.Unmarshal([]byte(data), &v); err != nil {
		var zero T
		return zero, fmt.Errorf("redisbeve: %s: %w", key, err)
	}
	return v, nil
}

func (c *Cache[T]) encode(v *T) ([]byte, error) {
	if c.opts.Indexed {
		return beve.IndexOptions{}.Marshal(v)
	}
	return c.opts.Encode.Marshal(v)
}

// Set stores a value. The result of a load that is under way, in any process, does not
// replace it.
func (c *Cache[T]) Set(ctx context.Context, key string, v T) error {
	data, err := c.encode(&v)
	if err != nil {
		return fmt.Errorf("redisbeve: %s: %w", key, err)
	}
	defer c.drop(key)
	return c.client.Set(ctx, c.opts.Prefix+key, data, c.opts.TTL).Err()
}

// SetNotFound stores that the key has no value. Without NegativeTTL it removes the key.
func (c *Cache[T]) SetNotFound(ctx context.Context, key string) error {
	if c.opts.NegativeTTL <= 0 {
		return c.Delete(ctx, key)
	}
	defer c.drop(key)
	return c.client.Set(ctx, c.opts.Prefix+key, absent, c.opts.NegativeTTL).Err()
}

// Delete removes keys. A missing key is not an error.
//
// When it has returned without an error, no value that a load began to fetch before is
// stored any more, whichever process loads it: who calls GetOrLoad from then on gets what
// was loaded after. The same holds where another program removes the key. Those who were
// waiting for such a load already get its value. Where Redis answers reads from replicas,
// their lag comes on top.
func (c *Cache[T]) Delete(ctx context.Context, keys ...string) error {
	defer c.drop(keys...)
	_, err := c.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, key := range keys {
			p.Del(ctx, c.opts.Prefix+key)
		}
		return nil
	})
	return err
}

// MGet returns the values of several keys, asked for in one round trip. Keys that
// the cache does not know, or knows to have no value, are not in the result. An error
// comes with the values that could be read all the same.
func (c *Cache[T]) MGet(ctx context.Context, keys ...string) (map[string]T, error) {
	replies := make([]*redis.StringCmd, len(keys))
	// The error is that of the first command that failed, a missing key included; each
	// reply has its own.
	_, _ = c.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, key := range keys {
			replies[i] = p.Get(ctx, c.opts.Prefix+key)
		}
		return nil
	})
	values := make(map[string]T, len(keys))
	var failed []error
	for i, key := range keys {
		data, err := replies[i].Result()
		v, err := c.decode(key, data, err)
		switch {
		case err == nil:
			values[key] = v
		case !errors.Is(err, ErrMiss) && !errors.Is(err, ErrNotFound):
			failed = append(failed, err)
		}
	}
	return values, errors.Join(failed...)
}
