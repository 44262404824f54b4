package main

import "time"

// Order is what the service keeps. No step changes it: its tags are what they were.
type Order struct {
	ID     uint64            `json:"id"`
	Placed time.Time         `json:"placed"`
	Lines  []Line            `json:"lines"`
	Note   string            `json:"note,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}

// Line is a line of an Order.
type Line struct {
	Article string  `json:"article"`
	Count   int     `json:"count"`
	Price   float64 `json:"price"`
}

func someOrders(n int) []Order {
	orders := make([]Order, n)
	for i := range orders {
		orders[i] = Order{
			ID:     1<<60 + uint64(i),
			Placed: time.Date(2026, 1, 2, 15, 4, 5, 600_000_000, time.UTC),
			Lines:  []Line{{"tea & biscuits", 2, 4.75}, {"cup", i, 0.1}},
			Labels: map[string]string{"shop": "Utrecht", "by": "post"},
		}
	}
	return orders
}

// Total is what the lines of an order cost.
func (o *Order) Total() float64 {
	sum := 0.0
	for _, line := range o.Lines {
		sum += float64(line.Count) * line.Price
	}
	return sum
}

// Receipt is what the service answers an order with.
type Receipt struct {
	ID    uint64  `json:"id"`
	Total float64 `json:"total"`
}
