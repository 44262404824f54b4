// Command redis caches values in Redis: what is missing is loaded once however many
// ask for it, what does not exist is remembered, several values come in one round
// trip, and one field of a large value comes without the rest.
//
//	GOWORK=off go run -C examples/redis .
//
// It runs a redis-server of its own, unless REDIS_ADDR names one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/beve-org/beve-go/integrations/redisbeve"
	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

// Track is what is cached: a recording, with a description that is short and samples
// that are many.
type Track struct {
	Title   string        `json:"title"`
	Length  time.Duration `json:"length"`
	Samples []float32     `json:"samples"`
}

// database stands for what is slow. It counts how often it is asked.
type database struct{ asked atomic.Int64 }

func (d *database) track(ctx context.Context, id string) (Track, error) {
	d.asked.Add(1)
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
		return Track{}, ctx.Err()
	}
	if id == "404" {
		return Track{}, fmt.Errorf("track %s: %w", id, redisbeve.ErrNotFound)
	}
	return Track{"No. " + id, 215 * time.Second, make([]float32, 10_000)}, nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := connect(ctx, os.Getenv("REDIS_ADDR")); err != nil {
		stop()
		log.Fatal(err)
	}
}

// connect runs the example on the server at an address, or on one of its own.
func connect(ctx context.Context, addr string) error {
	if addr == "" {
		server, err := redistest.Start(ctx)
		if err != nil {
			return err
		}
		defer server.Close()
		addr = server.Addr()
	}
	client := redis.NewClient(&redis.Options{Addr: addr})
	defer client.Close()
	if err := client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("redis at %s: %w", addr, err)
	}
	return run(ctx, os.Stdout, client)
}

func run(ctx context.Context, w io.Writer, client *redis.Client) error {
	s := &shop{client: client, tracks: redisbeve.New[Track](client, redisbeve.Options{
		Prefix:      prefix,
		TTL:         time.Hour,
		NegativeTTL: time.Minute,
		Indexed:     true, // so that Field reads single ones
		OnError:     func(err error) { log.Print(err) },
	})}
	defer func() {
		// Also when the context has ended: the server may be that of others.
		if err := s.tracks.Delete(context.WithoutCancel(ctx), "1", "2", "404"); err != nil {
			log.Print(err)
		}
	}()
	for _, step := range []func(context.Context, io.Writer) error{s.loadOnce, s.absent, s.several, s.oneField} {
		if err := step(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// prefix begins the keys of the example.
const prefix = "example:track:"

// shop has tracks in a database, and a cache in front of it.
type shop struct {
	client *redis.Client
	tracks *redisbeve.Cache[Track]
	db     database
}

// track returns a track from the cache, or else from the database.
func (s *shop) track(ctx context.Context, id string) (Track, error) {
	return s.tracks.GetOrLoad(ctx, id, func(ctx context.Context) (Track, error) { return s.db.track(ctx, id) })
}

// loadOnce has a hundred ask for a track that is not in the cache.
func (s *shop) loadOnce(ctx context.Context, w io.Writer) error {
	failed := make([]error, 100)
	var group sync.WaitGroup
	for i := range failed {
		group.Go(func() { _, failed[i] = s.track(ctx, "1") })
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d asked for a track: %d question(s) to the database\n", len(failed), s.db.asked.Swap(0))
	return nil
}

// absent asks for a track that does not exist, again and again.
func (s *shop) absent(ctx context.Context, w io.Writer) error {
	for range 3 {
		if _, err := s.track(ctx, "404"); !errors.Is(err, redisbeve.ErrNotFound) {
			return fmt.Errorf("a track that does not exist: %w", err)
		}
	}
	fmt.Fprintf(w, "3 asked for none: %d question(s) to the database\n", s.db.asked.Swap(0))
	return nil
}

// several reads four tracks in one round trip. Those that are not in the cache are not
// in the result.
func (s *shop) several(ctx context.Context, w io.Writer) error {
	if err := s.tracks.Set(ctx, "2", Track{Title: "Intermezzo", Length: 90 * time.Second}); err != nil {
		return err
	}
	found, err := s.tracks.MGet(ctx, "1", "2", "3", "404")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "of 4 tracks %d are in the cache; %s takes %v\n", len(found), found["2"].Title, found["2"].Length)
	return nil
}

// oneField reads the title of a track, and not its samples.
func (s *shop) oneField(ctx context.Context, w io.Writer) error {
	size, err := s.client.StrLen(ctx, prefix+"1").Result()
	if err != nil {
		return err
	}
	title, err := redisbeve.Field[string](ctx, s.tracks, "1", "title")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "of the %d bytes of a track, the title alone: %s\n", size, title)
	return nil
}
