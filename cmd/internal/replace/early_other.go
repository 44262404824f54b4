//go:build !linux

package replace

import "os"

// beginWriting does nothing: the system writes when it likes.
func beginWriting(*os.File, int64, int64) {}
