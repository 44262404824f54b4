// How much larger a program becomes that imports the library.

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// The two programs differ in nothing but the library: both use fmt.
const (
	withoutLibrary = `package main

import (
	"fmt"
	"os"
)

func main() {
	v := struct{ Args []string }{os.Args}
	fmt.Println(v)
}
`
	withLibrary = `package main

import (
	"fmt"
	"os"

	beve "github.com/beve-org/beve-go"
)

func main() {
	v := struct{ Args []string }{os.Args}
	data, err := beve.Marshal(&v)
	if err == nil {
		err = beve.Unmarshal(data, &v)
	}
	fmt.Println(v, err)
}
`
)

// programSize writes by how many bytes a program grows when it imports the library,
// with and without symbols.
func programSize(raw io.Writer, tools string) error {
	library, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	module := fmt.Sprintf("module size\n\ngo 1.26\n\nrequire github.com/beve-org/beve-go v0.0.0\n\nreplace github.com/beve-org/beve-go => %s\n", library)
	build := func(name, source, flags string) (int64, error) {
		dir := filepath.Join(tools, name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return 0, err
		}
		for file, text := range map[string]string{"go.mod": module, "main.go": source} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				return 0, err
			}
		}
		cmd := exec.Command("go", "build", "-ldflags="+flags, "-o", "program", ".")
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if err := cmd.Run(); err != nil {
			return 0, fmt.Errorf("program %s library: %w", name, err)
		}
		info, err := os.Stat(filepath.Join(dir, "program"))
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	var growth [2]int64
	for i, flags := range []string{"", "-s -w"} {
		before, err := build("without", withoutLibrary, flags)
		if err != nil {
			return err
		}
		after, err := build("with", withLibrary, flags)
		if err != nil {
			return err
		}
		growth[i] = after - before
	}
	_, err = fmt.Fprintf(raw, "BenchmarkBinarySize 1 0 ns/op %d delta-B %d stripped-delta-B\n", growth[0], growth[1])
	return err
}
