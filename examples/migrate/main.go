// Command migrate takes a service from encoding/json to BEVE in four steps, each of
// which can be released by itself and taken back. Each is a file: step0.go is the
// service as it was, step4.go where it arrives.
//
//	go run ./examples/migrate
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, w io.Writer) error {
	orders := someOrders(3)
	if err := exports(w, orders); err != nil {
		return err
	}
	for _, handler := range []http.Handler{middleware3(), native3()} {
		if err := service(ctx, w, handler, &orders[0]); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "orders-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return storage(w, dir, orders)
}

// exports shows that steps 1 and 2 write what the service always wrote.
func exports(w io.Writer, orders []Order) error {
	var lines [3]bytes.Buffer
	for i, export := range []func(io.Writer, []Order) error{export0, export1, export2} {
		if err := export(&lines[i], orders); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "step 1, another import path: %d bytes of JSON, the same: %v\n",
		lines[1].Len(), bytes.Equal(lines[0].Bytes(), lines[1].Bytes()))
	fmt.Fprintf(w, "step 2, a codec: the same: %v\n", bytes.Equal(lines[0].Bytes(), lines[2].Bytes()))
	return nil
}

// service shows that step 3 answers clients of both kinds.
func service(ctx context.Context, w io.Writer, handler http.Handler, order *Order) error {
	server := httptest.NewServer(handler)
	defer server.Close()

	receipt, err := httpbeve.Post[Receipt](ctx, server.Client(), server.URL, order)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "step 3, a client of BEVE: %+v\n", receipt)

	text, err := stored0(order)
	if err != nil {
		return err
	}
	answer, err := server.Client().Post(server.URL, "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "step 3, a client of JSON: %s\n", bytes.TrimSpace(body))
	return nil
}

// storage shows that step 4 reads what was stored before and after, and rewrites it.
func storage(w io.Writer, dir string, orders []Order) error {
	path := func(o *Order) string { return filepath.Join(dir, fmt.Sprint(o.ID, ".order")) }
	for i := range orders {
		store := stored0
		if i == 0 {
			store = write4 // new ones are BEVE, beside old ones
		}
		data, err := store(&orders[i])
		if err != nil {
			return err
		}
		if err := os.WriteFile(path(&orders[i]), data, 0o644); err != nil {
			return err
		}
	}
	for _, when := range []string{"of both kinds", "rewritten"} {
		size, total := 0, 0.0
		for i := range orders {
			data, err := os.ReadFile(path(&orders[i]))
			if err != nil {
				return err
			}
			order, err := read4(data)
			if err != nil {
				return err
			}
			size, total = size+len(data), total+order.Total()
		}
		fmt.Fprintf(w, "step 4, documents %s: %d bytes, worth %.2f\n", when, size, total)
		if _, err := rewrite4(dir); err != nil {
			return err
		}
	}
	return nil
}

// stored0 returns an order as the service stored it before step 4.
func stored0(o *Order) ([]byte, error) {
	var line bytes.Buffer
	err := export0(&line, []Order{*o})
	return line.Bytes(), err
}
