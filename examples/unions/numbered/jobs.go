// Package numbered has a union with code by zebrapack: a switch over the types of its cases, without reflection.
package numbered

import (
	"fmt"
	"time"

	"github.com/beve-org/beve-go/types"
)

//go:generate go run -C ../../../cmd ./zebrapack -file ../examples/unions/numbered/jobs.go -io=false -tests=false -no-embedded-schema

// Queue is what is sent.
type Queue struct {
	Jobs []Job `zid:"0"`
	// Every is sent as text.
	Every time.Duration `zid:"1"`
}

// Job is one of several: its cases, and their numbers, are declared below.
type Job interface{ Describe() string }

// Resize is a case that is held by value.
type Resize struct {
	Image string `zid:"0"`
	Width int    `zid:"1"`
}

// Batch is one that is held by pointer, and holds others.
type Batch struct {
	Jobs []Job `zid:"0"`
}

// Stop is a case that holds nothing.
type Stop struct{}

// Describe implements Job.
func (r Resize) Describe() string { return fmt.Sprintf("resize %s to %d", r.Image, r.Width) }

// Describe implements Job.
func (b *Batch) Describe() string { return fmt.Sprintf("%d jobs", len(b.Jobs)) }

// Describe implements Job.
func (Stop) Describe() string { return "stop" }

func init() {
	types.Register(
		types.Union[Job](types.Tag("job"),
			types.Case[Resize]("resize").Number(1),
			types.Case[*Batch]("batch").Number(2),
			types.Unit[Stop]("stop").Number(3)),
		types.Convert(time.Duration.String, time.ParseDuration),
	)
}
