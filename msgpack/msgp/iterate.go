// Arrays and maps by functions for their parts.

package msgp

import (
	"cmp"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
)

// DecodePtr is a pointer to T that reads itself from a stream, as a constraint.
type DecodePtr[T any] interface {
	*T
	Decodable
}

// UnmarshalPtr is a pointer to T that reads itself from a slice, as a constraint.
type UnmarshalPtr[T any] interface {
	*T
	Unmarshaler
}

// FlexibleEncoder is a pointer to T that writes itself to a stream, be it by a method of
// T, as a constraint.
type FlexibleEncoder[T any] interface {
	*T
	Encodable
}

// FlexibleMarshaler is a pointer to T that appends itself to a slice, be it by a method
// of T, as a constraint.
type FlexibleMarshaler[T any] interface {
	*T
	Marshaler
}

// DecoderFrom returns a function that reads a T from r at each call; what the second
// argument holds has no effect.
func DecoderFrom[T any, PT DecodePtr[T]](r *Reader, _ T) func() (T, error) {
	return func() (v T, err error) {
		err = PT(&v).DecodeMsg(r)
		return v, err
	}
}

// DecoderFromBytes returns a function that reads a T from the start of a slice and
// returns the rest; what the argument holds has no effect.
func DecoderFromBytes[T any, PT UnmarshalPtr[T]](_ T) func([]byte) (T, []byte, error) {
	return func(b []byte) (v T, o []byte, err error) {
		o, err = PT(&v).UnmarshalMsg(b)
		return v, o, err
	}
}

// EncoderTo returns a function that writes a T to w at each call; what the second
// argument holds has no effect.
func EncoderTo[T any, PT FlexibleEncoder[T]](w *Writer, _ T) func(T) error {
	return func(v T) error { return PT(&v).EncodeMsg(w) }
}

// EncoderToBytes returns a function that appends a T to a slice. It panics with the error
// of a value that cannot be encoded, since it has no other way to tell it; what the
// argument holds has no effect.
func EncoderToBytes[T any, PT FlexibleMarshaler[T]](_ T) func([]byte, T) []byte {
	return func(b []byte, v T) []byte {
		o, err := PT(&v).MarshalMsg(b)
		if err != nil {
			panic(err)
		}
		return o
	}
}

// count returns a length as heads have it; it panics for one that they cannot have.
func count(n int) uint32 {
	if uint64(n) > math.MaxUint32 {
		panic("msgp: more elements than MessagePack can say")
	}
	return uint32(n)
}

// AppendArray appends an array, its elements by a function. It panics for more than
// 2^32-1 of them.
func AppendArray[T any](b []byte, a []T, writeFn func(b []byte, v T) []byte) []byte {
	b = AppendArrayHeader(b, count(len(a)))
	for _, v := range a {
		b = writeFn(b, v)
	}
	return b
}

// AppendMap appends a map in Go's order, its keys and values by functions. It panics for
// more than 2^32-1 pairs.
func AppendMap[K comparable, V any](b []byte, m map[K]V, writeK func(b []byte, k K) []byte, writeV func(b []byte, v V) []byte) []byte {
	b = AppendMapHeader(b, count(len(m)))
	for k, v := range m {
		b = writeV(writeK(b, k), v)
	}
	return b
}

// AppendMapSorted is AppendMap in the order of the keys.
func AppendMapSorted[K cmp.Ordered, V any](b []byte, m map[K]V, writeK func(b []byte, k K) []byte, writeV func(b []byte, v V) []byte) []byte {
	b = AppendMapHeader(b, count(len(m)))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		b = writeV(writeK(b, k), m[k])
	}
	return b
}

// WriteArray writes an array, its elements by a function.
func WriteArray[T any](w *Writer, a []T, writeFn func(T) error) error {
	if err := w.WriteArrayHeader(count(len(a))); err != nil {
		return err
	}
	for i, v := range a {
		if err := writeFn(v); err != nil {
			return WrapError(err, i)
		}
	}
	return nil
}

