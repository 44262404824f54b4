// Command targets prints what the project wants to reach and whether a run shows
// that it does:
//
//	go run ./targets results/name
//
// With -strict it fails unless all that is measured is met; with -cpu it compares the time of
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
	strict := flag.Bool("strict", false, "exit with 1 if a target is missed or not decided")
	cpu := flag.Bool("cpu", false, "compare time of processors instead of elapsed time")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: targets [-strict] [-cpu] folder")
	}
	results, err := report.Load(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	if n := results.Rounds(); n < 6 {
		fmt.Printf("Only %d rounds: too few to tell.\n\n", n)
	}
	judged, err := report.Judge(flag.Arg(0), *cpu)
	if err != nil {
		log.Fatal(err)
	}
	report.WriteTargets(os.Stdout, judged)
	if !*strict {
		return
	}
	for i := range judged.Found {
		if v := judged.Found[i].Verdict(); v == report.Missed || v == report.Undecided {
			os.Exit(1)
		}
	}
}
