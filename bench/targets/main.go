// Command targets prints what the project wants to reach and whether a run shows
// that it does:
//
//	go run ./targets results/name
//
// With -strict it fails if anything is missed; with -cpu it compares the time of
// processors, which is what can be compared on a machine that others use too.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/beve-org/beve-go/bench/report"
)

func main() {
	log.SetFlags(0)
	strict := flag.Bool("strict", false, "exit with 1 if a target is missed")
	cpu := flag.Bool("cpu", false, "compare time of processors instead of elapsed time")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: targets [-strict] [-cpu] folder")
	}
	results, err := report.Load(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	if *cpu {
		results.UseCPU()
	}
	if n := results.Rounds(); n < 6 {
		fmt.Printf("Only %d rounds: too few to tell.\n\n", n)
	}
	found := report.Targets(results)
	report.WriteTargets(os.Stdout, found)
	if !*strict {
		return
	}
	for i := range found {
		if !found[i].Missing && !found[i].Met() {
			os.Exit(1)
		}
	}
}
