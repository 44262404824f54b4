package redisbeve_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/redisbeve"
)

// hostile is a value whose method ends what calls it.
type hostile struct{ Do func() }

func (h hostile) AppendBEVE(dst []byte) ([]byte, error) {
	h.Do()
	return beve.Append(dst, 1)
}

// picky is a value whose method does to its reader what its text says.
type picky struct{ text string }

func (p picky) MarshalText() ([]byte, error) { return []byte(p.text), nil }

func (p *picky) UnmarshalText(text []byte) error {
	switch p.text = string(text); p.text {
	case "panic":
		panic("no")
	case "exit":
		runtime.Goexit()
	}
	return nil
}

// faster sets a key just before somebody else marks it.
type faster struct {
	redis.Hook
	set func()
}

func (f faster) DialHook(next redis.DialHook) redis.DialHook { return next }

func (f faster) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (f faster) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if args := cmd.Args(); slices.Contains(args, any("nx")) {
			f.set()
		}
		return next(ctx, cmd)
	}
}

// What another process has stored meanwhile may be what a method of T does not survive. Who waits gets an answer all the
// same, and it is not the zero value.
func TestMethodsThatDoNotReturnFromWhatOthersStored(t *testing.T) {
	_, client := start(t)
	other := redis.NewClient(client.Options())
	defer other.Close()
	var stored string
	sets := 0
	client.AddHook(faster{set: func() {
		sets++
		data, err := beve.Marshal(stored)
		if err == nil {
			err = other.Set(t.Context(), "k", data, 0).Err()
		}
		if err != nil {
			t.Error(err)
		}
	}})
	cache := redisbeve.New[picky](client, redisbeve.Options{})
	for _, stored = range []string{"panic", "exit"} {
		other.Del(t.Context(), "k")
		if v, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (picky, error) { return picky{"loaded"}, nil }); err != nil || v.text != "loaded" {
			t.Errorf("%s: %q, %v", stored, v.text, err)
		}
	}
	if sets != 2 {
		t.Errorf("%d sets", sets)
	}
}

// Whatever a loader does, its process lives, all who wait get an answer, and the next load
// is as good as the first.
func TestLoadersThatDoNotReturn(t *testing.T) {
	_, client := start(t)
	for name, do := range map[string]func(){
		"panics":               func() { panic("no") },
		"panics with an error": func() { panic(fmt.Errorf("x: %w", redisbeve.ErrNotFound)) },
		"panics with nil":      func() { panic(nil) },
		"ends its goroutine":   runtime.Goexit,
	} {
		t.Run(name, func(t *testing.T) {
			var told atomic.Int32
			cache := redisbeve.New[hostile](client, redisbeve.Options{Prefix: name, NegativeTTL: time.Minute,
				OnError: func(error) { told.Add(1); panic("OnError too") }})
			fail := func(load func(context.Context) (hostile, error)) {
				t.Helper()
				var group sync.WaitGroup
				for range 5 {
					group.Go(func() {
						if _, err := cache.GetOrLoad(t.Context(), "k", load); err == nil || errors.Is(err, redisbeve.ErrNotFound) {
							t.Errorf("error %v", err)
						}
					})
				}
				group.Wait()
				if n := client.Exists(t.Context(), name+"k").Val(); n != 0 {
					t.Error("the key holds something:", client.Get(t.Context(), name+"k").Val())
				}
			}
			fail(func(context.Context) (hostile, error) { do(); return hostile{}, nil })
			fail(func(context.Context) (hostile, error) { return hostile{Do: do}, nil })
			if name != "ends its goroutine" && told.Load() == 0 {
				t.Error("OnError was not told")
			}
			if name == "panics" {
				fail(nil)
			}
			got, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (hostile, error) { return hostile{Do: func() {}}, nil })
			if err != nil || got.Do == nil {
				t.Errorf("the next load: %v", err)
			}
		})
	}
}

