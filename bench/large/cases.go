//go:build unix

// What is measured: a case does one thing to messages of one length.

package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"runtime"
	"strconv"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
)

// cases returns the names of all cases, such as "records/Append/30": what a message is of, what is done to it, and the
// binary logarithm of its length; of streams, the number of messages.
func cases(most, messages int) (names []string) {
	sized := func(of string, modes ...string) {
		for _, mode := range modes {
			for _, size := range []int{10, 20, 27} {
				if size < most {
					names = append(names, fmt.Sprintf("%s/%s/%d", of, mode, size))
				}
			}
			names = append(names, fmt.Sprintf("%s/%s/%d", of, mode, most))
		}
	}
	sized("copy", copyKept, copyNew)
	sized("numbers", "Append", "Marshal", "Unmarshal", "Reuse")
	sized("records", "Append", "Marshal", "Unmarshal", "Reuse")
	for _, mode := range []string{"Encoder", "Decoder"} {
		for n := messages / 1000; n <= messages; n *= 10 {
			names = append(names, fmt.Sprintf("stream/%s/%d", mode, n))
		}
	}
	return names
}

// The modes of a plain copy, which is what the memory of the machine costs: into memory that is there, and into new
// memory.
const (
	copyKept = "Kept"
	copyNew  = "New"
)

// A task is a case, ready to run. Call does the work once and returns what it has made, for the task to hold.
type task struct {
	bytes int // of all messages of a call
	calls int // that are timed
	call  func() (made any, err error)
}

// measure prints the line of a case.
func measure(name string) {
	part := strings.Split(name, "/")
	size, err := strconv.Atoi(part[len(part)-1])
	if err != nil || len(part) != 3 {
		log.Fatalf("no case %q", name)
	}
	var t *task
	switch part[0] {
	case "copy":
		t, err = copies(part[1], 1<<size)
	case "numbers":
		doc := make([]float64, 1<<size/8)
		for i := range doc {
			doc[i] = float64(i) / 3
		}
		t, err = message(part[1], doc)
	case "records":
		t, err = message(part[1], records(1<<size))
	case "stream":
		t, err = stream(part[1], size)
	}
	if err == nil {
		err = t.report(name)
	}
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
}

// records returns as many records as take so many bytes.
func records(size int) []payload.Record {
	some := payload.Find(payload.NameLarge).Value.(*payload.Large).Records
	message, err := beve.Marshal(some)
	if err != nil {
		log.Fatal(err)
	}
	doc := make([]payload.Record, max(1, size*len(some)/len(message)))
	for i := range doc {
		doc[i] = some[i%len(some)]
	}
	return doc
}

// copies returns the task of copying so many bytes.
func copies(mode string, size int) (*task, error) {
	data := bytes.Repeat([]byte{1}, size)
	t := &task{bytes: size, calls: callsOf(size)}
	switch mode {
	case copyKept:
		kept := make([]byte, size)
		t.call = func() (any, error) {
			if copy(kept, data) != size {
				return nil, io.ErrShortWrite
			}
			return nil, nil
		}
	case copyNew:
		t.call = func() (any, error) { return bytes.Clone(data), nil }
	default:
		return nil, fmt.Errorf("no mode %q", mode)
	}
	return t, nil
}

// callsOf returns how often messages of a length are timed.
func callsOf(size int) int { return max(2, 1<<28/size) }

// message returns the task of a mode for one document.
func message[T any](mode string, doc T) (*task, error) {
	data, err := beve.Marshal(&doc)
	if err != nil {
		return nil, err
	}
	t := &task{bytes: len(data), calls: callsOf(len(data))}
	switch mode {
	case "Append":
		kept := make([]byte, 0, len(data)+64)
		data = nil
		t.call = func() (any, error) {
			kept, err = beve.Append(kept[:0], &doc)
			return nil, err
		}
	case "Marshal":
		data = nil
		t.call = func() (any, error) { return beve.Marshal(&doc) }
	case "Unmarshal":
		t.call = func() (any, error) {
			v := new(T)
			return v, beve.Unmarshal(data, v)
		}
	case "Reuse":
		kept := new(T)
		if err := beve.Unmarshal(data, kept); err != nil {
			return nil, err
		}
		t.call = func() (any, error) { return nil, beve.Unmarshal(data, kept) }
	default:
		return nil, fmt.Errorf("no mode %q", mode)
	}
	return t, nil
}

// stream returns the task of writing or reading a stream of so many small messages, which is never in memory as a whole.
func stream(mode string, messages int) (*task, error) {
	small := payload.Find("small").Value.(*payload.Small)
	data, err := beve.Marshal(small)
	if err != nil {
		return nil, err
	}
	t := &task{bytes: messages * len(data), calls: max(1, 1_000_000/messages)}
	switch mode {
	case "Encoder":
		t.call = func() (any, error) {
			enc := beve.NewEncoder(io.Discard)
			for range messages {
				if err := enc.Encode(small); err != nil {
					return nil, err
				}
			}
			return nil, nil
		}
	case "Decoder":
		var block bytes.Buffer
		enc := beve.NewEncoder(&block)
		for range 1000 {
			if err := enc.Encode(small); err != nil {
				return nil, err
			}
		}
		t.bytes = messages / 1000 * block.Len()
		t.call = func() (any, error) {
			dec := beve.NewDecoder(&repeated{block: block.Bytes(), left: max(1, messages/1000)})
			n := 0
			var v payload.Small
			for {
				if err := dec.Decode(&v); err == io.EOF {
					break
				} else if err != nil {
					return nil, err
				}
				n++
			}
			if n != messages || v.Name != small.Name {
				return nil, fmt.Errorf("%d of %d messages came, the last is %v", n, messages, v)
			}
			return nil, nil
		}
	default:
		return nil, fmt.Errorf("no mode %q", mode)
	}
	return t, nil
}

// repeated is a reader of a block that comes again and again.
type repeated struct {
	block []byte
	off   int
	left  int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for r.left > 0 && n < len(p) {
		copied := copy(p[n:], r.block[r.off:])
		n += copied
		if r.off += copied; r.off == len(r.block) {
			r.off = 0
			r.left--
		}
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// report runs the task and prints what it took. The peak of memory is that of the first call, divided by what the call
// has made; time and garbage are those of the calls after it.
func (t *task) report(name string) error {
	before := settled()
	peak := watchPeak()
	made, err := t.call()
	if err != nil {
		return err
	}
	grown := peak()
	kept := settled() - before
	runtime.KeepAlive(made)
	made = nil
	runtime.GC()
	processor, garbage := processorTime(), garbageTime()
	for range t.calls {
		if made, err = t.call(); err != nil {
			return err
		}
	}
	runtime.KeepAlive(made)
	processor, garbage = processorTime()-processor, garbageTime()-garbage
	fmt.Printf("BenchmarkLarge/%s %d %.1f ns/op %d size %d peak-B %d kept-B %.4f gc-share\n", name, t.calls,
		float64(processor.Nanoseconds())/float64(t.calls), t.bytes, grown, max(kept, 0), garbage.Seconds()/processor.Seconds())
	return nil
}
