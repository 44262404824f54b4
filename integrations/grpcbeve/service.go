package grpcbeve

import (
	"context"
	"io"

	"google.golang.org/grpc"
)

// A Service is the methods of a gRPC service. Add them with [Unary],
// [ServerStreaming], [ClientStreaming] and [Bidirectional], then register it.
type Service struct {
	desc grpc.ServiceDesc
}

// NewService returns a service without methods. The name is that on the wire,
// "package.Service".
func NewService(name string) *Service {
	return &Service{grpc.ServiceDesc{ServiceName: name, HandlerType: (*any)(nil)}}
}

// Register gives a server the methods added so far. It panics where gRPC does: when
// the name is taken or the server runs already.
func (s *Service) Register(r grpc.ServiceRegistrar) { r.RegisterService(&s.desc, s) }

// Unary adds a method that takes one message and answers with one.
func Unary[In, Out any](s *Service, method string, f func(ctx context.Context, in *In) (*Out, error)) {
	full := "/" + s.desc.ServiceName + "/" + method
	s.desc.Methods = append(s.desc.Methods, grpc.MethodDesc{
		MethodName: method,
		Handler: func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
			in := new(In)
			to := target{v: in}
			if err := decode(&to); err != nil {
				return nil, err
			}
			if to.err != nil {
				return nil, to.err
			}
			if interceptor == nil {
				return f(ctx, in)
			}
			info := &grpc.UnaryServerInfo{Server: srv, FullMethod: full}
			return interceptor(ctx, in, info, func(ctx context.Context, in any) (any, error) { return f(ctx, in.(*In)) })
		},
	})
}

// stream adds a method of streams.
func (s *Service) stream(method string, client, server bool, f func(grpc.ServerStream) error) {
	s.desc.Streams = append(s.desc.Streams, grpc.StreamDesc{
		StreamName:    method,
		ClientStreams: client,
		ServerStreams: server,
		Handler:       func(_ any, stream grpc.ServerStream) error { return f(decoded{stream}) },
	})
}

// decoded is a stream whose messages that do not decode have a status.
type decoded struct{ grpc.ServerStream }

func (d decoded) RecvMsg(v any) error {
	to := target{v: v}
	if err := d.ServerStream.RecvMsg(&to); err != nil {
		return err
	}
	return to.err
}

// ServerStreaming adds a method that takes one message and answers with many.
func ServerStreaming[In, Out any](s *Service, method string, f func(in *In, out grpc.ServerStreamingServer[Out]) error) {
	s.stream(method, false, true, func(stream grpc.ServerStream) error {
		in := new(In)
		if err := stream.RecvMsg(in); err != nil {
			return err
		}
		return f(in, &grpc.GenericServerStream[In, Out]{ServerStream: stream})
	})
}

// ClientStreaming adds a method that takes many messages and answers with one, by
// SendAndClose of the stream.
func ClientStreaming[In, Out any](s *Service, method string, f func(in grpc.ClientStreamingServer[In, Out]) error) {
	s.stream(method, true, false, func(stream grpc.ServerStream) error {
		return f(&grpc.GenericServerStream[In, Out]{ServerStream: stream})
	})
}

// Bidirectional adds a method that takes and sends many messages, in any order.
func Bidirectional[In, Out any](s *Service, method string, f func(stream grpc.BidiStreamingServer[In, Out]) error) {
	s.stream(method, true, true, func(stream grpc.ServerStream) error {
		return f(&grpc.GenericServerStream[In, Out]{ServerStream: stream})
	})
}

// Invoke calls a unary method, "/package.Service/Method", and returns its answer.
// The error is a status, as of every call of gRPC.
func Invoke[Out any](ctx context.Context, conn grpc.ClientConnInterface, method string, in any, opts ...grpc.CallOption) (*Out, error) {
	out := new(Out)
	if err := conn.Invoke(ctx, method, in, out, with(opts)...); err != nil {
		return nil, err
	}
	return out, nil
}

// with puts the codec before the options of a call.
func with(opts []grpc.CallOption) []grpc.CallOption {
	return append([]grpc.CallOption{CallOption()}, opts...)
}

// Watch calls a method of ServerStreaming and returns the stream of its answers.
func Watch[Out any](ctx context.Context, conn grpc.ClientConnInterface, method string, in any, opts ...grpc.CallOption) (grpc.ServerStreamingClient[Out], error) {
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, method, with(opts)...)
	if err != nil {
		return nil, err
	}
	// A lost connection shows as EOF here, and with its reason at the first Recv.
	if err := stream.SendMsg(in); err != nil && err != io.EOF {
		return nil, err
	}
	if err := stream.CloseSend(); err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[any, Out]{ClientStream: stream}, nil
}

// Collect calls a method of ClientStreaming and returns the stream of its messages;
// CloseAndRecv of it gives the answer.
func Collect[In, Out any](ctx context.Context, conn grpc.ClientConnInterface, method string, opts ...grpc.CallOption) (grpc.ClientStreamingClient[In, Out], error) {
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, method, with(opts)...)
	if err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[In, Out]{ClientStream: stream}, nil
}

// Talk calls a method of Bidirectional and returns the stream of both directions.
func Talk[In, Out any](ctx context.Context, conn grpc.ClientConnInterface, method string, opts ...grpc.CallOption) (grpc.BidiStreamingClient[In, Out], error) {
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method, with(opts)...)
	if err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[In, Out]{ClientStream: stream}, nil
}
