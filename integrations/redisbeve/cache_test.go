package redisbeve_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/redisbeve"
)

type user struct {
	ID      int               `json:"id"`
	Name    string            `json:"name"`
	Scores  []float64         `json:"scores"`
	Labels  map[string]string `json:"labels,omitempty"`
	Created time.Time         `json:"created"`
}

func someUser(id int) user {
	return user{id, fmt.Sprint("user ", id), []float64{1.5, float64(id)}, map[string]string{"team": "red"},
		time.Date(2024, 2, 29, 12, 0, 0, 1, time.UTC)}
}

func TestSetAndGet(t *testing.T) {
	_, client := start(t)
	ctx := t.Context()
	cache := redisbeve.New[user](client, redisbeve.Options{Prefix: "user:", TTL: time.Minute})
	if _, err := cache.Get(ctx, "7"); !errors.Is(err, redisbeve.ErrMiss) {
		t.Errorf("a key that was never set: %v", err)
	}
	if err := cache.Set(ctx, "7", someUser(7)); err != nil {
		t.Fatal(err)
	}
	if got, err := cache.Get(ctx, "7"); err != nil || !reflect.DeepEqual(got, someUser(7)) {
		t.Errorf("%+v, %v", got, err)
	}
	// What others see is a plain message, under a plain key, with a time to live.
	data, err := client.Get(ctx, "user:7").Bytes()
	if err != nil || !beve.Valid(data) {
		t.Errorf("%x, %v", data, err)
	}
	if ttl := client.TTL(ctx, "user:7").Val(); ttl <= 0 || ttl > time.Minute {
		t.Errorf("the time to live is %v", ttl)
	}
	if err := cache.Delete(ctx, "7", "8"); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Get(ctx, "7"); !errors.Is(err, redisbeve.ErrMiss) {
		t.Errorf("a key that was deleted: %v", err)
	}
	if err := client.Set(ctx, "user:9", "\xff", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Get(ctx, "9"); !errors.Is(err, beve.ErrSyntax) {
		t.Errorf("bytes that are no BEVE: %v", err)
	}
}

func TestValuesExpire(t *testing.T) {
	_, client := start(t)
	cache := redisbeve.New[int](client, redisbeve.Options{TTL: 50 * time.Millisecond})
	if err := cache.Set(t.Context(), "k", 1); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := cache.Get(t.Context(), "k"); errors.Is(err, redisbeve.ErrMiss) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the value does not expire")
		}
	}
}

func TestManyWaitForOneLoad(t *testing.T) {
	_, client := start(t)
	cache := redisbeve.New[user](client, redisbeve.Options{})
	var loads atomic.Int32
	release := make(chan struct{})
	load := func(context.Context) (user, error) {
		loads.Add(1)
		<-release
		return someUser(7), nil
	}
	// The first caller leaves before the value is there; the others get it.
	leaving, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := cache.GetOrLoad(leaving, "7", load)
		left <- err
	}()
	for loads.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if got, err := cache.GetOrLoad(t.Context(), "7", load); err != nil || got.ID != 7 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who left got %v", err)
	}
	time.Sleep(20 * time.Millisecond)
	close(release)
	group.Wait()
	if n := loads.Load(); n != 1 {
		t.Errorf("%d loads", n)
	}
	if got, err := cache.Get(t.Context(), "7"); err != nil || got.ID != 7 {
		t.Errorf("what was loaded is not in the cache: %+v, %v", got, err)
	}
}

func TestAbsenceIsRemembered(t *testing.T) {
	_, client := start(t)
	for _, ttl := range []time.Duration{0, time.Minute} {
		loads := 0
		cache := redisbeve.New[user](client, redisbeve.Options{Prefix: ttl.String(), NegativeTTL: ttl})
		for range 3 {
			_, err := cache.GetOrLoad(t.Context(), "404", func(context.Context) (user, error) {
				loads++
				return user{}, fmt.Errorf("users: %w", redisbeve.ErrNotFound)
			})
			if !errors.Is(err, redisbeve.ErrNotFound) {
				t.Errorf("error %v", err)
			}
		}
		if want := map[time.Duration]int{0: 3, time.Minute: 1}[ttl]; loads != want {
			t.Errorf("%v: %d loads, want %d", ttl, loads, want)
		}
	}
}

