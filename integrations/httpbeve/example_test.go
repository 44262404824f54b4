package httpbeve_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

func Example() {
	type Order struct {
		ID    int       `json:"id"`
		Sizes []float64 `json:"sizes"`
	}
	type Receipt struct {
		ID    int     `json:"id"`
		Total float64 `json:"total"`
	}
	mux := http.NewServeMux()
	mux.Handle("POST /orders", httpbeve.Handle(func(_ *http.Request, in Order) (Receipt, error) {
		if len(in.Sizes) == 0 {
			return Receipt{}, httpbeve.Errorf(http.StatusUnprocessableEntity, "order %d is empty", in.ID)
		}
		out := Receipt{ID: in.ID}
		for _, size := range in.Sizes {
			out.Total += size
		}
		return out, nil
	}))
	server := httptest.NewServer(mux)
	defer server.Close()

	ctx := context.Background()
	receipt, err := httpbeve.Post[Receipt](ctx, nil, server.URL+"/orders", Order{ID: 7, Sizes: []float64{1.5, 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(receipt.Total)

	_, err = httpbeve.Post[Receipt](ctx, nil, server.URL+"/orders", Order{ID: 8})
	fmt.Println(err)
	// Output:
	// 3.5
	// 422 Unprocessable Entity: order 8 is empty
}
