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
	// beve, 98 bytes: ada signed in; ada paid 19.99; restarted;
	// json, 118 bytes: ada signed in; ada paid 19.99; restarted;
	// msgpack, 87 bytes: ada signed in; ada paid 19.99; restarted;
	// zebrapack, 54 bytes: ada signed in; ada paid 19.99; restarted;
	// [{"type":"signed-in","user":"ada","from":"192.0.2.7"},{"type":"paid","user":"ada","for":"19.99"},{"type":"restarted"}]
	// something else: [{"type":"moved","to":[1.5,2.5]}]
	// in ada
	// paid ada
	// re
}
