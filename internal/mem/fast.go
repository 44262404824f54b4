//go:build (amd64 || arm64 || 386 || s390x || ppc64le || loong64) && !purego

package mem

import (
	"math/bits"
	"unsafe"
)

// Unchecked says whether word access skips the bounds check.
const Unchecked = true

// bigEndian is a constant so that the swap costs nothing elsewhere.
const bigEndian = isBigEndian

// Word loads the eight bytes at b[off:] in little-endian order. The caller
// guarantees off+8 <= cap(b).
func Word(b []byte, off int) uint64 {
	if Checked {
		Assert("a load", off, 8, cap(b))
	}
	w := *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
	if bigEndian {
		w = bits.ReverseBytes64(w)
	}
	return w
}

// Word32 is Word for four bytes.
func Word32(b []byte, off int) uint32 {
	if Checked {
		Assert("a load", off, 4, cap(b))
	}
	w := *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
	if bigEndian {
		w = bits.ReverseBytes32(w)
	}
	return w
}

// PutWord stores v at b[off:off+8] in little-endian order. The caller guarantees
// off+8 <= cap(b).
func PutWord(b []byte, off int, v uint64) {
	if Checked {
		Assert("a store", off, 8, cap(b))
	}
	if bigEndian {
		v = bits.ReverseBytes64(v)
	}
	*(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off)) = v
}

// PutByte stores v at b[off]. The caller guarantees off < cap(b).
func PutByte(b []byte, off int, v byte) {
	if Checked {
		Assert("a store", off, 1, cap(b))
	}
	*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off)) = v
}

// Byte loads b[off]. The caller guarantees off < cap(b).
func Byte(b []byte, off int) byte {
	if Checked {
		Assert("a load", off, 1, cap(b))
	}
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
}

// StringWord loads eight bytes of s at off. The caller guarantees off+8 <= len(s).
func StringWord(s string, off int) uint64 {
	if Checked {
		Assert("a load", off, 8, len(s))
	}
	w := *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), off))
	if bigEndian {
		w = bits.ReverseBytes64(w)
	}
	return w
}

// StringByte loads s[off]. The caller guarantees off < len(s).
func StringByte(s string, off int) byte {
	if Checked {
		Assert("a load", off, 1, len(s))
	}
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), off))
}

// String views b as a string without copying. The caller guarantees that b's
// bytes do not change while the string lives.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// StringAt views n bytes of b at off as a string without copying. The caller
// guarantees that n > 0, that off+n <= cap(b), and that these bytes do not change
// while the string lives.
func StringAt(b []byte, off, n int) string {
	if Checked {
		Assert("a view", off, n, cap(b))
	}
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off)), n)
}

// Bytes views s as a byte slice that nobody may write to.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Raw views the memory of s as bytes in the machine's order. ok is false where
// that order is not the wire's, and the caller must go element by element.
func Raw[T Number](s []T) (b []byte, ok bool) {
	if bigEndian && SizeOf[T]() > 1 {
		return nil, false
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*SizeOf[T]()), true
}

// RawAt views n elements of size bytes from p on, numbers all, as bytes in the
// machine's order. ok is false where that order is not the wire's. The caller
// guarantees that p is the address of as many elements without pointers.
func RawAt(p Pointer, n, size int) (b []byte, ok bool) {
	if bigEndian && size > 1 {
		return nil, false
	}
	return SliceAt[byte](p, n*size), true
}

// Adopts reports whether Adopt may succeed for numbers of size bytes.
func Adopts(size int) bool { return !bigEndian || size == 1 }

// Adopt makes *s the n numbers of size bytes that b holds in the wire's order, in the
// memory of b. It reports false and leaves *s alone when b is not aligned for them or
// the machine's byte order is not the wire's. The caller guarantees that b came from
// append or make, that nobody else holds it, and that n*size <= len(b).
func Adopt(s *Slice, b []byte, n, size int) bool {
	if Checked {
		Assert("an array", 0, n*size, len(b))
	}
	p := unsafe.Pointer(unsafe.SliceData(b))
	if bigEndian && size > 1 || uintptr(p)&uintptr(min(size, 8)-1) != 0 {
		return false
	}
	*s = Slice{Data: p, Len: n, Cap: cap(b) / size}
	return true
}

