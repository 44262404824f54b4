// Step 3: BEVE beside JSON on the network. Clients that ask for BEVE get it; all others
// notice nothing.

package main

import (
	"net/http"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// middleware3 is the service of step 1, which goes on to speak JSON: the middleware
// translates for those who want BEVE.
func middleware3() http.Handler {
	return httpbeve.Middleware(http.HandlerFunc(place1))
}

// native3 is the same, written for both: nothing is translated, and errors say where.
// It takes the place of the other when there is time.
func native3() http.Handler {
	opts := &httpbeve.Options{MaxBody: 1 << 20}
	return httpbeve.HandleWith(opts, func(_ *http.Request, o Order) (Receipt, error) {
		return Receipt{o.ID, o.Total()}, nil
	})
}
