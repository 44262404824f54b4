//go:build unix

// Command law measures what a pipeline costs on a Flink cluster by the size and the shape of its
// input: the drill, which reads, writes shards, reads them and adds them up by keys.
//
//	go run ./law -sizes 40,10,160 -workers 1,2 -files 8,1000 -hot 50,0,99
//
// Inputs of all sizes have the first shape: the first numbers of files and shards, and the first share of the
// hot key. Then one of these differs at a time, at the first size. It prints a row for each run, as package point reads them. Seconds depend on what else the machine
// does, which a column says; processor time does so less.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster"
	"github.com/beve-org/beve-go/integrations/beambeve/cluster/point"
)

var (
	sizes   = flag.String("sizes", "10,40,160", "megabytes of input")
	workers = flag.String("workers", "1,2", "numbers of TaskManagers")
	files   = flag.String("files", "8", "numbers of files of input")
	indexed = flag.String("indexed", "half", "which of them have an index: half, all or none")
	shards  = flag.String("shards", "8", "numbers of files of records that are written")
	hot     = flag.String("hot", "50", "how many of a hundred records have the same key")
	sums    = flag.Bool("sums", false, "only add the records up")
	heap    = flag.String("heap", "", "folder of profiles of the heaps of workers")
	warm    = flag.Int("warm", 1, "how often to run the first size before, unmeasured: it loads and compiles what all need")
	program = flag.String("program", "", "the drill, built; empty to build it")
	manager = flag.Int("manager", 1024, "megabytes of the heap of a TaskManager")
	options = flag.String("options", "", "other flags of the pipeline, with blanks between them")
)

const (
	// recordBytes is what a record of the drill takes.
	recordBytes = 72
	block       = "1048576"
)

func main() {
	flag.Parse()
	dir, err := os.MkdirTemp("", "law-*")
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = measure(ctx, dir)
	interrupted := ctx.Err() != nil
	stop()
	if err == nil || interrupted {
		os.RemoveAll(dir)
	}
	if err != nil {
		log.Fatalf("%v\nall logs are in %s", err, dir)
	}
}

// numbers returns those of a list with commas.
func numbers(list string) (all []int) {
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// command runs a command to its end.
func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// measure runs the pipeline on clusters of each size.
func measure(ctx context.Context, dir string) error {
	drill := *program
	if drill == "" {
		drill = filepath.Join(dir, "drill")
		if err := command(ctx, "go", "build", "-o", drill, "./drill"); err != nil {
			return err
		}
	}
	fmt.Print(point.Head)
	for _, n := range numbers(*workers) {
		if err := measureOn(ctx, dir, drill, n); err != nil {
			return err
		}
	}
	return nil
}

// measureOn runs the pipeline over inputs of all sizes on a cluster of so many TaskManagers.
func measureOn(ctx context.Context, dir, drill string, n int) error {
	c, err := cluster.Flink(ctx, filepath.Join(dir, fmt.Sprint("cluster-", n)), cluster.Options{TaskManagers: n, Heap: *manager})
	if err != nil {
		return err
	}
	defer c.Close()
	all := plans()
	for range *warm {
		all = append(all[:1:1], all...)
	}
	for i, p := range all {
		run := filepath.Join(dir, "run")
		p, err := measureOne(ctx, c, run, drill, p)
		if err = errors.Join(err, os.RemoveAll(run)); err != nil { // inputs are large
			return err
		}
		if p.Workers = n; i >= *warm {
			fmt.Print(p)
		}
	}
	return nil
}

// plans returns what is to be measured on each cluster.
func plans() (all []point.Point) {
	add := func(size, files, shards, hot int) {
		p := point.Point{Steps: "all", MB: float64(size), Files: files, Indexed: map[string]int{"half": files / 2, "all": files}[*indexed], Shards: shards, Hot: hot}
		if *sums {
			p.Steps, p.Shards = "sums", 0
		}
		all = append(all, p)
	}
	sizes, files, shards, hot := numbers(*sizes), numbers(*files), numbers(*shards), numbers(*hot)
	for _, size := range sizes {
		add(size, files[0], shards[0], hot[0])
	}
	for _, n := range files[1:] {
		add(sizes[0], n, shards[0], hot[0])
	}
	for _, n := range shards[1:] {
		add(sizes[0], files[0], n, hot[0])
	}
	for _, n := range hot[1:] {
		add(sizes[0], files[0], shards[0], n)
	}
	return all
}

// measureOne makes an input, and runs the pipeline over it once.
func measureOne(ctx context.Context, c *cluster.Cluster, dir, drill string, p point.Point) (point.Point, error) {
	in, calls := filepath.Join(dir, "in"), filepath.Join(dir, "calls")
	if err := os.MkdirAll(calls, 0o755); err != nil {
		return p, err
	}
	records := fmt.Sprint(int(p.MB) * 1e6 / recordBytes)
	if err := command(ctx, drill, "-make", records, "-files", fmt.Sprint(p.Files), "-indexed", *indexed, "-hot", fmt.Sprint(p.Hot), "-block", block, "-input", in); err != nil {
		return p, err
	}
	begun, busy := time.Now(), cluster.Busy()
	cpu, java := c.Time()
	stop := c.Peaks()
	flags := []string{"-input", in + "/*.beve", "-output", filepath.Join(dir, "out"), "-shards", fmt.Sprint(max(1, p.Shards)), "-block", block,
		"-calls", calls, "-heap", *heap, fmt.Sprint("-sums=", *sums)}
	err := c.Run(ctx, drill, nil, append(flags, strings.Fields(*options)...)...)
	peaks := stop()
	if err != nil {
		return p, err
	}
	cpuAfter, javaAfter := c.Time()
	p.Seconds = time.Since(begun).Seconds()
	p.CPU, p.Java = (cpuAfter - cpu).Seconds(), (javaAfter - java).Seconds()
	p.Others = max(0, (cluster.Busy()-busy).Seconds()-p.CPU) / p.Seconds
	p.Memory = byKind(peaks)
	counted, err := filepath.Glob(filepath.Join(calls, "*"))
	for _, name := range counted {
		if info, err := os.Stat(name); err == nil {
			p.Calls += int(info.Size())
		}
	}
	shuffled, shuffledErr := c.Shuffled(ctx)
	p.Shuffle = float64(shuffled) / 1e6
	return p, errors.Join(err, shuffledErr)
}

// byKind returns the largest memory of each kind of processes, of those of the processes.
func byKind(peaks map[string]int) string {
	kinds := map[string]int{}
	for name, mb := range peaks {
		where, what, _ := strings.Cut(name, " ")
		kind := strings.TrimRight(where, "-0123456789")
		if what != "java" {
			kind = "worker"
		}
		kinds[kind] = max(kinds[kind], mb)
	}
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		all = append(all, fmt.Sprint(kind, " ", kinds[kind]))
	}
	return strings.Join(all, ", ")
}
