// Package version says which build a command is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Of returns the line that a command prints for --version: its name, the version of its
// module, the release of Go and the platform.
func Of(command string) string {
	return fmt.Sprintf("%s %s %s %s/%s", command, Module(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Module returns the version of the module as the go command has noted it.
func Module() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