func TestErrorsOfLoadersAreNotKept(t *testing.T) {
	_, client := start(t)
	cache := redisbeve.New[any](client, redisbeve.Options{NegativeTTL: time.Minute})
	broken := errors.New("the database is down")
	if _, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (any, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got, err := cache.GetOrLoad(t.Context(), "k", func(context.Context) (any, error) { return nil, nil }); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := cache.Get(t.Context(), "k"); err != nil || got != nil {
		t.Errorf("a nil that was stored: %v, %v", got, err)
	}
}

func TestMGet(t *testing.T) {
	_, client := start(t)
	ctx := t.Context()
	cache := redisbeve.New[user](client, redisbeve.Options{Prefix: "u:", NegativeTTL: time.Minute})
	var keys []string
	for id := range 100 {
		keys = append(keys, fmt.Sprint(id))
		if id%2 == 0 {
			if err := cache.Set(ctx, keys[id], someUser(id)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cache.SetNotFound(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	if err := client.Set(ctx, "u:3", "\xff", 0).Err(); err != nil {
		t.Fatal(err)
	}
	got, err := cache.MGet(ctx, keys...)
	if !errors.Is(err, beve.ErrSyntax) || !strings.Contains(err.Error(), "redisbeve: 3:") {
		t.Errorf("error %v", err)
	}
	if len(got) != 50 || !reflect.DeepEqual(got["98"], someUser(98)) {
		t.Errorf("%d values, %+v", len(got), got["98"])
	}
	if got, err := cache.MGet(ctx); err != nil || len(got) != 0 {
		t.Errorf("of no keys: %v, %v", got, err)
	}
}

// wide has an index that does not fit into what is fetched first.
type wide struct {
	ID    int                `json:"id"`
	Blob  []byte             `json:"blob"`
	Attrs map[string]float64 `json:"zz"`
}

func TestFieldReadsTheFieldAlone(t *testing.T) {
	server, client := start(t)
	_ = server
	ctx := t.Context()
	cache := redisbeve.New[wide](client, redisbeve.Options{Indexed: true, NegativeTTL: time.Minute})
	if err := cache.Set(ctx, "k", wide{7, make([]byte, 10<<20), map[string]float64{"x": 1}}); err != nil {
		t.Fatal(err)
	}
	before := sent(t, client)
	if id, err := redisbeve.Field[int](ctx, cache, "k", "id"); err != nil || id != 7 {
		t.Errorf("%v, %v", id, err)
	}
	if attrs, err := redisbeve.Field[map[string]float64](ctx, cache, "k", "zz"); err != nil || attrs["x"] != 1 {
		t.Errorf("the last field: %v, %v", attrs, err)
	}
	if n := sent(t, client) - before; n > 100<<10 {
		t.Errorf("%d bytes were sent for two small fields", n)
	}
	if got, err := cache.Get(ctx, "k"); err != nil || len(got.Blob) != 10<<20 {
		t.Errorf("the whole value: %v", err)
	}
	if _, err := redisbeve.Field[int](ctx, cache, "k", "none"); !errors.Is(err, beve.ErrMissing) {
		t.Errorf("a field that is not there: %v", err)
	}
	if _, err := redisbeve.Field[string](ctx, cache, "k", "id"); !errors.Is(err, beve.ErrMismatch) {
		t.Errorf("a field of another kind: %v", err)
	}
	if _, err := redisbeve.Field[int](ctx, cache, "other", "id"); !errors.Is(err, redisbeve.ErrMiss) {
		t.Errorf("a key that is not there: %v", err)
	}
	if err := cache.SetNotFound(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	if _, err := redisbeve.Field[int](ctx, cache, "gone", "id"); !errors.Is(err, redisbeve.ErrNotFound) {
		t.Errorf("a value that does not exist: %v", err)
	}
	plain := redisbeve.New[wide](client, redisbeve.Options{Prefix: "p"})
	if err := plain.Set(ctx, "k", wide{ID: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := redisbeve.Field[int](ctx, plain, "k", "id"); !errors.Is(err, beve.ErrMismatch) {
		t.Errorf("a value without index: %v", err)
	}
}

// sent returns how many bytes the server has sent.
func sent(t *testing.T, client *redis.Client) (n int64) {
	t.Helper()
	info := client.InfoMap(t.Context(), "stats").Val()
	if _, err := fmt.Sscan(info["Stats"]["total_net_output_bytes"], &n); err != nil {
		t.Fatal(err, info)
	}
	return n
}

func TestFieldOfALongIndex(t *testing.T) {
	_, client := start(t)
	ctx := t.Context()
	cache := redisbeve.New[map[string]int](client, redisbeve.Options{Indexed: true})
	value := map[string]int{}
	for i := range 3000 {
		value[fmt.Sprintf("field %04d", i)] = i
	}
	if err := cache.Set(ctx, "k", value); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 1500, 2998, 2999} {
		if got, err := redisbeve.Field[int](ctx, cache, "k", fmt.Sprintf("field %04d", i)); err != nil || got != i {
			t.Errorf("field %d: %d, %v", i, got, err)
		}
	}
	// A value that was cut short is an error, not an endless search.
	data, err := client.Get(ctx, "k").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Set(ctx, "k", data[:2000], 0).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := redisbeve.Field[int](ctx, cache, "k", "field 2999"); !errors.Is(err, beve.ErrTruncated) {
		t.Errorf("a cut value: %v", err)
	}
}

// A field is never put together from two values, however often they change.
func TestFieldWhileTheValueChanges(t *testing.T) {
	_, client := start(t)
	type pair struct {
		Pad  string `json:"a"`
		Name string `json:"b"`
	}
	cache := redisbeve.New[pair](client, redisbeve.Options{Indexed: true})
	ctx, stop := context.WithCancel(t.Context())
	set := func(ctx context.Context, i int) error {
		n := i % 50
		return cache.Set(ctx, "k", pair{strings.Repeat("p", n), strings.Repeat("x", n)})
	}
	if err := set(ctx, 1); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ctx.Err() == nil; i++ {
			_ = set(ctx, i)
		}
	}()
	read := 0
	for range 500 {
		name, err := redisbeve.Field[string](ctx, cache, "k", "b")
		if err != nil {
			continue // replaced too often
		}
		read++
		if strings.Trim(name, "x") != "" {
			t.Errorf("got %q", name)
		}
	}
	stop()
	<-done
	if read == 0 {
		t.Error("no read came through")
	}
}

// The server is killed and comes back: what it acknowledged is there, errors are
// seen, loads go on.
func TestTheServerIsKilled(t *testing.T) {
	server, client := start(t)
	ctx := t.Context()
	var told atomic.Int32
	cache := redisbeve.New[user](client, redisbeve.Options{OnError: func(error) { told.Add(1) }})
	acknowledged := map[string]int{}
	for id := range 200 {
		if id == 100 {
			server.Kill()
		}
		if id == 150 {
			if err := server.Restart(ctx); err != nil {
				t.Fatal(err)
			}
			// The client tries a server that was gone again once a second.
			for client.Ping(ctx).Err() != nil {
				time.Sleep(10 * time.Millisecond)
			}
		}
		key := fmt.Sprint(id)
		err := cache.Set(ctx, key, someUser(id))
		if err == nil {
			acknowledged[key] = id
		} else if id < 100 {
			t.Fatal(err)
		}
		got, err := cache.GetOrLoad(ctx, key, func(context.Context) (user, error) { return someUser(id), nil })
		if err != nil || got.ID != id {
			t.Errorf("%d: %+v, %v", id, got, err)
		}
	}
	if told.Load() == 0 {
		t.Error("OnError was not told")
	}
	if n := len(acknowledged); n < 140 || n > 199 {
		t.Errorf("%d of 200 were acknowledged", n)
	}
	for key, id := range acknowledged {
		if got, err := cache.Get(ctx, key); err != nil || got.ID != id {
			t.Errorf("%s was acknowledged: %+v, %v", key, got, err)
		}
	}
}
