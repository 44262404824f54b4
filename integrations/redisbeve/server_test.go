package redisbeve_test

import (
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

// start runs a server of the test's own and returns a client of it, which tries every
// command once.
func start(t *testing.T) (*redistest.Server, *redis.Client) {
	t.Helper()
	server := redistest.Run(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr(), MaxRetries: -1, DialerRetries: 1})
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return server, client
}
