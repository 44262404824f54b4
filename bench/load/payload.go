// The orders that are sent: one of about 1 KB as JSON, and lists of 64.

package main

import (
	"fmt"
	"math"
	"time"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

const (
	linesOfOrder = 8
	ordersOfList = 64
)

var titles = []string{"Fountain pen, medium nib", "Ink, royal blue, 50 ml", "Notebook, squared, A5", "Pencil, HB", "Ruler, 30 cm, steel"}

// newOrder returns an order with an id; i varies the rest.
func newOrder(id string, i int) *orders.Order {
	o := &orders.Order{
		ID: id, Customer: fmt.Sprintf("customer-%05d", i%100_000), Status: "paid",
		Placed: time.Date(2026, 7, 1, 9, 30, 0, 0, time.UTC).Add(time.Duration(i) * time.Second),
	}
	for l := range linesOfOrder {
		n := i + l
		o.Lines = append(o.Lines, orders.Line{
			SKU: fmt.Sprintf("SKU-%06d", n*7919%1_000_000), Title: titles[n%len(titles)], Quantity: 1 + n%9,
			Price: math.Round(float64(199+n%5000)) / 100, Discount: float64(n%4) / 20, Grams: 12.5 * float64(1+n%40),
		})
	}
	return o
}

// newList returns as many orders as a list has, with ids that begin with a prefix.
func newList(prefix string, i int) []*orders.Order {
	list := make([]*orders.Order, ordersOfList)
	for n := range list {
		list[n] = newOrder(fmt.Sprintf("%s-%03d", prefix, n), i+n)
	}
	return list
}

// total is what the service must compute for an order.
func total(o *orders.Order) float64 {
	sum := 0.0
	for _, l := range o.Lines {
		sum += float64(l.Quantity) * l.Price * (1 - l.Discount)
	}
	return sum
}