// Each caller may change its value: with the race detector this fails if two share any.
func TestCallersShareNoMemory(t *testing.T) {
	_, client := start(t)
	for name, opts := range map[string]redisbeve.Options{"plain": {}, "NoCopy": {Decode: beve.DecodeOptions{NoCopy: true}}, "indexed": {Indexed: true}} {
		opts.Prefix = name
		cache := redisbeve.New[*user](client, opts)
		release := make(chan struct{})
		var group sync.WaitGroup
		for i := range 16 {
			group.Go(func() {
				got, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (*user, error) {
					<-release
					u := someUser(7)
					return &u, nil
				})
				if err != nil || got.Name != "user 7" || got.Scores[1] != 7 || !maps.Equal(got.Labels, map[string]string{"team": "red"}) {
					t.Errorf("%+v, %v", got, err)
					return
				}
				got.Name, got.Scores[1], got.Labels["team"] = fmt.Sprint(i), float64(i), "blue"
			})
		}
		time.Sleep(20 * time.Millisecond)
		close(release)
		group.Wait()
	}
	// What cannot be written cannot be copied; it is loaded for each, and shared by none.
	cache := redisbeve.New[map[string]any](client, redisbeve.Options{Prefix: "unwritable"})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (map[string]any, error) {
				time.Sleep(10 * time.Millisecond)
				return map[string]any{"f": func() {}}, nil
			})
			if err != nil || got["f"] == nil {
				t.Errorf("%v, %v", got, err)
				return
			}
			got["g"] = 1
		})
	}
	group.Wait()
}

// What is set or deleted while a value is loaded, by anybody, is not undone by the load;
// and who asks after that does not get what is out of date.
func TestInvalidationDuringALoad(t *testing.T) {
	server, client := start(t)
	_ = server
	ctx := t.Context()
	opts := redisbeve.Options{Prefix: "p:", TTL: time.Minute, NegativeTTL: time.Minute}
	cache, other := redisbeve.New[user](client, opts), redisbeve.New[user](client, opts)
	for name, c := range map[string]struct {
		do   func() error
		want string // what the key holds then; "" is nothing
	}{
		"Delete":                    {func() error { return cache.Delete(ctx, "k") }, ""},
		"Set":                       {func() error { return cache.Set(ctx, "k", someUser(2)) }, "user 2"},
		"SetNotFound":               {func() error { return cache.SetNotFound(ctx, "k") }, "absent"},
		"Delete by another process": {func() error { return other.Delete(ctx, "k") }, ""},
		"Set by another process":    {func() error { return other.Set(ctx, "k", someUser(2)) }, "user 2"},
		"absence by another":        {func() error { return other.SetNotFound(ctx, "k") }, "absent"},
		"DEL by another program":    {func() error { return client.Del(ctx, "p:k").Err() }, ""},
		"FLUSHALL":                  {func() error { return client.FlushAll(ctx).Err() }, ""},
		"nothing":                   {func() error { return nil }, "user 1"},
	} {
		for _, before := range []string{"", "\xff garbage"} {
			t.Run(fmt.Sprintf("%s over %q", name, before), func(t *testing.T) {
				want := c.want
				client.FlushAll(ctx)
				if before != "" {
					client.Set(ctx, "p:k", before, 0)
				}
				began, release, answer := make(chan struct{}), make(chan struct{}), make(chan error, 1)
				go func() {
					got, err := cache.GetOrLoad(ctx, "k", func(context.Context) (user, error) {
						close(began)
						<-release
						return someUser(1), nil
					})
					if err == nil && got.ID != 1 {
						err = fmt.Errorf("got %+v", got)
					}
					answer <- err
				}()
				<-began
				if err := c.do(); err != nil {
					t.Fatal(err)
				}
				if want == "" { // who asks now does not get what was loaded before
					got, err := cache.GetOrLoad(ctx, "k", func(context.Context) (user, error) { return someUser(3), nil })
					if err != nil || got.ID != 3 {
						t.Errorf("%+v, %v", got, err)
					}
					want = "user 3"
				}
				close(release)
				if err := <-answer; err != nil {
					t.Error(err)
				}
				switch got, err := other.Get(ctx, "k"); {
				case want == "absent":
					if !errors.Is(err, redisbeve.ErrNotFound) {
						t.Errorf("%+v, %v", got, err)
					}
				case err != nil || got.Name != want:
					t.Errorf("%+v, %v; want %s", got, err, want)
				}
				if ttl := client.TTL(ctx, "p:k").Val(); ttl <= 0 || ttl > time.Minute {
					t.Errorf("the time to live is %v", ttl)
				}
			})
		}
	}
}

