// Files by Beam's filesystems, opened in the middle where that can be.

package beambeve

import (
	"context"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// A RangeOpener opens length bytes of a file from an offset on.
type RangeOpener func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error)

var ranges = map[string]RangeOpener{}

// RegisterRanges says how files of a scheme, such as "gs" or "s3", are opened in the
// middle, which Beam's filesystems have no call for. Without it files that are not
// local are read in one piece each. Call it in an init function.
//
//	beambeve.RegisterRanges("gs", func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
//		bucket, object, _ := strings.Cut(strings.TrimPrefix(path, "gs://"), "/")
//		return client.Bucket(bucket).Object(object).NewRangeReader(ctx, offset, length)
//	})
func RegisterRanges(scheme string, open RangeOpener) { ranges[scheme] = open }

// openRange opens length bytes of a file from an offset on. Where a file can only be
// read from its start, seeks is false, and what is before the offset has been read.
func openRange(ctx context.Context, fs filesystem.Interface, path string, offset, length int64) (r io.ReadCloser, seeks bool, err error) {
	if scheme, _, ok := strings.Cut(path, "://"); ok && ranges[scheme] != nil {
		r, err = ranges[scheme](ctx, path, offset, length)
		return r, true, err
	}
	if r, err = fs.OpenRead(ctx, path); err != nil {
		return nil, false, err
	}
	seeker, seeks := r.(io.Seeker)
	if seeks {
		_, err = seeker.Seek(offset, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, r, offset)
	}
	if err != nil {
		r.Close()
	}
	return r, seeks, err
}
