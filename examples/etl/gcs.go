// Objects of Google Cloud Storage, opened in the middle, so that large ones are split.

package main

import (
	"context"
	"io"
	"sync"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"

	"github.com/beve-org/beve-go/integrations/beambeve"
)

func init() {
	client := sync.OnceValues(func() (*storage.Client, error) { return storage.NewClient(context.Background()) })
	beambeve.RegisterRanges("gs", func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
		bucket, object, err := gcsx.ParseObject(path)
		if err != nil {
			return nil, err
		}
		c, err := client()
		if err != nil {
			return nil, err
		}
		return c.Bucket(bucket).Object(object).NewRangeReader(ctx, offset, length)
	})
}
