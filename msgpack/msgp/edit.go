// Maps with keys of text, looked into and changed without decoding them.

package msgp

import (
	"slices"

	"github.com/beve-org/beve-go/internal/msgwire"
)

// find returns where the value of key, and the key itself, lie in the map raw. ok is
// false where raw has no such key, or is not a whole map.
func find(key string, raw []byte) (keyAt, at, end int, ok bool) {
	n, o, err := ReadMapHeaderBytes(raw)
	if err != nil {
		return 0, 0, 0, false
	}
	for range n {
		start := len(raw) - len(o)
		var name []byte
		if isText(o) {
			name, o, err = ReadMapKeyZC(o)
		} else {
			o, err = Skip(o)
		}
		if err != nil {
			return 0, 0, 0, false
		}
		value := len(raw) - len(o)
		if o, err = Skip(o); err != nil {
			return 0, 0, 0, false
		}
		if name != nil && string(name) == key {
			return start, value, len(raw) - len(o), true
		}
	}
	return 0, 0, 0, false
}

// Locate returns the value of key in the map raw, or nil. The result aliases raw.
func Locate(key string, raw []byte) []byte {
	_, at, end, ok := find(key, raw)
	if !ok {
		return nil
	}
	return raw[at:end:end]
}

// HasKey reports whether the map raw has a key.
func HasKey(key string, raw []byte) bool {
	_, _, _, ok := find(key, raw)
	return ok
}

// Replace puts val in the place of the value of key in the map raw, using its memory,
// and returns the result: nil where it has no such key.
func Replace(key string, raw, val []byte) []byte {
	_, at, end, ok := find(key, raw)
	if !ok {
		return nil
	}
	return slices.Replace(raw, at, end, val...)
}

// CopyReplace is Replace that leaves raw as it is.
func CopyReplace(key string, raw, val []byte) []byte {
	_, at, end, ok := find(key, raw)
	if !ok {
		return nil
	}
	return slices.Concat(raw[:at], val, raw[end:])
}

// Remove takes key and its value out of the map raw, using its memory, and returns the
// result: raw itself where it has no such key.
func Remove(key string, raw []byte) []byte {
	keyAt, _, end, ok := find(key, raw)
	if !ok {
		return raw
	}
	head, err := msgwire.ReadHead(raw, 0)
	if err != nil {
		return raw
	}
	// The head keeps its form, so that what follows stays where it is.
	n := head.Len - 1
	if head.Next == 1 {
		raw[0] = msgwire.FixMap | byte(n)
	} else {
		for i := head.Next - 1; i > 0; i-- {
			raw[i], n = byte(n), n>>8
		}
	}
	return slices.Delete(raw, keyAt, end)
}
