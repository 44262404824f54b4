// The handlers: a document to read and write, a stream, an array, and the page.

package main

import (
	_ "embed"
	"errors"
	"io"
	"log"
	"math"
	"mime"
	"net/http"
	"sync"
	"time"

	beve "github.com/beve-org/beve-go"
)

const (
	mediaType = "application/beve"
	records   = 10_000
	samples   = 4096
	// maxBody is the longest document that is taken.
	maxBody = 1 << 20
)

//go:embed page.html
var page []byte

// station is the document.
type station struct {
	ID       beve.UUID     `json:"id"`
	Name     string        `json:"name"`
	Serial   uint64        `json:"serial"` // beyond what a number of JavaScript holds
	Built    time.Time     `json:"built"`
	Interval time.Duration `json:"interval"`
	Origin   complex128    `json:"origin"`
	Sensors  []sensor      `json:"sensors"`
	Edits    int           `json:"edits"`
}

type sensor struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Factor float64 `json:"factor"`
	Active bool    `json:"active"`
}

// reading is a record of the stream.
type reading struct {
	ID     int       `json:"id"`
	Sensor string    `json:"sensor"`
	At     time.Time `json:"at"`
	Value  float64   `json:"value"`
}

// server holds the document.
type server struct {
	mu  sync.Mutex
	doc station
}

// newHandler returns the handler of everything; dist is the folder of the package
// for the page.
func newHandler(dist string) http.Handler {
	s := &server{doc: station{
		ID:       beve.UUID{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x41, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8},
		Name:     "Zugspitze",
		Serial:   1<<63 + 1,
		Built:    time.Date(1900, 7, 19, 12, 0, 0, 123456789, time.UTC),
		Interval: 1500 * time.Millisecond,
		Origin:   complex(47.421, 10.985),
		Sensors:  []sensor{{"roof", "°C", 0.01, true}, {"cellar", "°C", 0.01, true}, {"mast", "m/s", 0.1, false}},
	}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		write(w, page)
	})
	mux.Handle("GET /beve/", http.StripPrefix("/beve/", http.FileServer(http.Dir(dist))))
	mux.HandleFunc("GET /api/station", s.get)
	mux.HandleFunc("POST /api/station", s.post)
	mux.HandleFunc("GET /api/readings", stream)
	mux.HandleFunc("GET /api/signal", signal)
	return mux
}

func (s *server) get(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	doc := s.doc
	s.mu.Unlock()
	answer(w, doc, beve.EncodeOptions{Extended: true})
}

// post takes the document that the page has edited, and answers with what it holds
// then.
func (s *server) post(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != mediaType {
		http.Error(w, "not "+mediaType, http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	var doc station
	if err == nil {
		err = beve.DecodeOptions{RejectUnknown: true}.Unmarshal(body, &doc)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	doc.Edits++
	s.mu.Lock()
	s.doc = doc
	s.mu.Unlock()
	answer(w, doc, beve.EncodeOptions{Extended: true})
}

// stream sends records one after another, each as soon as it is there.
func stream(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", mediaType)
	enc := beve.NewEncoder(w)
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	names := []string{"roof", "cellar", "mast"}
	for i := range records {
		err := enc.Encode(&reading{i, names[i%len(names)], start.Add(time.Duration(i) * time.Second), 20 + 5*math.Sin(float64(i)/300)})
		if err != nil {
			log.Print(err) // the page went away
			return
		}
	}
}

// signal sends an array that is aligned, so that the page views it in place.
func signal(w http.ResponseWriter, _ *http.Request) {
	all := make([]float64, samples)
	for i := range all {
		t := float64(i) / samples
		all[i] = math.Sin(40*t) * math.Exp(-3*t) * math.Cos(7*t)
	}
	answer(w, all, beve.EncodeOptions{Aligned: true})
}

// answer sends a value.
func answer(w http.ResponseWriter, v any, opts beve.EncodeOptions) {
	data, err := opts.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", mediaType)
	write(w, data)
}

func write(w io.Writer, data []byte) {
	if _, err := w.Write(data); err != nil {
		log.Print(err) // the page went away
	}
}
