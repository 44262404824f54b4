package replace

import (
	"os"
	"syscall"
)

// beginWriting asks for bytes of a file to be written to its disk, and does not wait for that. A failure is that of Sync.
func beginWriting(f *os.File, offset, size int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(f.Fd()), offset, size, write)
}
