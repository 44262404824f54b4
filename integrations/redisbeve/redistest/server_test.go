package redistest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

func TestDataOutlivesKill(t *testing.T) {
	server := redistest.Run(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr(), MaxRetries: -1})
	defer client.Close()
	if err := client.Set(t.Context(), "k", "v", 0).Err(); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	server.Kill() // is gone already
	if err := client.Ping(t.Context()).Err(); err == nil {
		t.Error("a server that was killed answers")
	}
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := redis.NewClient(&redis.Options{Addr: server.Addr()})
	defer again.Close()
	if v, err := again.Get(t.Context(), "k").Result(); v != "v" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}

func TestServerThatDoesNotStart(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := redistest.Start(canceled); !errors.Is(err, context.Canceled) && !errors.Is(err, redistest.ErrMissing) {
		t.Errorf("error %v", err)
	}
	t.Setenv("PATH", "")
	if _, err := redistest.Start(t.Context()); !errors.Is(err, redistest.ErrMissing) {
		t.Errorf("error %v", err)
	}
}
