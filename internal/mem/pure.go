//go:build !(amd64 || arm64 || 386 || s390x || ppc64le || loong64) || purego

package mem

// Unchecked says whether word access skips the bounds check.
const Unchecked = false

// Word loads the eight bytes at b[off:] in little-endian order. The caller
// guarantees off+8 <= cap(b).
func Word(b []byte, off int) uint64 {
	b = b[off : off+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Word32 is Word for four bytes.
func Word32(b []byte, off int) uint32 {
	b = b[off : off+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// PutWord stores v at b[off:off+8] in little-endian order. The caller guarantees
// off+8 <= cap(b).
func PutWord(b []byte, off int, v uint64) {
	b = b[off : off+8]
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	b[4], b[5], b[6], b[7] = byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56)
}

// PutByte stores v at b[off]. The caller guarantees off < cap(b).
func PutByte(b []byte, off int, v byte) { b[: off+1 : off+1][off] = v }

// Byte loads b[off]. The caller guarantees off < cap(b).
func Byte(b []byte, off int) byte { return b[: off+1 : off+1][off] }

// StringWord loads eight bytes of s at off. The caller guarantees off+8 <= len(s).
func StringWord(s string, off int) uint64 {
	s = s[off : off+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// StringByte loads s[off]. The caller guarantees off < len(s).
func StringByte(s string, off int) byte { return s[off] }

// String returns b's bytes as a string; this build copies them.
func String(b []byte) string { return string(b) }

// StringAt returns n bytes of b at off as a string; this build copies them.
func StringAt(b []byte, off, n int) string { return string(b[off : off+n]) }

// Bytes returns s's bytes, which nobody may write to; this build copies them.
func Bytes(s string) []byte { return []byte(s) }

// Raw views the memory of s as bytes in the wire's order. This build can do so
// for bytes only.
func Raw[T Number](s []T) (b []byte, ok bool) {
	b, ok = any(s).([]byte)
	return b, ok
}

// RawAt views n elements of size bytes from p on as bytes in the wire's order. This
// build can do so for bytes only. The caller guarantees that p is the address of as
// many elements without pointers.
func RawAt(p Pointer, n, size int) (b []byte, ok bool) {
	if size > 1 {
		return nil, false
	}
	return SliceAt[byte](p, n), true
}

// Adopts reports whether Adopt may succeed for numbers of size bytes.
func Adopts(size int) bool { return size == 1 }

// Adopt makes *s the n numbers of size bytes that b holds, in the memory of b. This
// build does so for bytes only. The caller guarantees that nobody else holds b, and
// that n <= len(b).
func Adopt(s *Slice, b []byte, n, size int) bool {
	if size > 1 {
		return false
	}
	*Ref[[]byte](Of(s)) = b[:n]
	return true
}

// View views b in place as n elements of T, aliasing b. This build can do so for
// bytes only.
func View[T Number](b []byte, n int) (s []T, ok bool) {
	s, ok = any(b[:n:n]).([]T)
	return s, ok
}

// StringWord32 is StringWord for four bytes.
func StringWord32(s string, off int) uint32 {
	s = s[off : off+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// PutWord32 is PutWord for four bytes.
func PutWord32(b []byte, off int, v uint32) {
	b = b[off : off+4]
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
}

// PutBlock stores a block at b[off:off+32]. The caller guarantees off+32 <= cap(b).
func PutBlock(b []byte, off int, block *Block) { copy(b[off:off+32], block.Bytes[:]) }

// Move16 copies the 16 bytes of s at i to where they belong in a copy of s at b[off:], and
// returns a word with the highest bits of all of them: of text, whether it is ASCII. The
// caller guarantees i+16 <= len(s) and off+i+16 <= cap(b).
func Move16(b []byte, off int, s string, i int) uint64 {
	copy(b[off+i:off+i+16], s[i:i+16])
	return StringWord(s, i) | StringWord(s, i+8)
}

// MoveEnds copies s, of 8 to 16 bytes, to b[off:], and returns a word with the highest bits of
// all its bytes, as Move16 does. The caller guarantees the length of s and off+len(s) <= cap(b).
func MoveEnds(b []byte, off int, s string) uint64 {
	copy(b[off:off+len(s)], s)
	return StringWord(s, 0) | StringWord(s, len(s)-8)
}

// MoveEnds32 is MoveEnds for 4 to 8 bytes.
func MoveEnds32(b []byte, off int, s string) uint64 {
	copy(b[off:off+len(s)], s)
	return uint64(StringWord32(s, 0) | StringWord32(s, len(s)-4))
}
