// Package orders is a REST service of orders, and its client. Both speak BEVE, and
// the service speaks JSON with those who ask for it.
//
//	PUT    /orders/{id}   stores an order; If-Match: only over the state with that tag
//	GET    /orders/{id}   one order, with an ETag; If-None-Match: 304 if it is the same
//	DELETE /orders/{id}
//	POST   /orders        stores several: all of them, or none if one is refused
//	GET    /orders        a page of orders by id: ?after=A-7&limit=50
//	GET    /export        all orders as a stream, one by one
//
// What is refused is answered with 400 to 422 and a body that says what is wrong and
// where: {"status": 400, "error": "…", "path": "/lines/3/price", "offset": 812}.
package orders

import (
	"net/http"
	"time"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// An Order is the resource.
type Order struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Status   string    `json:"status"`
	Placed   time.Time `json:"placed"`
	Lines    []Line    `json:"lines"`
	Total    float64   `json:"total"` // computed by the service
}

// A Line is one line of an Order.
type Line struct {
	SKU      string  `json:"sku"`
	Title    string  `json:"title"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
	Discount float64 `json:"discount"` // of the price, 0 to 1
	Grams    float64 `json:"grams"`
}

// A Receipt says what was stored.
type Receipt struct {
	ID    string  `json:"id"`
	Total float64 `json:"total"`
}

// A Page is some orders in the order of their ids. Next is the id to ask for those
// after it with, empty on the last page.
type Page struct {
	Orders []*Order `json:"orders"`
	Next   string   `json:"next"`
}

// complete checks an order and computes its total. An error is one for the client.
func (o *Order) complete() error {
	if o.ID == "" {
		return httpbeve.Errorf(http.StatusUnprocessableEntity, "the order has no id")
	}
	o.Total = 0
	for i, l := range o.Lines {
		switch {
		case l.Quantity <= 0:
			return httpbeve.Errorf(http.StatusUnprocessableEntity, "order %s: /lines/%d/quantity: %d is not positive", o.ID, i, l.Quantity)
		case l.Discount < 0 || l.Discount > 1:
			return httpbeve.Errorf(http.StatusUnprocessableEntity, "order %s: /lines/%d/discount: %v is not within 0 and 1", o.ID, i, l.Discount)
		}
		o.Total += float64(l.Quantity) * l.Price * (1 - l.Discount)
	}
	return nil
}