// A key whose value is loaded is a miss for everybody, and nothing stays of a load that
// fails.
func TestTheMarkOfALoadIsAMiss(t *testing.T) {
	_, client := start(t)
	ctx := t.Context()
	broken := errors.New("broken")
	cache := redisbeve.New[user](client, redisbeve.Options{Indexed: true})
	for _, result := range []error{nil, broken, redisbeve.ErrNotFound} {
		client.FlushAll(ctx)
		_, err := cache.GetOrLoad(ctx, "k", func(context.Context) (user, error) {
			if client.Exists(ctx, "k").Val() != 1 {
				t.Error("no mark")
			}
			if _, err := cache.Get(ctx, "k"); !errors.Is(err, redisbeve.ErrMiss) {
				t.Error("Get:", err)
			}
			if got, err := cache.MGet(ctx, "k"); len(got) != 0 || err != nil {
				t.Error("MGet:", got, err)
			}
			if _, err := redisbeve.Field[int](ctx, cache, "k", "id"); !errors.Is(err, redisbeve.ErrMiss) {
				t.Error("Field:", err)
			}
			// Another process loads it too, and stores it.
			if result == nil {
				other := redisbeve.New[user](client, redisbeve.Options{Indexed: true})
				if got, err := other.GetOrLoad(ctx, "k", func(context.Context) (user, error) { return someUser(2), nil }); err != nil || got.ID != 2 {
					t.Error("another process:", got, err)
				}
			}
			return someUser(1), result
		})
		if !errors.Is(err, result) {
			t.Errorf("%v, want %v", err, result)
		}
		if n := client.Exists(ctx, "k").Val(); (n == 1) != (result == nil) {
			t.Errorf("%v: %d keys are left", result, n)
		}
	}
}

// faultyHook fails or delays the commands of one name.
type faultyHook struct {
	command string
	do      func(ctx context.Context) error
}

func (h faultyHook) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h faultyHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if strings.EqualFold(cmd.Name(), h.command) {
			if err := h.do(ctx); err != nil {
				cmd.SetErr(err)
				return err
			}
		}
		return next(ctx, cmd)
	}
}

func (h faultyHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

// At every command Redis fails, hangs, or the caller leaves: the answer is the loader's,
// and soon.
func TestAnswersNeedNoRedis(t *testing.T) {
	server, _ := start(t)
	down := errors.New("Redis is down")
	for _, command := range []string{"get", "set", "evalsha", "eval"} {
		for _, kind := range []string{"fails", "hangs"} {
			if command == "get" && kind == "hangs" {
				continue // which is up to the options of the client
			}
			t.Run(command+" "+kind, func(t *testing.T) {
				t.Parallel()
				client := redis.NewClient(&redis.Options{Addr: server.Addr(), MaxRetries: -1})
				defer client.Close()
				end := make(chan struct{})
				defer close(end)
				client.AddHook(faultyHook{command, func(context.Context) error {
					if kind == "hangs" {
						<-end
					}
					return down
				}})
				var told atomic.Int32
				cache := redisbeve.New[user](client, redisbeve.Options{Prefix: command + kind, OnError: func(error) { told.Add(1) }})
				leaving, leave := context.WithCancel(t.Context())
				left := make(chan error, 1)
				began, release := make(chan struct{}), make(chan struct{})
				load := func(ctx context.Context) (user, error) {
					select {
					case <-began:
					default:
						close(began)
					}
					<-release
					return someUser(7), ctx.Err()
				}
				go func() {
					_, err := cache.GetOrLoad(leaving, "k", load)
					left <- err
				}()
				<-began
				leave()
				if err := <-left; !errors.Is(err, context.Canceled) {
					t.Errorf("who leaves gets %v", err)
				}
				time.AfterFunc(10*time.Millisecond, func() { close(release) })
				at := time.Now()
				got, err := cache.GetOrLoad(t.Context(), "k", load)
				if took := time.Since(at); err != nil || got.ID != 7 || took > 2*time.Second {
					t.Errorf("%+v, %v after %v", got, err, took)
				}
				if kind == "fails" && command == "get" && told.Load() == 0 {
					t.Error("OnError was not told")
				}
			})
		}
	}
}
