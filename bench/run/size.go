// How much larger a program becomes that imports the library.

package main

import (
	"fmt"
	"io"

	imported "github.com/beve-org/beve-go/bench/weight/program"
)

// programSize writes by how many bytes a program grows when it imports the library,
// with and without symbols.
func programSize(raw io.Writer, tools string) error {
	full, err := imported.BEVE.Growth(tools, true)
	if err != nil {
		return err
	}
	stripped, err := imported.BEVE.Growth(tools, false)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(raw, "BenchmarkBinarySize 1 0 ns/op %d delta-B %d stripped-delta-B\n", full, stripped)
	return err
}
