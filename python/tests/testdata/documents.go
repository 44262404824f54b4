// Command documents answers what the packages patch and canonical of the Go library make of
// documents, for the tests of the Python package: a line for each line, whose fields are
// hexadecimal but for the first one, which says what is to be done.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
	jsoncanonical "github.com/beve-org/beve-go/json/canonical"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/patch"
)

// names are those of the errors of the Python package, the first that matches counts.
var names = []struct {
	err  error
	name string
}{
	{patch.ErrTest, "TestFailedError"}, {beve.ErrTruncated, "TruncatedError"}, {beve.ErrTrailing, "TrailingError"},
	{beve.ErrDepth, "DepthError"}, {beve.ErrLimit, "LimitError"}, {beve.ErrDuplicate, "DuplicateError"},
	{beve.ErrMissing, "MissingError"}, {beve.ErrUnsupported, "UnsupportedError"}, {beve.ErrMismatch, "MismatchError"},
	{beve.ErrSyntax, "MalformedError"}, {beve.ErrOverflow, "UnsupportedError"}, {fault.ErrUTF8, "MalformedError"},
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<28)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		verb, rest, _ := strings.Cut(in.Text(), " ")
		var fields [][]byte
		for _, text := range strings.Split(rest, " ") {
			field, err := hex.DecodeString(text)
			if err != nil {
				log.Fatal(err)
			}
			fields = append(fields, field)
		}
		made, err := answer(verb, fields)
		if err == nil {
			fmt.Fprintf(out, "ok %x\n", made)
			continue
		}
		name, off, path := "?"+err.Error(), int64(0), ""
		for _, n := range names {
			if errors.Is(err, n.err) {
				name = n.name
				break
			}
		}
		if e, ok := fault.Decoding(err); ok {
			off, path = e.Offset, string(e.Path)
		}
		fmt.Fprintf(out, "%s %d %x\n", strings.ReplaceAll(name, " ", "_"), off, path)
	}
	if err := errors.Join(in.Err(), out.Flush()); err != nil {
		log.Fatal(err)
	}
}

// answer does what verb says to the first document.
func answer(verb string, f [][]byte) ([]byte, error) {
	switch verb {
	case "apply":
		return patch.Apply(f[0], f[1])
	case "merge":
		return patch.Merge(f[0], f[1])
	case "diff":
		return patch.Diff(f[0], f[1])
	case "canonical":
		return canonical.Append(nil, f[0])
	case "check":
		return nil, canonical.Check(f[0])
	case "forms":
		return forms(f[0])
	case "json-apply":
		return jsonpatch.Apply(f[0], f[1])
	case "json-merge":
		return jsonpatch.Merge(f[0], f[1])
	case "json-diff":
		return jsonpatch.Diff(f[0], f[1])
	case "json-canonical":
		return jsoncanonical.Append(nil, f[0])
	case "json-check":
		return nil, jsoncanonical.Check(f[0])
	}
	if name, ok := strings.CutPrefix(verb, "native-"); ok {
		var value any
		if err := beve.Unmarshal(f[2], &value); err != nil {
			log.Fatal(err)
		}
		if name, ok := strings.CutPrefix(name, "batch-"); ok {
			return batch(name, beve.Pointer(f[1]), value).Do(f[0])
		}
		return change(name, f, value, patch.Set, patch.Insert, patch.Append, patch.Delete)
	}
	if name, ok := strings.CutPrefix(verb, "json-"); ok {
		return change(name, f, json.RawMessage(f[2]), jsonpatch.Set, jsonpatch.Insert, jsonpatch.Append, jsonpatch.Delete)
	}
	return change(verb, f, beve.Raw(f[2]), patch.Set, patch.Insert, patch.Append, patch.Delete)
}

// batch returns one change as a batch.
func batch(verb string, path beve.Pointer, value any) *patch.Batch {
	b := new(patch.Batch)
	switch verb {
	case "set":
		return b.Set(path, value)
	case "insert":
		return b.Insert(path, value)
	case "append":
		return b.Append(path, value)
	}
	return b.Test(path, value)
}

// forms returns several forms of a random value, each with its length before it.
func forms(seed []byte) (all []byte, err error) {
	r := patchkit.Forms{Rand: rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed), 1))}
	value := r.Value(4)
	for range 4 {
		msg := r.Message(value)
		all = append(binary.LittleEndian.AppendUint32(all, uint32(len(msg))), msg...)
	}
	return all, nil
}

type put[T any] func(msg []byte, path beve.Pointer, value T) ([]byte, error)

// change makes one change to f[0], at the path f[1].
func change[T any](verb string, f [][]byte, value T, set, insert, add put[T], remove func([]byte, beve.Pointer) ([]byte, error)) ([]byte, error) {
	path := beve.Pointer(f[1])
	switch verb {
	case "set":
		return set(f[0], path, value)
	case "insert":
		return insert(f[0], path, value)
	case "append":
		return add(f[0], path, value)
	case "delete":
		return remove(f[0], path)
	}
	return nil, errors.New("nothing is called " + verb)
}
