// Command rest is a REST service of orders, and shows its client at work. One set of
// handlers speaks BEVE and JSON, as each client likes: try it with curl as well.
//
//	go run ./examples/rest                       # serves until Ctrl-C
//	curl localhost:8080/orders
//	go run ./examples/rest -client http://localhost:8080
//
// The service and the client are in the folder orders. How fast they are, and how
// they take hostile traffic, is measured by bench/load.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	url := flag.String("client", "", "be the client of the service at this URL")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if *url != "" {
		err = tour(ctx, os.Stdout, &orders.Client{URL: *url})
	} else {
		err = serve(ctx, *addr)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// serve answers until ctx is done, and then until those who ask have their answers.
func serve(ctx context.Context, addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/orders\n", l.Addr())
	return orders.Serve(ctx, l, orders.NewService(), 10*time.Second)
}

// tour goes through the life of an order.
func tour(ctx context.Context, w io.Writer, c *orders.Client) error {
	receipt, err := c.Put(ctx, orders.Order{
		ID: "A-1", Customer: "Ada", Status: "new", Placed: time.Date(2026, 7, 1, 9, 30, 0, 0, time.UTC),
		Lines: []orders.Line{{SKU: "pen", Title: "Pen, blue", Quantity: 2, Price: 1.5}, {SKU: "ink", Title: "Ink", Quantity: 1, Price: 4.25}},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "stored %s, total %.2f\n", receipt.ID, receipt.Total)

	// A change is written only over the state that it was made from.
	err = c.Change(ctx, "A-1", func(o *orders.Order) error {
		o.Status = "paid"
		return nil
	})
	if err != nil {
		return err
	}
	order, _, err := c.Get(ctx, "A-1")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s of %s is %s\n", order.ID, order.Customer, order.Status)

	// What the service refuses it explains.
	order.Lines[1].Quantity = -1
	_, err = c.Put(ctx, order)
	fmt.Fprintln(w, err)

	for each, err := range c.All(ctx) {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "one of all: %s with %d lines\n", each.ID, len(each.Lines))
	}
	if err := c.Delete(ctx, "A-1"); err != nil {
		return err
	}
	_, _, err = c.Get(ctx, "A-1")
	fmt.Fprintln(w, err)
	return nil
}
