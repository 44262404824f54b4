//go:build !unix

package replace

import (
	"io/fs"
	"os"
)

// keepOwner returns the mode of a file that takes the place of the one that info is about.
func keepOwner(_ *os.File, info fs.FileInfo) fs.FileMode { return info.Mode() & permissions }
