package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func Example() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// analyze: mean 0.667, peak 4
	// play: 80000 samples in 10 pieces
	// filter: [2 3.5]
	// filter: [4.625]
	// filter: [3.46875 2.6015625]
	// InvalidArgument: the signal is empty
	// InvalidArgument: beve: /samples/1 at byte 21: string is not a number (Go type float64)
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, io.Discard); status.Code(err) != codes.Canceled {
		t.Errorf("error %v", err)
	}
}
