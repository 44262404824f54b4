//go:build unix

package replace

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner and the group of the one that info is about, as far as the system lets it, and
// returns the mode that it may have then: nobody gets more than by the file that was there.
func keepOwner(f *os.File, info fs.FileInfo) fs.FileMode {
	mode := info.Mode() & permissions
	was, ok := info.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(was.Uid), int(was.Gid)) == nil {
		return mode
	}
	mode &^= fs.ModeSetuid | fs.ModeSetgid
	if f.Chown(-1, int(was.Gid)) != nil {
		mode = mode&^0o070 | mode&0o007<<3 // of another group, whose members were others
	}
	return mode
}
