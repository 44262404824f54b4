// The service: plain structs and functions, without .proto files.

package main

import (
	"context"
	"errors"
	"io"
	"math"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/beve-org/beve-go/integrations/grpcbeve"
)

// The names of the service and of its methods on the wire.
const (
	serviceName   = "example.Signals"
	methodAnalyze = "/" + serviceName + "/Analyze"
	methodPlay    = "/" + serviceName + "/Play"
	methodFilter  = "/" + serviceName + "/Filter"
)

// Signal is a piece of a signal. Its samples are one copy on the wire.
type Signal struct {
	Rate    int       `json:"rate"` // samples a second
	Samples []float64 `json:"samples"`
}

// Analysis is what Analyze answers.
type Analysis struct {
	Mean float64 `json:"mean"`
	Peak float64 `json:"peak"`
}

// Tone is what Play is asked for.
type Tone struct {
	Hertz  float64 `json:"hertz"`
	Pieces int     `json:"pieces"`
}

// newService returns the service, to be registered with a server.
func newService() *grpcbeve.Service {
	service := grpcbeve.NewService(serviceName)
	grpcbeve.Unary(service, "Analyze", analyze)
	grpcbeve.ServerStreaming(service, "Play", play)
	grpcbeve.Bidirectional(service, "Filter", filter)
	return service
}

// analyze takes a signal and answers with numbers.
func analyze(_ context.Context, in *Signal) (*Analysis, error) {
	if len(in.Samples) == 0 {
		return nil, status.Error(codes.InvalidArgument, "the signal is empty")
	}
	var out Analysis
	for _, x := range in.Samples {
		out.Mean += x / float64(len(in.Samples))
		out.Peak = max(out.Peak, math.Abs(x))
	}
	return &out, nil
}

// play sends a tone in pieces of a second.
func play(in *Tone, out grpc.ServerStreamingServer[Signal]) error {
	const rate = 8000
	piece := Signal{Rate: rate, Samples: make([]float64, rate)}
	for n := range in.Pieces {
		for i := range piece.Samples {
			piece.Samples[i] = math.Sin(2 * math.Pi * in.Hertz * float64(n*rate+i) / rate)
		}
		if err := out.Send(&piece); err != nil {
			return err // the client has gone, or its time is up
		}
	}
	return nil
}

// filter answers each piece with a smooth one; what is left of a piece goes into the
// next.
func filter(stream grpc.BidiStreamingServer[Signal, Signal]) error {
	last := 0.0
	for {
		piece, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil // the client has sent all
		}
		if err != nil {
			return err
		}
		for i, x := range piece.Samples {
			last += (x - last) / 4
			piece.Samples[i] = last
		}
		if err := stream.Send(piece); err != nil {
			return err
		}
	}
}
