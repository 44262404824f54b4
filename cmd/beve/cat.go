// This file is the cat command.

package main

import (
	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/target"
)

func (a *app) catCommand() *cobra.Command {
	var indent bool
	cmd := &cobra.Command{
		Use:   "cat [FILE...]",
		Short: "Print files as JSON, one value per line",
		Long: `Print the values of files of any format as JSON, one value per line.

Numbers are exact, float32 numbers are as short as they can be, NaN and the
infinities are null. Complex numbers are [re,im], matrices objects with layout,
extents and value, timestamps RFC 3339 strings, and legacy type tags
{"index":n,"value":…}. Without files, or for "-", standard input is read.`,
		Example: `  beve cat data.beve
  beve cat --indent data.beve.zst | less
  curl -s example.com/data | beve cat | jq .`,
		RunE: func(_ *cobra.Command, names []string) error {
			if len(names) == 0 {
				names = []string{"-"}
			}
			return a.each(names, func(name string) error { return a.cat(name, indent) })
		},
	}
	a.inputFlags(cmd)
	cmd.Flags().BoolVarP(&indent, "indent", "i", false, "lay values out over lines")
	return cmd
}

// cat prints one file.
func (a *app) cat(name string, indent bool) error {
	src, err := a.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	out, err := target.New(a.out, source.Plain)
	if err != nil {
		return err
	}
	t := transfer{to: source.JSON, indent: indent, prompt: true}
	if _, err := t.run(src, out); err != nil {
		return err
	}
	return out.Commit()
}
