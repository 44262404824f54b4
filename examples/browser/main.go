// Command browser serves a page that speaks BEVE with it: the page fetches a
// document, edits it and posts it back, reads a stream of records, and plots an
// array of numbers that it views where it arrived.
//
// Build the package in js first, then open the address that it prints:
//
//	(cd js && npm ci && npm run build)
//	go run ./examples/browser
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	dist := flag.String("dist", "js/dist", "folder of the built package")
	flag.Parse()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	server := &http.Server{Handler: newHandler(*dist), ReadHeaderTimeout: 5 * time.Second}
	log.Fatal(server.Serve(listener))
}
