package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

func TestTour(t *testing.T) {
	s := httptest.NewServer(orders.NewService())
	defer s.Close()
	var out strings.Builder
	if err := tour(t.Context(), &out, &orders.Client{URL: s.URL}); err != nil {
		t.Fatal(err)
	}
	want := `stored A-1, total 7.25
A-1 of Ada is paid
422 Unprocessable Entity: order A-1: /lines/1/quantity: -1 is not positive
one of all: A-1 with 2 lines
404 Not Found: there is no order "A-1"
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}
