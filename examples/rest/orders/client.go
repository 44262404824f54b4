// The client.

package orders

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// A Client talks to a service. Where the service refuses, the error is a
// *httpbeve.ResponseError with the status and what was wrong.
type Client struct {
	URL  string       // of the service, without a slash at the end
	HTTP *http.Client // nil is http.DefaultClient
}

// Put stores an order.
func (c *Client) Put(ctx context.Context, o Order) (Receipt, error) {
	return c.put(ctx, &o, "")
}

func (c *Client) put(ctx context.Context, o *Order, tag string) (Receipt, error) {
	r, err := httpbeve.NewRequest(ctx, http.MethodPut, c.orderURL(o.ID), o)
	if err != nil {
		return Receipt{}, err
	}
	if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	return httpbeve.Do[Receipt](c.HTTP, r)
}

// PutAll stores several orders: all of them, or none if one is refused.
func (c *Client) PutAll(ctx context.Context, all []*Order) ([]Receipt, error) {
	return httpbeve.Post[[]Receipt](ctx, c.HTTP, c.URL+"/orders", all)
}

// Get returns an order, and the tag of its state.
func (c *Client) Get(ctx context.Context, id string) (o Order, tag string, err error) {
	r, err := httpbeve.NewRequest(ctx, http.MethodGet, c.orderURL(id), nil)
	if err != nil {
		return o, "", err
	}
	resp, err := c.client().Do(r)
	if err != nil {
		return o, "", err
	}
	o, err = httpbeve.Receive[Order](resp)
	return o, resp.Header.Get("ETag"), err
}

// Change edits an order. If somebody else changes it in the meantime, edit is called
// again with the order as it is then.
func (c *Client) Change(ctx context.Context, id string, edit func(*Order) error) error {
	for {
		o, tag, err := c.Get(ctx, id)
		if err != nil {
			return err
		}
		if err := edit(&o); err != nil {
			return err
		}
		_, err = c.put(ctx, &o, tag)
		if refused := (*httpbeve.ResponseError)(nil); errors.As(err, &refused) && refused.Status == http.StatusPreconditionFailed {
			continue
		}
		return err
	}
}

// Delete removes an order.
func (c *Client) Delete(ctx context.Context, id string) error {
	r, err := httpbeve.NewRequest(ctx, http.MethodDelete, c.orderURL(id), nil)
	if err != nil {
		return err
	}
	_, err = httpbeve.Do[struct{}](c.HTTP, r)
	return err
}

// Page returns up to limit orders with ids after the one given.
func (c *Client) Page(ctx context.Context, after string, limit int) (Page, error) {
	query := url.Values{"after": {after}, "limit": {strconv.Itoa(limit)}}
	return httpbeve.Get[Page](ctx, c.HTTP, c.URL+"/orders?"+query.Encode())
}

// All ranges over all orders as they arrive, holding one at a time. It ends at the
// first error.
func (c *Client) All(ctx context.Context) iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+"/export", nil)
		if err != nil {
			yield(Order{}, err)
			return
		}
		r.Header.Set("Accept", httpbeve.TypeBEVEStream)
		resp, err := c.client().Do(r)
		if err != nil {
			yield(Order{}, err)
			return
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			_, err := httpbeve.Receive[Order](resp)
			yield(Order{}, err)
			return
		}
		httpbeve.Values[Order](resp.Header, resp.Body)(yield)
	}
}

func (c *Client) orderURL(id string) string { return c.URL + "/orders/" + url.PathEscape(id) }

func (c *Client) client() *http.Client {
	if c.HTTP == nil {
		return http.DefaultClient
	}
	return c.HTTP
}
