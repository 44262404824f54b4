// This file is the explain command.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/wire"
)

func (a *app) explainCommand() *cobra.Command {
	limit := 0
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Print what every byte of a file means",
		Long: `Print one line for each construct of a file: its offset, its bytes (the first
eight), what its header says, its path and its value.

The lines of a container, its keys and its elements follow one another as the
bytes do. Malformed input is explained up to the value or part that is wrong, and
the error follows. JSON is explained as the BEVE that convert makes of it; MessagePack
as it is, with the names of a --schema for the numbers of ZebraPack.`,
		Example: `  beve explain data.beve
  beve explain --limit 20 huge.beve.zst
  echo '{"a":[1,2.5]}' | beve explain -`,
		RunE: func(_ *cobra.Command, names []string) error {
			if limit < 0 {
				return usagef("--limit must not be negative")
			}
			return a.explain(names[0], limit)
		},
	}
	a.inputFlags(cmd)
	cmd.Flags().IntVarP(&limit, "limit", "n", 0, "stop after so many lines (0: all)")
	return cmd
}

func (a *app) explain(name string, limit int) error {
	src, err := a.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	e := newExplainer(a.out, a.style(a.outIsTerminal), limit)
	explain := e.source
	if src.Format == source.MsgPack {
		explain = e.msgpack
	}
	err = explain(src)
	if errors.Is(err, errEnough) {
		err = nil
	}
	// The explanation of what was read comes before the error.
	if flushed := e.w.Flush(); err == nil {
		err = flushed
	}
	return err
}

// errEnough ends an explanation at its limit.
var errEnough = errors.New("limit reached")

// explainer prints the lines.
type explainer struct {
	w      *bufio.Writer
	style  style.Style
	limit  int // lines, or 0
	lines  int
	base   int64 // offset of data in the stream
	data   []byte
	end    int // of the last item in data
	walker walk.Walker
}

func newExplainer(w io.Writer, s style.Style, limit int) *explainer {
	e := &explainer{w: bufio.NewWriterSize(w, 64<<10), style: s, limit: limit}
	e.walker.Visit = e.item
	return e
}

// source explains all values of src.
func (e *explainer) source(src *source.Source) error {
	e.heading()
	e.walker.Limits, e.walker.TypeTags = wire.Limits(src.Options().Limits), src.Options().LegacyTypeTag
	values := src.Values()
	values.BeforeRead = e.w.Flush
	var end, delimiters int64 // what is explained so far
	for {
		v, err := values.Next()
		if values.Framed && end == 0 {
			end = 2
			header := []byte{byte(wire.HeaderFraming), values.Version}
			if err := e.line(0, header, "framing header", "", fmt.Sprintf("version %d", values.Version)); err != nil {
				return err
			}
		}
		if n := values.Delimiters - delimiters; n > 0 {
			if err := e.delimiters(end, n); err != nil {
				return err
			}
			delimiters = values.Delimiters
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			e.broken(src, values, err)
			return err
		}
		if err := e.value(v.Data, v.At); err != nil {
			return err
		}
		end = v.At + int64(len(v.Data))
	}
}

// broken explains what there is of a value that is malformed, and on a last line
// the bytes at which that ends.
func (e *explainer) broken(src *source.Source, values *source.Values, err error) {
	var bad *source.Error
	if src.Format != source.BEVE || !errors.As(err, &bad) {
		return
	}
	rest, offset := values.Rest()
	e.end = 0
	// The walk ends where the source has found the fault, or just before.
	if e.value(rest, offset) != nil && e.end < len(rest) {
		e.line(offset+int64(e.end), rest[e.end:], "malformed", string(bad.Path), style.Plain(bad.Err.Error()))
	}
}

// value explains the value at the start of data, which stands at offset base.
func (e *explainer) value(data []byte, base int64) error {
	e.data, e.base = data, base
	_, err := e.walker.Value(data)
	return err
}

const (
	shownBytes = 8
	bytesWidth = 3*shownBytes + 1
	whatWidth  = 22
	pathWidth  = 24
	maxPath    = 120
	valueWidth = 44
)

func (e *explainer) heading() {
	fmt.Fprintf(e.w, "%s\n", e.style.Bold(fmt.Sprintf("%8s  %-*s  %-*s  %-*s  %s",
		"offset", bytesWidth, "bytes", whatWidth, "what", pathWidth, "path", "value")))
}

// line prints one line, or ends the explanation.
func (e *explainer) line(offset int64, data []byte, what, path, value string) error {
	if e.limit > 0 && e.lines == e.limit {
		fmt.Fprintf(e.w, "%8s  %s\n", "…", e.style.Dim(fmt.Sprintf("stopped after %s", count(e.limit, "line"))))
		return errEnough
	}
	e.lines++
	if path == "" {
		path = "-"
	}
	path = style.Clip(style.Plain(path), maxPath)
	if value != "" {
		path = style.Pad(path, pathWidth)
		value = "  " + value
	}
	_, err := fmt.Fprintf(e.w, "%8d  %s  %s  %s%s\n", offset, e.style.Dim(style.Pad(hexBytes(data), bytesWidth)),
		style.Pad(what, whatWidth), e.style.Cyan(path), value)
	return err
}

// hexBytes shows the first bytes of data.
func hexBytes(data []byte) string {
	if len(data) <= shownBytes {
		return fmt.Sprintf("% x", data)
	}
	return fmt.Sprintf("% x …", data[:shownBytes])
}

func (e *explainer) delimiters(offset, n int64) error {
	value := ""
	if n > 1 {
		value = fmt.Sprintf("%d times", n)
	}
	data := make([]byte, min(n, shownBytes+1))
	for i := range data {
		data[i] = byte(wire.HeaderDelimiter)
	}
	return e.line(offset, data, "delimiter", "", value)
}

// item explains one construct.
func (e *explainer) item(it walk.Item) error {
	if it.Role == walk.Row {
		return nil // it has no bytes of its own, and the paths of its values name it
	}
	e.end = it.End
	what := describeItem(e.data, it)
	return e.line(e.base+int64(it.Off), e.data[it.Off:it.End], what, e.walker.ShortPath(8*maxPath), e.content(it))
}

// content is what an item holds, shortened.
func (e *explainer) content(it walk.Item) string {
	switch it.Role {
	case walk.Key:
		name, _ := e.walker.Last()
		return e.style.Dim(quoteClipped(name))
	case walk.Text:
		text, _, _ := wire.ViewText(e.data, it.Off)
		return quoteClipped(string(text[:min(len(text), 8*valueWidth)]))
	}
	return showValue(e.data, it)
}

// quoteClipped shows text in quotes, shortened.
func quoteClipped(text string) string {
	return style.Quote(style.Clip(text, valueWidth))
}
