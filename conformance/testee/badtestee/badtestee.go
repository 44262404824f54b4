// Package badtestee has testees for tests of the runner: the reference, and what goes wrong
// with programs. A test binary becomes one when BEVE_TESTEE is set; Main is called first.
package badtestee

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/conformance/reference"
)

// Main serves as the testee that BEVE_TESTEE names, and returns if it names none. A name may
// have an argument after a colon.
func Main() {
	mode, argument, _ := strings.Cut(os.Getenv("BEVE_TESTEE"), ":")
	if mode == "" {
		return
	}
	serve(mode, argument)
	os.Exit(0)
}

func send(answer string) {
	os.Stdout.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(answer))), answer...))
}

// serve answers requests until the input ends, or worse.
func serve(mode, argument string) {
	in := bufio.NewReader(os.Stdin)
	switch mode {
	case "child": // another process answers, and nobody looks after it
		grow(argument)
		return
	case "again": // it starts once
		if _, err := os.Stat(argument); err == nil {
			os.Exit(7)
		}
		os.WriteFile(argument, nil, 0o644)
	case "text":
		fmt.Println("hello, I am a testee")
	}
	r := reference.New(false, 0)
	for n := 0; ; n++ {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		request := make([]byte, binary.LittleEndian.Uint32(head[:]))
		io.ReadFull(in, request)
		if request[0] == 'H' {
			hello(mode, argument)
			continue
		}
		answer(mode, argument, n, request, r)
	}
}

// hello says hello, in most modes as it should.
func hello(mode, argument string) {
	switch mode {
	case "hello":
		send(argument)
	case "no-hello":
		time.Sleep(time.Hour)
	default:
		send(`V{"name":"bad","version":"<i>|v\n1"}`)
	}
}

// answer answers one request.
func answer(mode, argument string, n int, request []byte, r *reference.Reader) {
	switch mode {
	case "hang":
		time.Sleep(time.Hour)
	case "hang-children":
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "BEVE_TESTEE=child:"+argument)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		detach(cmd, argument == "detached")
		cmd.Run()
	case "crash", "again":
		fmt.Fprintln(os.Stderr, "boom: the stack is used up")
		os.Exit(3)
	case "crash-often":
		if n%2 == 0 {
			os.Exit(3)
		}
		send("Eno")
	case "half":
		os.Stdout.Write([]byte{100, 0, 0, 0, 'V', '1'})
		os.Exit(0)
	case "long":
		os.Stdout.Write([]byte{0, 0, 0, 0x20, 'V'})
	case "print":
		fmt.Println("debug: reading")
	case "letter":
		send("Znull")
	case "skip":
		send("Snot here")
	case "refuse":
		send("E<script>|`\n\x01\xff")
	default:
		read := r.Message
		if request[0] == 'T' {
			read = r.Stream
		}
		if request[0] == 'W' {
			send("Snot here")
			return
		}
		means, _, refusal := read(request[1:])
		switch {
		case refusal != nil:
			send("E" + refusal.Error())
		case mode == "wrong" && bytes.HasPrefix(request[1:], []byte{0x1C}):
			send("Vfalse")
		default:
			send("V" + string(means))
		}
	}
}

// grow takes as many megabytes as the argument says, and stays.
func grow(argument string) {
	if megabytes, err := strconv.Atoi(argument); err == nil {
		memory := make([]byte, megabytes<<20)
		for i := 0; i < len(memory); i += 4096 {
			memory[i] = 1
		}
	}
	time.Sleep(time.Hour)
}
