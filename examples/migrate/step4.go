// Step 4: BEVE in storage. Readers first learn both formats; then writers write BEVE;
// what is old is rewritten when it is convenient, or never.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

// isJSON tells the two apart by how they begin: the JSON of an object with a brace,
// perhaps after white space, and an object of BEVE with neither.
func isJSON(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
}

// write4 returns the stored form of an order.
func write4(o *Order) ([]byte, error) { return beve.Marshal(o) }

// read4 reads an order from its stored form, whichever it is.
func read4(data []byte) (Order, error) {
	if isJSON(data) {
		return read2(data)
	}
	var o Order
	err := beve.Unmarshal(data, &o)
	return o, err
}

// rewrite4 turns the documents of a folder that are still JSON into BEVE, and returns
// how many it has turned. Bytes are translated to bytes: members that Order does not
// know stay, and so does every digit. A file is replaced as a whole, so that readers,
// and a rewriting that was broken off, find either the old document or the new one.
func rewrite4(dir string) (n int, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.order"))
	if err != nil {
		return 0, err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return n, err
		}
		if !isJSON(data) {
			continue
		}
		message, err := translator.Options{TypedArrays: true}.FromJSON(data)
		if err != nil {
			return n, fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(path+".new", message, 0o644); err != nil {
			return n, err
		}
		if err := os.Rename(path+".new", path); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