// WriteMap writes a map in Go's order, its keys and values by functions.
func WriteMap[K comparable, V any](w *Writer, m map[K]V, writeKey func(K) error, writeVal func(V) error) error {
	return writeMap(w, maps.All(m), len(m), writeKey, writeVal)
}

// WriteMapSorted is WriteMap in the order of the keys.
func WriteMapSorted[K cmp.Ordered, V any](w *Writer, m map[K]V, writeKey func(K) error, writeVal func(V) error) error {
	sorted := func(yield func(K, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
	return writeMap(w, sorted, len(m), writeKey, writeVal)
}

func writeMap[K, V any](w *Writer, pairs iter.Seq2[K, V], n int, writeKey func(K) error, writeVal func(V) error) error {
	if err := w.WriteMapHeader(count(n)); err != nil {
		return err
	}
	for k, v := range pairs {
		if err := writeKey(k); err != nil {
			return err
		}
		if err := writeVal(v); err != nil {
			return WrapError(err, any(k))
		}
	}
	return nil
}

// ReadArray returns the elements of the array that m reads next, by a function that reads
// one from m. They can be had once. An error is the last element; who stops early has to
// read the rest.
func ReadArray[T any](m *Reader, readFn func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n, err := m.ReadArrayHeader()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		for range n {
			v, err := readFn()
			if !yield(v, unexpected(err)) || err != nil {
				return
			}
		}
	}
}

// unexpected returns err of a part of a value: the end of the stream is within the value.
func unexpected(err error) error {
	if err == io.EOF {
		return ErrShortBytes
	}
	return err
}

// ReadMap returns the pairs of the map that m reads next, by functions that read a key and
// a value from m, and a function that returns the error that has ended them, or nil. The
// pairs can be had once.
func ReadMap[K, V any](m *Reader, readKey func() (K, error), readVal func() (V, error)) (iter.Seq2[K, V], func() error) {
	var failed error
	pairs := func(yield func(K, V) bool) {
		var n uint32
		if n, failed = m.ReadMapHeader(); failed != nil {
			return
		}
		for range n {
			k, err := readKey()
			if err != nil {
				failed = unexpected(err)
				return
			}
			v, err := readVal()
			if err != nil {
				failed = WrapError(unexpected(err), any(k))
				return
			}
			if !yield(k, v) {
				return
			}
		}
	}
	return pairs, func() error { return failed }
}

// ReadArrayBytes returns the elements of the array that b begins with, by a function that
// reads one, and a function that returns what follows those that were read, and the error
// that has ended them, or nil.
func ReadArrayBytes[T any](b []byte, readFn func([]byte) (T, []byte, error)) (iter.Seq[T], func() (remain []byte, err error)) {
	n, o, failed := ReadArrayHeaderBytes(b)
	if failed != nil {
		n = 0
	}
	elements := func(yield func(T) bool) {
		for i := 0; n > 0 && failed == nil; i++ {
			n--
			v, rest, err := readFn(o)
			if err != nil {
				failed = WrapError(err, i)
				return
			}
			if o = rest; !yield(v) {
				return
			}
		}
	}
	return elements, func() ([]byte, error) { return o, failed }
}

// ReadMapBytes returns the pairs of the map that b begins with, by functions that read a
// key and a value, and a function that returns what follows those that were read, and the
// error that has ended them, or nil.
func ReadMapBytes[K any, V any](b []byte, readK func([]byte) (K, []byte, error), readV func([]byte) (V, []byte, error)) (iter.Seq2[K, V], func() (remain []byte, err error)) {
	n, o, failed := ReadMapHeaderBytes(b)
	if failed != nil {
		n = 0
	}
	pairs := func(yield func(K, V) bool) {
		for n > 0 && failed == nil {
			n--
			k, rest, err := readK(o)
			if err != nil {
				failed = err
				return
			}
			v, rest, err := readV(rest)
			if err != nil {
				failed = WrapError(err, any(k))
				return
			}
			if o = rest; !yield(k, v) {
				return
			}
		}
	}
	return pairs, func() ([]byte, error) { return o, failed }
}
