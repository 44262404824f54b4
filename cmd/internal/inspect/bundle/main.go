// Command bundle makes the inspector as one HTML file that needs no server: the page with the reader inside, compiled to
// WebAssembly, for files that are dropped on it. It asks for nothing from anywhere, and may be opened from a disk.
//
//	go run ./internal/inspect/bundle inspector.html
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/inspect/page"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: bundle OUT.html")
	}
	html, err := bundle()
	if err == nil {
		err = os.WriteFile(os.Args[1], html, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// policy lets the file load nothing, from wherever.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">`

// link is a file that the page names.
var link = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="([a-z]+\.(?:css|js))"(?: defer></script)?>`)

// bundle returns the page with all that it needs.
func bundle() ([]byte, error) {
	html, err := page.Files.ReadFile("index.html")
	if err != nil {
		return nil, err
	}
	var failed error
	scripts := "" // they are wanted after the elements that they look for
	text := link.ReplaceAllStringFunc(string(html), func(tag string) string {
		name := link.FindStringSubmatch(tag)[1]
		data, err := page.Files.ReadFile(name)
		if err != nil {
			failed = err
		}
		if strings.HasSuffix(name, ".css") {
			return "<style>\n" + string(data) + "</style>"
		}
		scripts += "<script>\n" + string(data) + "</script>\n"
		return ""
	})
	reader, err := reader()
	if err := errors.Join(failed, err); err != nil {
		return nil, err
	}
	text = strings.Replace(text, `<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+policy, 1)
	text = strings.Replace(text, "<!-- reader -->", reader, 1)
	text = strings.Replace(text, "</body>", scripts+"</body>", 1)
	return []byte(text), nil
}

// reader returns the elements of the page that are the reader: where files are dropped, and the parts of the worker.
func reader() (string, error) {
	work, err := os.MkdirTemp("", "bundle")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	out := filepath.Join(work, "reader.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "github.com/beve-org/beve-go/cmd/internal/inspect/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", err
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err := z.Write(wasm); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", err
	}
	drop, err := page.Files.ReadFile("drop.html")
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("<!-- glue -->", string(glue), "<!-- wasm -->", base64.StdEncoding.EncodeToString(packed.Bytes())).Replace(string(drop)), nil
}
