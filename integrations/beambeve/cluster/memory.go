//go:build unix

// What the processes of a cluster hold, as Linux says it.

package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// groupMemory returns the resident megabytes of the processes of a group, the largest for
// each command. It is empty where there is no folder /proc.
func groupMemory(group int) map[string]int {
	out := map[string]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well-formed
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// The command is in parentheses and may contain anything.
		end := strings.LastIndexByte(string(text), ')')
		begin := strings.IndexByte(string(text), '(')
		fields := strings.Fields(string(text[end+1:]))
		if begin < 0 || len(fields) < 22 || fields[2] != fmt.Sprint(group) {
			continue
		}
		pages, err := strconv.Atoi(fields[21])
		if err != nil {
			continue
		}
		command := string(text[begin+1 : end])
		if command == "sh" {
			continue // what watches
		}
		out[command] = max(out[command], pages*os.Getpagesize()>>20)
	}
	return out
}
