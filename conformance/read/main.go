// Command read is the reference as a command: it says what bytes mean.
//
//	go run ./read 0504 1107            a message: [7]
//	go run ./read -stream '(1107)*3'   a stream; repetitions as in cases
//	go run ./read -extended 0E0000     with the forms of the profile
//	go run ./read -testee              answers the requests of a testee, on the standard input
//
// It prints what the bytes mean and whether a reader may refuse them, or why they are
// refused and where; the exit status is 1 then, and 2 for what is no hexadecimal.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/reference"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("read", flag.ContinueOnError)
	f.SetOutput(stderr)
	stream := f.Bool("stream", false, "the bytes are a stream")
	extended := f.Bool("extended", false, "read the forms of the profile as well")
	testee := f.Bool("testee", false, "answer the requests of a testee")
	if err := f.Parse(args); err != nil {
		return 2
	}
	r := reference.New(*extended, 0)
	if *testee {
		if err := serve(r, *extended, stdin, stdout); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	data, err := conformance.Unhex(strings.Join(f.Args(), " "))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	read := r.Message
	if *stream {
		read = r.Stream
	}
	means, may, refusal := read(data)
	if refusal != nil {
		fmt.Fprintln(stderr, "refused:", refusal)
		return 1
	}
	fmt.Fprintf(stdout, "%s\n", means)
	if may {
		fmt.Fprintln(stdout, "a reader may refuse it")
	}
	return 0
}

// serve answers requests until the input ends. There is no writer.
func serve(r *reference.Reader, extended bool, stdin io.Reader, stdout io.Writer) error {
	in, out := bufio.NewReader(stdin), bufio.NewWriter(stdout)
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		request := make([]byte, binary.LittleEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, request); err != nil {
			return err
		}
		answer := reply(r, extended, request)
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(answer))))
		out.Write(answer)
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

// reply is the answer to a request: a letter, and what belongs to it.
func reply(r *reference.Reader, extended bool, request []byte) []byte {
	if len(request) == 0 {
		return []byte("Eno request")
	}
	read := r.Message
	switch request[0] {
	case 'H':
		hello := map[string]string{"name": "reference", "version": "working tree"}
		if extended {
			hello["profile"] = "extended"
		}
		text, err := json.Marshal(hello)
		if err != nil {
			panic(err)
		}
		return append([]byte{'V'}, text...)
	case 'R':
	case 'T':
		read = r.Stream
	default:
		return []byte("Sthe reference does not write")
	}
	means, _, refusal := read(request[1:])
	if refusal != nil {
		return append([]byte{'E'}, refusal.Error()...)
	}
	return append([]byte{'V'}, means...)
}
