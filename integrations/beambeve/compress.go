// Compression: each block is a frame of Zstandard, so that files can be split, and are
// files of Zstandard to any other tool.

package beambeve

import (
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// compressedSuffix ends the names of files that are compressed.
const compressedSuffix = ".zst"

func compressed(path string) bool { return strings.HasSuffix(path, compressedSuffix) }

// maxWindow bounds the memory that a frame may ask for. The highest level of the
// command zstd asks for as much.
const maxWindow = 128 << 20

// decompress returns a reader of what frames hold. It reads within the caller's
// goroutine.
func decompress(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
}
