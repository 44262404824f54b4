// Package s3beve lets beambeve open the objects of S3, and of stores that speak its
// protocol, in the middle, so that large ones are read by many workers.
//
//	import _ "github.com/beve-org/beve-go/integrations/beambeve/s3beve"
//
//	orders := beambeve.Read[Order](s, "s3://shop/orders-*.beve", beambeve.ReadOptions{})
//
// The import also registers Beam's filesystem for the scheme, which lists, writes and
// names objects. Both are configured as the SDK of the vendor is everywhere: by the
// environment, such as AWS_REGION and AWS_ENDPOINT_URL, and by its files. [Ranges] is
// for a client of one's own.
package s3beve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // lists and writes
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/beve-org/beve-go/integrations/beambeve"
)

// maxCuts is how often in a row a connection may break before a byte has come. The SDK
// repeats requests by itself; what it has handed out as a body it cannot.
const maxCuts = 5

func init() {
	client := sync.OnceValues(func() (*s3.Client, error) {
		conf, err := config.LoadDefaultConfig(context.Background())
		return s3.NewFromConfig(conf), err
	})
	beambeve.RegisterRanges("s3", func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		c, err := client()
		if err != nil {
			return nil, fmt.Errorf("s3beve: %w", err)
		}
		return Ranges(c)(ctx, path, offset, length)
	})
}

// Ranges returns a function for beambeve.RegisterRanges that opens objects by a client,
// under names such as s3://bucket/key. What it opens is one request, and one more from
// where the connection broke each time that it does: no byte is handed out twice. An
// object that was replaced meanwhile is an error.
func Ranges(client *s3.Client) beambeve.RangeOpener {
	return func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		bucket, key, ok := strings.Cut(strings.TrimPrefix(path, "s3://"), "/")
		if !ok || bucket == "" || key == "" || !strings.HasPrefix(path, "s3://") {
			return nil, fmt.Errorf("s3beve: %q is not s3://bucket/key", path)
		}
		if length <= 0 {
			return io.NopCloser(strings.NewReader("")), nil // a range has at least one byte
		}
		r := &reader{ctx: ctx, client: client, bucket: bucket, key: key, at: offset, left: length}
		return r, r.open()
	}
}

// reader reads a range of an object.
type reader struct {
	ctx         context.Context
	client      *s3.Client
	bucket, key string
	tag         *string // of the object, known from the first answer on
	at, left    int64   // what is still to be read
	body        io.ReadCloser
	cuts        int   // since the last byte
	err         error // for good
}

// open asks for what is left.
func (r *reader) open() error {
	out, err := r.client.GetObject(r.ctx, &s3.GetObjectInput{
		Bucket: &r.bucket, Key: &r.key, IfMatch: r.tag, Range: aws.String(fmt.Sprintf("bytes=%d-%d", r.at, r.at+r.left-1)),
	})
	if err != nil {
		return r.fail(err)
	}
	switch got := aws.ToString(out.ContentRange); {
	case !strings.HasPrefix(got, fmt.Sprintf("bytes %d-", r.at)): // such as all of the object
		err = fmt.Errorf("the store answers with range %q", got)
	case r.tag != nil && *r.tag != aws.ToString(out.ETag): // IfMatch is news to some stores
		err = errors.New("the object was replaced while it was read")
	}
	if err != nil {
		out.Body.Close()
		return r.fail(err)
	}
	r.tag, r.body = aws.String(aws.ToString(out.ETag)), out.Body
	return nil
}

func (r *reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	for r.err == nil {
		n, err := r.body.Read(p[:min(int64(len(p)), r.left)])
		r.at, r.left = r.at+int64(n), r.left-int64(n)
		if n > 0 {
			r.cuts = 0
			return n, nil // the error, if there is one, comes again
		}
		if err == nil {
			continue
		}
		if r.cuts++; r.cuts > maxCuts || r.ctx.Err() != nil {
			r.err = r.fail(unexpected(err))
			break
		}
		r.body.Close()
		r.err = r.open()
	}
	return 0, r.err
}

func (r *reader) Close() error { return r.body.Close() }

// unexpected returns what the end of a body means that is shorter than it should be.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// fail completes an error.
func (r *reader) fail(err error) error {
	return fmt.Errorf("s3beve: s3://%s/%s at byte %d: %w", r.bucket, r.key, r.at, err)
}
