// Package version says which build a command is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Of returns the line that a command prints for --version: its name, the version of its
// module as the go command has noted it, the release of Go and the platform.
func Of(command string) string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("%s %s %s %s/%s", command, v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
