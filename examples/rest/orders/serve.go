// The server: how it waits, and how it leaves.

package orders

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// leaving is how long a server that is to end goes on as before, but for asking its
// clients to connect anew.
const leaving = 100 * time.Millisecond

// Serve answers requests on l until ctx is done, and returns when those that were
// taken are answered. patience is how long a request may take to arrive, and the last
// answers to leave; a body that is slower is answered with 400.
//
// The server does not close connections under the hands of clients: for a moment it
// answers each request with "Connection: close", so that they go by themselves, and
// only then stops listening.
func Serve(ctx context.Context, l net.Listener, h http.Handler, patience time.Duration) error {
	var last atomic.Bool
	server := &http.Server{
		ReadTimeout: patience,
		IdleTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if last.Load() {
				w.Header().Set("Connection", "close")
			}
			h.ServeHTTP(w, r)
		}),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last.Store(true)
	time.Sleep(leaving)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}
