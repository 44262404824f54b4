package grpcbeve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/grpcbeve"
)

type query struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

type samples struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// most is above the 4 MB that gRPC takes unless it is told otherwise.
const most = 64 << 20

// dial starts a server on loopback and returns a connection to it.
func dial(t *testing.T, codec grpcbeve.Codec) *grpc.ClientConn {
	t.Helper()
	service := grpcbeve.NewService("test.Samples")
	grpcbeve.Unary(service, "Get", func(ctx context.Context, in *query) (*samples, error) {
		switch {
		case in.Name == "slow":
			<-ctx.Done()
			return nil, ctx.Err()
		case in.N < 0:
			return nil, status.Errorf(codes.OutOfRange, "%d samples", in.N)
		}
		out := &samples{Name: in.Name, Values: make([]float64, in.N)}
		for i := range out.Values {
			out.Values[i] = float64(i) / 4
		}
		return out, nil
	})
	grpcbeve.ServerStreaming(service, "Watch", func(in *query, out grpc.ServerStreamingServer[samples]) error {
		for i := range in.N {
			if err := out.Send(&samples{Name: in.Name, Values: []float64{float64(i)}}); err != nil {
				return err
			}
		}
		return nil
	})
	grpcbeve.ClientStreaming(service, "Sum", func(in grpc.ClientStreamingServer[samples, samples]) error {
		sum := samples{Values: []float64{0}}
		for {
			v, err := in.Recv()
			if err == io.EOF {
				return in.SendAndClose(&sum)
			}
			if err != nil {
				return err
			}
			for _, x := range v.Values {
				sum.Values[0] += x
			}
		}
	})
	grpcbeve.Bidirectional(service, "Echo", func(stream grpc.BidiStreamingServer[samples, samples]) error {
		for {
			v, err := stream.Recv()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := stream.Send(v); err != nil {
				return err
			}
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.ForceServerCodecV2(codec), grpc.MaxRecvMsgSize(most), grpc.UnaryInterceptor(
		func(ctx context.Context, in any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if q, ok := in.(*query); !ok || info.FullMethod != "/test.Samples/Get" {
				t.Errorf("the interceptor got %T of %s", q, info.FullMethod)
			}
			return next(ctx, in)
		}))
	service.Register(server)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	conn, err := grpc.NewClient(listener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(most)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestUnary(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{})
	for _, n := range []int{0, 1, 1000, 1_000_000} { // the last is a message of 8 MB
		got, err := grpcbeve.Invoke[samples](t.Context(), conn, "/test.Samples/Get", &query{"roof", n})
		if err != nil {
			t.Fatal(err)
		}
		if got.Name != "roof" || len(got.Values) != n || n > 0 && got.Values[n-1] != float64(n-1)/4 {
			t.Errorf("%d samples, not %d", len(got.Values), n)
		}
	}
}

func TestStatuses(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{Decode: beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 5}}})
	var deep any
	for range 10 {
		deep = []any{deep}
	}
	for _, c := range []struct {
		name   string
		method string
		in     any
		code   codes.Code
		text   string
	}{
		{"the handler's own", "Get", &query{N: -1}, codes.OutOfRange, "-1 samples"},
		{"of another shape", "Get", map[string]any{"n": "many"}, codes.InvalidArgument, "/n at byte"},
		{"too deep", "Get", map[string]any{"extra": deep}, codes.ResourceExhausted, "/extra"},
		{"no such method", "Put", &query{}, codes.Unimplemented, "Put"},
		{"cannot be written", "Get", map[string]any{"f": func() {}}, codes.Internal, "func()"},
	} {
		_, err := grpcbeve.Invoke[samples](t.Context(), conn, "/test.Samples/"+c.method, c.in)
		if status.Code(err) != c.code || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	stream, err := grpcbeve.Watch[samples](t.Context(), conn, "/test.Samples/Watch", map[string]any{"n": "many"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); status.Code(err) != codes.InvalidArgument {
		t.Errorf("a wrong message to a stream: %v", err)
	}
}

func TestDeadlines(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := grpcbeve.Invoke[samples](ctx, conn, "/test.Samples/Get", &query{Name: "slow"}); status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("error %v", err)
	}
}

func TestServerStreaming(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{})
	stream, err := grpcbeve.Watch[samples](t.Context(), conn, "/test.Samples/Watch", &query{"roof", 5000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		v, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if v.Name != "roof" || v.Values[0] != float64(i) {
			t.Fatalf("message %d is %+v", i, v)
		}
	}
	if _, err := stream.Recv(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestClientStreaming(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{})
	stream, err := grpcbeve.Collect[samples, samples](t.Context(), conn, "/test.Samples/Sum")
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if err := stream.Send(&samples{Values: []float64{1, 2}}); err != nil {
			t.Fatal(err)
		}
	}
	sum, err := stream.CloseAndRecv()
	if err != nil || sum.Values[0] != 300 {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestBidirectional(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{Encode: beve.EncodeOptions{Deterministic: true}})
	stream, err := grpcbeve.Talk[samples, samples](t.Context(), conn, "/test.Samples/Echo")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		in := samples{Name: fmt.Sprint(i), Values: make([]float64, i*100)}
		if err := stream.Send(&in); err != nil {
			t.Fatal(err)
		}
		out, err := stream.Recv()
		if err != nil || out.Name != in.Name || !slices.Equal(out.Values, in.Values) {
			t.Fatalf("message %d came back as %+v, %v", i, out, err)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// Buffers are used again while other calls run: every answer must be the caller's.
func TestManyCallsAtOnce(t *testing.T) {
	conn := dial(t, grpcbeve.Codec{})
	var group sync.WaitGroup
	for worker := range 16 {
		group.Go(func() {
			for i := range 50 {
				n := worker*50 + i
				got, err := grpcbeve.Invoke[samples](t.Context(), conn, "/test.Samples/Get", &query{fmt.Sprint(n), n})
				if err != nil {
					t.Error(err)
					return
				}
				if got.Name != fmt.Sprint(n) || len(got.Values) != n {
					t.Errorf("asked for %d, got %s with %d", n, got.Name, len(got.Values))
				}
			}
		})
	}
	group.Wait()
}

func Example() {
	type Order struct {
		Sizes []float64 `json:"sizes"`
	}
	type Receipt struct {
		Total float64 `json:"total"`
	}
	service := grpcbeve.NewService("shop.Orders")
	grpcbeve.Unary(service, "Place", func(_ context.Context, in *Order) (*Receipt, error) {
		out := &Receipt{}
		for _, size := range in.Sizes {
			out.Total += size
		}
		return out, nil
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := grpc.NewServer()
	service.Register(server)
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			panic(err)
		}
	}()
	defer server.Stop()

	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	receipt, err := grpcbeve.Invoke[Receipt](context.Background(), conn, "/shop.Orders/Place", &Order{[]float64{1.5, 2}})
	if err != nil {
		panic(err)
	}
	fmt.Println(receipt.Total)
	// Output: 3.5
}
