package window

import (
	"errors"
	"io"
)

// patience is how often a Reader may return neither bytes nor an error.
const patience = 100

var errCount = errors.New("reader returned an impossible count")

// Read reads from r into p, which has room, until there are bytes or an error. There may be both. A reader that keeps on
// returning nothing is [io.ErrNoProgress], and a number of bytes that p does not have an error, too.
func Read(r io.Reader, p []byte) (n int, err error) {
	for range patience {
		n, err = r.Read(p)
		if uint(n) > uint(len(p)) {
			return 0, errCount
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