// View views b in place as n elements of T, aliasing b. ok is false when b is not
// aligned for T or the machine's byte order is not the wire's. The caller
// guarantees n*sizeof(T) <= len(b).
func View[T Number](b []byte, n int) (s []T, ok bool) {
	if Checked {
		Assert("an array", 0, n*SizeOf[T](), len(b))
	}
	var z T
	p := unsafe.Pointer(unsafe.SliceData(b))
	if bigEndian && unsafe.Sizeof(z) > 1 || uintptr(p)%unsafe.Alignof(z) != 0 {
		return nil, false
	}
	if n == 0 {
		return []T{}, true
	}
	return unsafe.Slice((*T)(p), n), true
}

// StringWord32 is StringWord for four bytes.
func StringWord32(s string, off int) uint32 {
	if Checked {
		Assert("a load", off, 4, len(s))
	}
	w := *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), off))
	if bigEndian {
		w = bits.ReverseBytes32(w)
	}
	return w
}

// PutWord32 is PutWord for four bytes.
func PutWord32(b []byte, off int, v uint32) {
	if Checked {
		Assert("a store", off, 4, cap(b))
	}
	if bigEndian {
		v = bits.ReverseBytes32(v)
	}
	*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off)) = v
}

// PutBlock stores a block at b[off:off+32]. The caller guarantees off+32 <= cap(b).
func PutBlock(b []byte, off int, block *Block) {
	if Checked {
		Assert("a store", off, 32, cap(b))
	}
	*(*Block)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off)) = *block
}

// block is 16 bytes that are moved at once; see [Block].
type block struct{ bytes [16]byte }

// Move16 copies the 16 bytes of s at i to where they belong in a copy of s at b[off:], and
// returns a word with the highest bits of all of them: of text, whether it is ASCII. The
// caller guarantees i+16 <= len(s) and off+i+16 <= cap(b).
func Move16(b []byte, off int, s string, i int) uint64 {
	if Checked {
		Assert("a store", off+i, 16, cap(b))
		Assert("a load", i, 16, len(s))
	}
	from := unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i)
	*(*block)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off+i)) = *(*block)(from)
	return *(*uint64)(from) | *(*uint64)(unsafe.Add(from, 8))
}

// MoveEnds copies s, of 8 to 16 bytes, to b[off:] as two words that may overlap, and returns a
// word with the highest bits of all its bytes, as Move16 does. The caller guarantees the length of s
// and off+len(s) <= cap(b).
func MoveEnds(b []byte, off int, s string) uint64 {
	if Checked {
		Assert("a text", 8, len(s)-8, 16)
		Assert("a store", off, len(s), cap(b))
	}
	from, to := unsafe.Pointer(unsafe.StringData(s)), unsafe.Pointer(unsafe.SliceData(b))
	first, last := *(*uint64)(from), *(*uint64)(unsafe.Add(from, len(s)-8))
	*(*uint64)(unsafe.Add(to, off)) = first
	*(*uint64)(unsafe.Add(to, off+len(s)-8)) = last
	return first | last
}

// MoveEnds32 is MoveEnds for 4 to 8 bytes, as words of four.
func MoveEnds32(b []byte, off int, s string) uint64 {
	if Checked {
		Assert("a text", 4, len(s)-4, 8)
		Assert("a store", off, len(s), cap(b))
	}
	from, to := unsafe.Pointer(unsafe.StringData(s)), unsafe.Pointer(unsafe.SliceData(b))
	first, last := *(*uint32)(from), *(*uint32)(unsafe.Add(from, len(s)-4))
	*(*uint32)(unsafe.Add(to, off)) = first
	*(*uint32)(unsafe.Add(to, off+len(s)-4)) = last
	return uint64(first | last)
}
