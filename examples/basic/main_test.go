package main

import (
	"fmt"
	"os"
)

func Example() {
	if err := run(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Zugspitze in 111 bytes, built 1900-07-19, [-11.5 -10.25 -12]
	// height is int64, samples are []float64, labels are map[string]interface {}
	// read Zugspitze at 2962 m
	// read Sonnblick at 3106 m
	// the sample at /1/samples/0 is -9.5
	// no such part: true
	// beve: /samples/1 at byte 35: string is not a number (Go type float64)
	// /samples/1 35 float64 true
}
