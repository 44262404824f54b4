// This file lets commands work on all processors: what prints the values of a source prints those of its parts, and
// what they print is written in order.

package main

import (
	"bytes"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/inorder"
	"github.com/beve-org/beve-go/cmd/internal/source"
)

// jobsFlag adds the flag of commands that work in parts.
func (a *app) jobsFlag(cmd *cobra.Command) {
	cmd.Flags().IntVarP(&a.jobs, "jobs", "j", 0, "how many workers; 0 is one for each processor, but one where input is piped in and output not to a file")
}

// workers is how many work on a source. If somebody may wait for what is printed of input as it arrives, it is one unless
// the user says otherwise: parts are larger than what arrives.
func (a *app) workers(src *source.Source, prompt bool) int {
	switch {
	case a.jobs > 0:
		return a.jobs
	case prompt && src.Size < 0:
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// checkJobs refuses a number of workers that makes no sense.
func (a *app) checkJobs() error {
	if a.jobs < 0 || a.jobs > maxJobs {
		return usagef("--jobs must be from 0 to %d", maxJobs)
	}
	return nil
}

// maxJobs is the most that --jobs takes.
const maxJobs = 1024

// printFunc prints all values of a source, and returns how many there were. It may run for several parts at a time.
type printFunc func(src *source.Source, w io.Writer) (values int64, err error)

// inParts prints all values of src to w, and returns how many there were.
func (a *app) inParts(src *source.Source, w *framed, workers int, print printFunc) (total int64, err error) {
	type printed struct {
		text   *bytes.Buffer
		values int64
	}
	buffers := inorder.Keep[*bytes.Buffer](workers)
	gap := w.gap()
	err = source.InParts(src, source.Work[printed]{
		Jobs: workers,
		Do: func(part *source.Source) (p printed, err error) {
			if p.text = buffers.Get(); p.text == nil {
				p.text = new(bytes.Buffer)
				p.text.Grow(part.PartSize() + part.PartSize()/4)
			}
			p.text.Reset()
			p.text.Write(gap)
			p.values, err = print(part, p.text)
			return p, err
		},
		Take: func(p printed) error {
			text := p.text.Bytes()
			if total == 0 || p.values == 0 {
				text = text[len(gap):]
			}
			total += p.values
			_, err := w.Write(text)
			if p.text.Cap() <= maxKept {
				buffers.Put(p.text)
			}
			return err
		},
		Rest: func(src *source.Source) error {
			w.join(total > 0)
			n, err := print(src, w)
			total += n
			return err
		},
	})
	return total, err
}
