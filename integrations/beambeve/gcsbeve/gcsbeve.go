// Package gcsbeve lets beambeve open the objects of Google Cloud Storage in the middle, so
// that large ones are read by many workers.
//
//	import _ "github.com/beve-org/beve-go/integrations/beambeve/gcsbeve"
//
//	orders := beambeve.Read[Order](s, "gs://shop/orders-*.beve", beambeve.ReadOptions{})
//
// The import also registers Beam's filesystem for the scheme, which lists, writes and
// names objects. Both use the credentials of the environment. [Ranges] is for a client of
// one's own.
package gcsbeve

import (
	"context"
	"fmt"
	"io"
	"sync"

	"cloud.google.com/go/storage"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs" // lists and writes
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"

	"github.com/beve-org/beve-go/integrations/beambeve"
)

func init() {
	client := sync.OnceValues(func() (*storage.Client, error) {
		return gcsx.NewClient(context.Background(), storage.ScopeReadOnly)
	})
	beambeve.RegisterRanges("gs", func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		c, err := client()
		if err != nil {
			return nil, fmt.Errorf("gcsbeve: %w", err)
		}
		return Ranges(c)(ctx, path, offset, length)
	})
}

// Ranges returns a function for beambeve.RegisterRanges that opens objects by a client,
// under names such as gs://bucket/object. What it opens is one request, and one more from
// where the connection broke each time that it does, of the same generation of the object:
// no byte is handed out twice.
func Ranges(client *storage.Client) beambeve.RangeOpener {
	return func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		bucket, object, err := gcsx.ParseObject(path)
		if err != nil {
			return nil, fmt.Errorf("gcsbeve: %w", err)
		}
		// Reading is repeated safely, however often.
		r, err := client.Bucket(bucket).Object(object).Retryer(storage.WithPolicy(storage.RetryAlways)).NewRangeReader(ctx, offset, max(length, 0))
		if err != nil {
			return nil, fmt.Errorf("gcsbeve: %s at byte %d: %w", path, offset, err)
		}
		return r, nil
	}
}
