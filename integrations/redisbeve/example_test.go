package redisbeve_test

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/beve-org/beve-go/integrations/redisbeve"
)

func Example() {
	type User struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	client := redis.NewClient(&redis.Options{Addr: "localhost:6379"})
	defer client.Close()
	users := redisbeve.New[User](client, redisbeve.Options{Prefix: "user:", TTL: time.Hour, NegativeTTL: time.Minute})

	user, err := users.GetOrLoad(context.Background(), "7", func(ctx context.Context) (User, error) {
		return User{7, "Ada"}, nil // from the database; redisbeve.ErrNotFound if it has none
	})
	_, _ = user, err
}
