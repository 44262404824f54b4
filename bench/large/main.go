//go:build unix

// Command large measures what size costs: messages of 1 KB to 1 GB, and streams of up to ten million small ones.
//
//	go run ./large [-rounds 3] [-most 30] [-messages 10000000] [-name laptop-large]
//
// Each case runs in a process of its own, whose memory is therefore nothing but the case's. Time is that of the
// processor, all threads of the process together, and so has the collection of garbage in it. Only Linux tells the
// peak of memory.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 3, "number of rounds")
	most := flag.Int("most", 30, "binary logarithm of the largest message's length")
	messages := flag.Int("messages", 10_000_000, "number of messages of the longest stream")
	name := flag.String("name", "", "folder within results to write; without one the table is printed")
	only := flag.String("case", "", "measure this case alone, in this process")
	again := flag.Bool("reports", false, "measure nothing, only write the report of the folder again")
	gate := machine.Flag()
	flag.Parse()
	if *only != "" {
		measure(*only)
		return
	}
	if err := run(gate, *rounds, cases(*most, *messages), *name, *again); err != nil {
		log.Fatal(err)
	}
}

// run measures the cases in turns, and publishes the results.
func run(gate *machine.Gate, rounds int, cases []string, name string, again bool) error {
	if again {
		return rewrite(name)
	}
	if err := gate.Begin(name); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var raw bytes.Buffer
	for round := range rounds {
		for i := range cases {
			c := exec.Command(self, "-case", cases[(round+i)%len(cases)])
			c.Stderr = os.Stderr
			line, err := c.Output()
			if err != nil {
				return fmt.Errorf("%s: %w", c.Args[2], err)
			}
			raw.Write(line)
		}
		gate.Lap()
	}
	results, err := report.Read(bytes.NewReader(raw.Bytes()), report.RawFile)
	if err != nil {
		return err
	}
	if name == "" {
		return write(os.Stdout, results)
	}
	name, refused := gate.End()
	dir, err := report.Publish(name, raw.Bytes())
	if err != nil {
		return err
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "# %s\n\n", name)
	gate.Describe(&head, 0)
	fmt.Fprintf(&head, "- Command: `go run ./large %s`\n- Rounds: %d, each case in a process of its own\n", strings.Join(os.Args[1:], " "), rounds)
	if err := publish(dir, head.String(), results); err != nil {
		return err
	}
	return refused
}

// rewrite writes the report of a folder from its raw results.
func rewrite(name string) error {
	dir, results, head, err := report.Again(name, "\n"+begin)
	if err != nil {
		return err
	}
	return publish(dir, head, results)
}

func publish(dir, head string, results *report.Results) error {
	var text bytes.Buffer
	text.WriteString(head)
	if err := write(&text, results); err != nil {
		return err
	}
	fmt.Fprintf(&text, "\n[Raw results](%s)\n", report.RawFile)
	return report.WritePage(dir, text.Bytes())
}
