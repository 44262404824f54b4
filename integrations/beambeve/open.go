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
// local are read in one piece each. Call it in an init function. Packages s3beve and
// gcsbeve do so for S3 and Google Cloud Storage.
//
//	beambeve.RegisterRanges("gs", func(ctx context.Context, path string, offset, length int64) (io.ReadCloser, error) {
//		bucket, object, _ := strings.Cut(strings.TrimPrefix(path, "gs://"), "/")
//		return client.Bucket(bucket).Object(object).NewRangeReader(ctx, offset, length)
//	})
func RegisterRanges(scheme string, open RangeOpener) { ranges[scheme] = open }

// rangeOpener returns what opens files of the scheme of a path in the middle, or nil.
func rangeOpener(path string) RangeOpener {
	scheme, _, _ := strings.Cut(path, "://")
	return ranges[scheme]
}

// canSeek reports whether a file can be opened in the middle.
func canSeek(ctx context.Context, fs filesystem.Interface, path string) (bool, error) {
	if rangeOpener(path) != nil {
		return true, nil
	}
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return false, err
	}
	_, seeks := r.(io.Seeker)
	return seeks, r.Close()
}

// openRange opens length bytes of a file from an offset on, and perhaps more. A file
// that can only be read from its start is read to the offset.
func openRange(ctx context.Context, fs filesystem.Interface, path string, offset, length int64) (io.ReadCloser, error) {
	if open := rangeOpener(path); open != nil {
		return open(ctx, path, offset, length)
	}
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, err
	}
	if seeker, ok := r.(io.Seeker); ok {
		_, err = seeker.Seek(offset, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, r, offset)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}
