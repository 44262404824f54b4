// The service of the example as it is without this library: the same store and the
// same answers, by net/http and encoding/json.

package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/beve-org/beve-go/examples/rest/orders"
)

// stdService answers what is compared: one order and a list, stored and read.
type stdService struct {
	http.Handler
	store orders.Store
}

func newStdService() http.Handler {
	s := new(stdService)
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /orders/{id}", s.put)
	mux.HandleFunc("GET /orders/{id}", s.get)
	mux.HandleFunc("POST /orders", s.putAll)
	mux.HandleFunc("GET /orders", s.page)
	s.Handler = mux
	return s
}

func (s *stdService) put(w http.ResponseWriter, r *http.Request) {
	var o orders.Order
	if !read(w, r, &o) {
		return
	}
	o.ID = r.PathValue("id")
	if err := s.store.Put(&o, func(*orders.Order) error { return nil }); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	write(w, orders.Receipt{ID: o.ID, Total: o.Total}, false)
}

func (s *stdService) putAll(w http.ResponseWriter, r *http.Request) {
	var all []*orders.Order
	if !read(w, r, &all) {
		return
	}
	if err := s.store.PutAll(all); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	receipts := make([]orders.Receipt, len(all))
	for i, o := range all {
		receipts[i] = orders.Receipt{ID: o.ID, Total: o.Total}
	}
	write(w, receipts, false)
}

func (s *stdService) get(w http.ResponseWriter, r *http.Request) {
	o, err := s.store.Get(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	write(w, o, true)
}

func (s *stdService) page(w http.ResponseWriter, r *http.Request) {
	limit, err := strconv.Atoi(r.FormValue("limit"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	write(w, s.store.Page(r.FormValue("after"), limit), false)
}

// read reads the body of a request, and answers where it cannot.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, orders.MaxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

// write answers with v, under a tag if it is asked for.
func write(w http.ResponseWriter, v any, tagged bool) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	if tagged {
		sum := sha256.Sum256(data)
		h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:16])+`"`)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // it fails where the client has gone
}
