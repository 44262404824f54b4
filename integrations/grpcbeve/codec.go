// Package grpcbeve carries plain Go structs over gRPC as BEVE, without .proto files.
// Importing it registers the codec "beve": a server that has it answers requests of
// content type application/grpc+beve, and a client asks in it with [CallOption].
//
// A service is functions, added to a [Service] by name; interceptors, deadlines,
// metadata and statuses are those of gRPC:
//
//	service := grpcbeve.NewService("shop.Orders")
//	grpcbeve.Unary(service, "Place", func(ctx context.Context, in *Order) (*Receipt, error) {
//		return place(ctx, in)
//	})
//	service.Register(server)
//
//	receipt, err := grpcbeve.Invoke[Receipt](ctx, conn, "/shop.Orders/Place", &order)
//
// A message that does not decode is answered with InvalidArgument, or with
// ResourceExhausted where it goes beyond the limits, and a text that says where.
package grpcbeve

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"

	beve "github.com/beve-org/beve-go"
)

// Name is the name of the codec, and the content subtype of its messages.
const Name = "beve"

func init() { encoding.RegisterCodecV2(Codec{}) }

// CallOption makes calls of a client use the codec. Give it to one call, or to all
// of a connection by grpc.WithDefaultCallOptions.
func CallOption() grpc.CallOption { return grpc.CallContentSubtype(Name) }

// Codec is the codec with options, for grpc.ForceServerCodecV2 and
// grpc.ForceCodecV2. The zero value is what is registered.
type Codec struct {
	Encode beve.EncodeOptions
	// Decode's NoCopy is ignored: gRPC takes the buffers of messages back.
	Decode beve.DecodeOptions
}

// Name returns "beve".
func (Codec) Name() string { return Name }

// Marshal encodes a message into a buffer that comes back when gRPC has sent it. A method
// of v that panics is an error: gRPC calls codecs where no interceptor can recover.
func (c Codec) Marshal(v any) (out mem.BufferSlice, err error) {
	defer recovered(v, &err)
	buf := messages.Get(0)
	data, err := c.Encode.Append((*buf)[:0], v)
	*buf = data
	if err != nil {
		messages.Put(buf)
		return nil, err
	}
	if mem.IsBelowBufferPoolingThreshold(cap(data)) {
		return mem.BufferSlice{mem.SliceBuffer(data)}, nil // gRPC does not count references of small ones
	}
	return mem.BufferSlice{mem.NewBuffer(buf, messages)}, nil
}

// recovered makes an error of the panic of a method.
func recovered(v any, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("grpcbeve: a method of a value in a %T panicked: %.500v", v, p)
	}
}

// Unmarshal decodes a message. Nothing that it stores aliases data. A method that panics
// is an error, as in Marshal.
func (c Codec) Unmarshal(data mem.BufferSlice, v any) error {
	whole := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer whole.Free()
	opts := c.Decode
	opts.NoCopy = false
	if to, ok := v.(*target); ok {
		to.err = invalid(unmarshal(opts, whole.ReadOnlyData(), to.v))
		return nil
	}
	return unmarshal(opts, whole.ReadOnlyData(), v)
}

func unmarshal(opts beve.DecodeOptions, data []byte, v any) (err error) {
	defer recovered(v, &err)
	return opts.Unmarshal(data, v)
}

// target is what the handlers of this package decode into: gRPC calls every error of
// a codec internal, so the codec leaves the error here, with its status.
type target struct {
	v   any
	err error
}

// invalid gives an error of decoding its status.
func invalid(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, beve.ErrDepth), errors.Is(err, beve.ErrLimit):
		return status.Error(codes.ResourceExhausted, err.Error())
	}
	return status.Error(codes.InvalidArgument, err.Error())
}

// messages are the buffers of messages on their way out.
var messages = &pool{}

// pool is a mem.BufferPool of buffers that have grown to what messages need.
type pool struct{ free sync.Pool }

// keptBuffer is the capacity above which a buffer is not kept.
const keptBuffer = 1 << 20

// Get returns a buffer of length n.
func (p *pool) Get(n int) *[]byte {
	buf, ok := p.free.Get().(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	*buf = slices.Grow((*buf)[:0], n)[:n]
	return buf
}

// Put takes a buffer back.
func (p *pool) Put(buf *[]byte) {
	if cap(*buf) <= keptBuffer {
		p.free.Put(buf)
	}
}
