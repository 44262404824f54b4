//go:build unix

// Command worker is what a runner starts as a worker: it asks the runner for the endpoints
// that a program in Go is told by flags, and becomes the program.
//
//	worker program [flag …] -- --id=… --provision_endpoint=…
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"slices"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

func main() {
	log.SetPrefix("worker: ")
	end := slices.Index(os.Args, "--")
	if end < 2 {
		log.Fatal("no program")
	}
	program := os.Args[1:end]
	flags := flag.NewFlagSet("worker", flag.ExitOnError)
	id := flags.String("id", "", "name of the worker")
	endpoint := flags.String("provision_endpoint", "", "where the others are known")
	if err := flags.Parse(os.Args[end+1:]); err != nil {
		log.Fatal(err)
	}
	ctx := grpcx.WriteWorkerID(context.Background(), *id)
	info, err := tools.ProvisionInfo(ctx, *endpoint)
	if err != nil {
		log.Fatal(err)
	}
	args := append(program, "--worker", "--id="+*id, "--logging_endpoint="+info.GetLoggingEndpoint().GetUrl(),
		"--control_endpoint="+info.GetControlEndpoint().GetUrl())
	log.Fatal(syscall.Exec(program[0], args, os.Environ()))
}
