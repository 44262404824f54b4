package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
)

// call does one request and returns the body of its answer, which must have the
// status.
func call(t *testing.T, h http.Handler, method, path, kind string, body []byte, status int) []byte {
	t.Helper()
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != status {
		t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

func TestDocumentIsReadAndWritten(t *testing.T) {
	h := newHandler(t.TempDir())
	var doc station
	if err := beve.Unmarshal(call(t, h, "GET", "/api/station", "", nil, 200), &doc); err != nil {
		t.Fatal(err)
	}
	doc.Name = "Brocken"
	edited, err := beve.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	var answered, kept station
	if err := beve.Unmarshal(call(t, h, "POST", "/api/station", mediaType, edited, 200), &answered); err != nil {
		t.Fatal(err)
	}
	if err := beve.Unmarshal(call(t, h, "GET", "/api/station", "", nil, 200), &kept); err != nil {
		t.Fatal(err)
	}
	if answered.Name != "Brocken" || kept.Name != "Brocken" || kept.Edits != 1 || kept.ID != doc.ID || !kept.Built.Equal(doc.Built) {
		t.Errorf("%+v, then %+v", answered, kept)
	}
}

func TestBadDocumentsAreRefused(t *testing.T) {
	h := newHandler(t.TempDir())
	call(t, h, "POST", "/api/station", "application/json", []byte("{}"), http.StatusUnsupportedMediaType)
	call(t, h, "POST", "/api/station", mediaType, []byte{7}, http.StatusBadRequest)
	call(t, h, "POST", "/api/station", mediaType, make([]byte, maxBody+1), http.StatusRequestEntityTooLarge)
	unknown, err := beve.Marshal(map[string]int{"height": 1141})
	if err != nil {
		t.Fatal(err)
	}
	if answer := call(t, h, "POST", "/api/station", mediaType, unknown, http.StatusBadRequest); !strings.Contains(string(answer), "height") {
		t.Errorf("%s", answer)
	}
}

func TestStreamAndSignal(t *testing.T) {
	h := newHandler(t.TempDir())
	d := beve.NewDecoderBytes(call(t, h, "GET", "/api/readings", "", nil, 200))
	n := 0
	for ; ; n++ {
		var r reading
		if err := d.Decode(&r); err == io.EOF {
			break
		} else if err != nil || r.ID != n {
			t.Fatalf("record %d: %+v, %v", n, r, err)
		}
	}
	if n != records {
		t.Errorf("%d records", n)
	}
	var all []float64
	if err := beve.Unmarshal(call(t, h, "GET", "/api/signal", "", nil, 200), &all); err != nil || len(all) != samples {
		t.Errorf("%d samples, %v", len(all), err)
	}
}
