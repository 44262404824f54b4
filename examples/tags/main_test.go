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
	// JSON  {"id":7,"name":"Ada","serial":"9223372036854775809","level":3}
	// BEVE  {"id":7,"name":"Ada","serial":"9223372036854775809","lvl":3}
	// kept  theme is still dark
	//
	// JSON         30 bytes  "{\"name\":\"pole\",\"x\":1.5,\"y\":-2}"
	// BEVE         35 bytes  "\x03\f\x10name\x02\x10pole\x04xa\x00\x00\x00\x00\x00\x00\xf8?\x04ya\x00\x00\x00\x00\x00\x00\x00\xc0"
	// MessagePack  33 bytes  "\x83\xa4name\xa4pole\xa1x\xcb?\xf8\x00\x00\x00\x00\x00\x00\xa1y\xcb\xc0\x00\x00\x00\x00\x00\x00\x00"
	// ZebraPack    34 bytes  "\x84\xff\xa5Point\x00\xa4pole\x01\xcb?\xf8\x00\x00\x00\x00\x00\x00\x02\xcb\xc0\x00\x00\x00\x00\x00\x00\x00"
	// JSONPack     21 bytes  "\x04pole\x00\x00\x00\x00\x00\x00\xf8?\x00\x00\x00\x00\x00\x00\x00\xc0"
}
