// This file is what the browser is served: the page, and answers to its questions. Web pages of others reach loopback
// addresses, too, so each request must name this server in its header Host, which a page that has its own name point
// here cannot make it do, and must have the secret in its path, which nobody else knows.

package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"os/exec"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/inspect"
	"github.com/beve-org/beve-go/cmd/internal/inspect/page"
	"github.com/beve-org/beve-go/json"
)

// handler serves one file.
type handler struct {
	file   *inspect.File
	host   string // address and port
	secret string
}

func newHandler(file *inspect.File, host string) *handler {
	return &handler{file: file, host: host, secret: rand.Text()}
}

// address is where the page is.
func (h *handler) address() string { return "http://" + h.host + "/" + h.secret + "/" }

// policy lets the page load what is served with it, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var types = map[string]string{".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if !h.isHost(r.Host) {
		http.Error(w, "this is not "+h.host, http.StatusMisdirectedRequest)
		return
	}
	secret, name, slash := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case subtle.ConstantTimeCompare([]byte(secret), []byte(h.secret)) != 1 || !slash:
		http.Error(w, "the address with its secret is what beveserve has printed", http.StatusForbidden)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
		return
	}
	if question, ok := strings.CutPrefix(name, "ask/"); ok {
		h.answer(w, r, question)
		return
	}
	if name == "" {
		name = "index.html"
	}
	data, err := page.Files.ReadFile(name)
	if err != nil || types[path.Ext(name)] == "" {
		http.NotFound(w, r)
		return
	}
	header.Set("Content-Type", types[path.Ext(name)]+"; charset=utf-8")
	w.Write(data)
}

// isHost reports whether a header Host names this server.
func (h *handler) isHost(host string) bool {
	_, port, _ := net.SplitHostPort(h.host)
	return host == h.host || host == "localhost:"+port
}

// answer answers a question of the page.
func (h *handler) answer(w http.ResponseWriter, r *http.Request, question string) {
	// What is mapped and then cut short by somebody else faults where it is read.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			http.Error(w, "the file has changed while it was read: start again", http.StatusInternalServerError)
		}
	}()
	query := r.URL.Query()
	answer, err := h.file.Answer(r.Context(), question, query.Get)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(data)
}

// browse opens an address in the browser of the user.
func browse(ctx context.Context, address string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return exec.CommandContext(ctx, command[0], append(command[1:], address)...).Start()
}
