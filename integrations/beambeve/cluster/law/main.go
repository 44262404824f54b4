//go:build unix

// Command law measures what a pipeline costs on a Flink cluster by the size of its input:
// the drill, which reads, writes shards, reads them and adds them up by keys of which one
// has half of all records.
//
//	go run ./law -sizes 10,40,160 -workers 1,2
//
// It prints a line for each run: megabytes, TaskManagers, seconds, seconds of processors, and
// the largest memory of each kind of process.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster"
)

var (
	sizes   = flag.String("sizes", "10,40,160", "megabytes of input")
	workers = flag.String("workers", "1,2", "numbers of TaskManagers")
	program = flag.String("program", "", "the drill, built; empty to build it")
)

// recordBytes is what a record of the drill takes.
const recordBytes = 72

func main() {
	flag.Parse()
	dir, err := os.MkdirTemp("", "law-*")
	if err != nil {
		log.Fatal(err)
	}
	err = measure(context.Background(), dir)
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
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

// measure makes inputs of all sizes, and runs the pipeline over each on clusters of each size.
func measure(ctx context.Context, dir string) error {
	drill := *program
	if drill == "" {
		drill = filepath.Join(dir, "drill")
		if err := command(ctx, "go", "build", "-o", drill, "./drill"); err != nil {
			return err
		}
	}
	for _, size := range numbers(*sizes) {
		records := fmt.Sprint(size * 1e6 / recordBytes)
		if err := command(ctx, drill, "-make", records, "-files", "8", "-block", "1048576", "-input", input(dir, size)); err != nil {
			return err
		}
	}
	fmt.Println("| MB | TaskManagers | s | processor s | largest MB of a process |\n|--:|--:|--:|--:|---|")
	for _, n := range numbers(*workers) {
		if err := measureOn(ctx, dir, drill, n); err != nil {
			return err
		}
	}
	return nil
}

func input(dir string, size int) string { return filepath.Join(dir, fmt.Sprint("in-", size)) }

// measureOn runs the pipeline on a cluster of so many TaskManagers. The first run, which
// is not printed, loads what all need.
func measureOn(ctx context.Context, dir, drill string, n int) error {
	c, err := cluster.Flink(ctx, filepath.Join(dir, fmt.Sprint("cluster-", n)), n)
	if err != nil {
		return err
	}
	defer c.Close()
	all := numbers(*sizes)
	for i, size := range append(all[:1:1], all...) {
		begun, used := time.Now(), c.Time()
		peak, stop := watch(c)
		err := c.Run(ctx, drill, nil, "-input", input(dir, size)+"/*.beve", "-output", filepath.Join(dir, fmt.Sprint("out-", i)), "-shards", "8", "-block", "1048576")
		stop()
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Printf("| %d | %d | %.1f | %.1f | %s |\n", size, n, time.Since(begun).Seconds(), (c.Time() - used).Seconds(), peak)
		}
	}
	return nil
}

// peaks are the largest memories of kinds of processes.
type peaks map[string]int

func (p peaks) String() string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(p)) {
		all = append(all, fmt.Sprint(kind, " ", p[kind]))
	}
	return strings.Join(all, ", ")
}

// watch looks at the memory of processes until stop is called.
func watch(c *cluster.Cluster) (p peaks, stop func()) {
	p = peaks{}
	end := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			for name, mb := range c.Memory() {
				where, what, _ := strings.Cut(name, " ")
				kind := strings.TrimRight(where, "-0123456789")
				if what != "java" {
					kind = "worker"
				}
				p[kind] = max(p[kind], mb)
			}
			select {
			case <-end:
				return
			case <-time.After(300 * time.Millisecond):
			}
		}
	})
	return p, func() { close(end); done.Wait() }
}
