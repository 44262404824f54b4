// Command mutate measures what the suite and the unit tests notice: it makes small faults in
// sources, one at a time, and runs the tests.
//
// In Go:
//
//	go run ./mutate -module ../ -package ./wire -files read.go,scan.go \
//		-fast ./testees/go -run TestCases -slow ../wire -sample 400
//
// All faults are compiled into one program, in which an environment variable chooses one:
// each test program is built once. The tests in the folder of -fast run first, those of
// -slow for what has survived them.
//
// In Python and TypeScript, whose sources are changed word by word in a copy:
//
//	go run ./mutate -text ../python -files src/beve/_reader.py -source src -testee python \
//		-unit 'python3 -m pytest -q -x tests/test_decode.py'
//	go run ./mutate -text ../js -files src/decode.ts -build 'node scripts/build.js' -source dist/index.js -testee javascript
//
// The list of survivors goes to the standard output.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	module   = flag.String("module", "..", "the module of the package")
	pkg      = flag.String("package", "./wire", "the package whose sources are changed")
	files    = flag.String("files", "", "files of it, with commas; otherwise all")
	only     = flag.String("only", "", "a part of the names of functions, if not all are changed")
	fast     = flag.String("fast", "testees/go", "the folder of the tests that run first")
	fastArgs = flag.String("fast-args", "-test.run=TestCases", "their arguments, with spaces")
	slow     = flag.String("slow", "", "the folder of the tests that run then")
	slowArgs = flag.String("slow-args", "-test.short", "their arguments")
	sample   = flag.Int("sample", 0, "how many faults, chosen by -seed; otherwise all")
	seed     = flag.Uint64("seed", 1, "what the choice is made by")
	workers  = flag.Int("workers", 2, "how many tests run at once")
	limit    = flag.Duration("limit", 20*time.Second, "how long the first tests may take")
	slowly   = flag.Duration("slow-limit", 3*time.Minute, "how long the others may take")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *text != "" {
		changeTexts()
		return
	}
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(work)
	mutants, overlay, err := change(work)
	if err != nil {
		log.Fatal(err)
	}
	tests := build(work, "fast", *fast, overlay)
	var others []string
	if *slow != "" {
		for i, folder := range strings.Split(*slow, ",") {
			others = append(others, build(work, "slow"+strconv.Itoa(i), folder, overlay))
		}
	}
	if killed(tests, *fast, *fastArgs, 0, *limit, true) {
		log.Fatal("the tests fail without a fault")
	}
	try(*pkg, mutants, func(m mutant) bool { return killed(tests, *fast, *fastArgs, m.id, *limit, true) }, func(m mutant) bool {
		for i, folder := range strings.Split(*slow, ",") {
			if *slow != "" && killed(others[i], folder, *slowArgs, m.id, *slowly, false) {
				return true
			}
		}
		return false
	})
}

// try tries faults, all or some, and prints those that neither the cases nor unit tests
// notice.
func try(what string, mutants []mutant, cases, unit func(mutant) bool) {
	chosen := mutants
	if *sample > 0 && *sample < len(mutants) {
		r := rand.New(rand.NewPCG(*seed, 0))
		chosen = slices.Clone(mutants)
		r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		chosen = chosen[:*sample]
	}
	var survived []mutant
	byFast := 0
	var mu sync.Mutex
	var wait sync.WaitGroup
	turns := make(chan struct{}, *workers)
	begun := time.Now()
	done := 0
	for _, m := range chosen {
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			early := cases(m)
			late := !early && unit(m)
			mu.Lock()
			defer mu.Unlock()
			if early {
				byFast++
			} else if !late {
				survived = append(survived, m)
				fmt.Fprintf(os.Stderr, "%s:%d %s: %s\n", m.file, m.line, m.function, m.what)
			}
			if done++; done%50 == 0 {
				fmt.Fprintf(os.Stderr, "%d of %d, %d survive, %v\n", done, len(chosen), len(survived), time.Since(begun).Round(time.Second))
			}
		})
	}
	wait.Wait()
	slices.SortFunc(survived, func(a, b mutant) int { return a.id - b.id })
	fmt.Printf("%s: %d places for a fault, %d tried, %d noticed by the cases, %d more by unit tests, %d by neither\n\n",
		what, len(mutants), len(chosen), byFast, len(chosen)-byFast-len(survived), len(survived))
	for _, m := range survived {
		fmt.Printf("%s:%d %s: %s\n", m.file, m.line, m.function, m.what)
	}
}

// build compiles the tests of a folder with all faults in it.
func build(work, name, folder, overlay string) string {
	out := filepath.Join(work, name+".test")
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", out, ".")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		log.Fatalf("%s: %v\n%s", folder, err, text)
	}
	return out
}

// killed reports whether tests fail with a fault, or, if late, do not end in time: of tests
// that take long, a busy machine is not a proof of a fault.
func killed(tests, folder, args string, id int, limit time.Duration, late bool) bool {
	const kilobytes = 8_000_000 // of address space: a fault may ask for all there is
	cmd := exec.Command("sh", "-c", "ulimit -v "+strconv.Itoa(kilobytes)+"; exec \"$@\"", "sh", tests)
	cmd.Args = append(append(cmd.Args, strings.Fields(args)...), "-test.failfast", "-test.timeout="+limit.String())
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(id), "GOMAXPROCS=1", "GOMEMLIMIT=2GiB")
	timer := time.AfterFunc(limit+5*time.Second, func() {
		if cmd.Process != nil {
			cmd.Process.Kill()
		}
	})
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	return err != nil && (late || !strings.Contains(string(out), "panic: test timed out"))
}

// writeOverlay tells the go command which files stand for which.
func writeOverlay(work string, replace map[string]string) (string, error) {
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(work, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}
