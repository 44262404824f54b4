// This file holds commands to the arguments that the line of their use names, and shows that line to who gives others.

package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// countArguments makes a command refuse other numbers of arguments than its line of use has names for.
func countArguments(cmd *cobra.Command) {
	least, most := arguments(cmd.Use)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		text := "usage: " + cmd.UseLine()
		if cmd.Example != "" {
			example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
			text += "\nas in: " + example
		}
		return usagef("%s takes %s, not %d\n%s", cmd.Name(), argumentsWanted(least, most), len(args), text)
	}
}

// swapped returns an error that says which argument comes first, where the first one is no file and the second one is.
func swapped(cmd *cobra.Command, args []string) error {
	names := strings.Fields(cmd.Use)[1:]
	if len(args) < 2 || names[0] != "FILE" || strings.HasPrefix(names[1], "[PATCH") || isRegular(args[0]) || !isRegular(args[1]) {
		return nil
	}
	if _, err := os.Stat(args[0]); args[0] == "-" || err == nil {
		return nil
	}
	return usagef("there is no file %q, and %q is one: the file comes first\nusage: %s", args[0], args[1], cmd.UseLine())
}

// arguments returns the least and the most arguments that a line of use names, and -1 where there is no most.
func arguments(use string) (least, most int) {
	for _, name := range strings.Fields(use)[1:] {
		if !strings.HasPrefix(name, "[") {
			least++
		}
		if most++; strings.Contains(name, "...") {
			return least, -1
		}
	}
	return least, most
}

// argumentsWanted says how many arguments there should be.
func argumentsWanted(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case most < 0:
		return "at least " + count(least, "argument")
	case least < most:
		return strconv.Itoa(least) + " or " + count(most, "argument")
	}
	return count(least, "argument")
}
