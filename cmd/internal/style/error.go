package style

import (
	"errors"
	"io/fs"
	"strings"
)

// Error is the text of an error, as commands show it: a file that fails is told by its name and the
// reason, without the call of the system, and by its name once.
func Error(err error) string {
	text := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		named := p.Path + ": "
		text = strings.ReplaceAll(text, p.Error(), named+p.Err.Error())
		text = strings.ReplaceAll(text, named+named, named)
	}
	return Lines(text)
}
