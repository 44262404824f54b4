// UUIDs of the extended profile.

package wire

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/mem"
)

// uuidLen is what a UUID takes: a header, its version and sixteen bytes.
const uuidLen = 18

// AppendUUID appends the sixteen bytes of a UUID, in the order of RFC 9562.
func AppendUUID(dst []byte, id [16]byte) []byte {
	const size = uuidLen
	n := len(dst)
	if cap(dst)-n < size {
		dst = mem.Grow(dst, size)
	}
	dst = dst[:n+size]
	dst[n], dst[n+1] = byte(HeaderUUID), id[6]>>4
	*(*[16]byte)(dst[n+2:]) = id
	return dst
}

// ReadUUID reads a UUID.
func ReadUUID(src []byte, off int) (id [16]byte, next int, err error) {
	if err := expect(src, off, HeaderUUID); err != nil {
		return id, off, err
	}
	if len(src)-off < uuidLen {
		return id, off, truncated(len(src))
	}
	copy(id[:], src[off+2:off+uuidLen])
	if v := src[off+1]; v != id[6]>>4 {
		return id, off, malformed(off+1, "version "+strconv.Itoa(int(v))+" before a UUID of version "+strconv.Itoa(int(id[6]>>4)))
	}
	return id, off + uuidLen, nil
}
