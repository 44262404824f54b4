// Command grpc serves plain structs over gRPC as BEVE, and calls the service: one
// message for one, many for one, and many for many.
//
//	GOWORK=off go run -C examples/grpc .
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/beve-org/beve-go/integrations/grpcbeve"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// run serves on a port of loopback, and is the client as well.
func run(ctx context.Context, w io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // a deadline, which reaches the server
	defer cancel()

	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	newService().Register(server)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	err = call(ctx, w, listener.Addr().String())
	server.GracefulStop()
	return errors.Join(err, <-served)
}

// call makes the calls of the client.
func call(ctx context.Context, w io.Writer, addr string) error {
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, step := range []func(context.Context, io.Writer, *grpc.ClientConn) error{one, many, both, wrong} {
		if err := step(ctx, w, conn); err != nil {
			return err
		}
	}
	return nil
}

// one sends a message and gets one.
func one(ctx context.Context, w io.Writer, conn *grpc.ClientConn) error {
	result, err := grpcbeve.Invoke[Analysis](ctx, conn, methodAnalyze, &Signal{Rate: 4, Samples: []float64{1, -3, 4}})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "analyze: mean %.3f, peak %v\n", result.Mean, result.Peak)
	return nil
}

// many sends a message and gets a stream of them.
func many(ctx context.Context, w io.Writer, conn *grpc.ClientConn) error {
	stream, err := grpcbeve.Watch[Signal](ctx, conn, methodPlay, &Tone{Hertz: 440, Pieces: 10})
	if err != nil {
		return err
	}
	pieces, samples := 0, 0
	for {
		piece, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		pieces, samples = pieces+1, samples+len(piece.Samples)
	}
	fmt.Fprintf(w, "play: %d samples in %d pieces\n", samples, pieces)
	return nil
}

// both sends messages and gets an answer to each.
func both(ctx context.Context, w io.Writer, conn *grpc.ClientConn) error {
	stream, err := grpcbeve.Talk[Signal, Signal](ctx, conn, methodFilter)
	if err != nil {
		return err
	}
	for _, samples := range [][]float64{{8, 8}, {8}, {0, 0}} {
		if err := stream.Send(&Signal{Samples: samples}); err != nil {
			return err
		}
		smooth, err := stream.Recv()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "filter: %v\n", smooth.Samples)
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("the end of the stream: %w", err)
	}
	return nil
}

// wrong sends what the service refuses. The status says why, and where.
func wrong(ctx context.Context, w io.Writer, conn *grpc.ClientConn) error {
	for _, message := range []any{
		&Signal{},
		map[string][]any{"samples": {1.5, "loud"}},
	} {
		_, err := grpcbeve.Invoke[Analysis](ctx, conn, methodAnalyze, message)
		if err == nil {
			return errors.New("a wrong message was taken")
		}
		fmt.Fprintf(w, "%v: %s\n", status.Code(err), status.Convert(err).Message())
	}
	return nil
}
