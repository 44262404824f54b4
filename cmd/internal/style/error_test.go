package style

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestErrorNamesAFileOnce(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "a/b", Err: fs.ErrNotExist}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("bad"), "bad"},
		{errors.New("a\x1bb"), `a\u001bb`},
		{missing, "a/b: file does not exist"},
		{fmt.Errorf("a/b: %w", missing), "a/b: file does not exist"},
		{fmt.Errorf("schema: %w", missing), "schema: a/b: file does not exist"},
	} {
		if got := Error(c.err); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
