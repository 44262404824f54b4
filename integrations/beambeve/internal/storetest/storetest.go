// Package storetest is what tests of object stores share: a store on loopback that counts
// what is asked for and answers some of it badly, and pipelines that must not notice.
package storetest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/beve-org/beve-go/integrations/beambeve"
)

// Store is a store before a handler.
type Store struct {
	Handler http.Handler
	// Object returns the name of the object that a request reads, in the bucket, and "" for
	// other requests.
	Object func(r *http.Request) string

	mu     sync.Mutex
	ranges map[string][]string
	parts  int
	fault  func(r *http.Request) string
	faults map[string]int
}

// Reset forgets what was counted. From then on fault says what goes wrong with a request: "busy",
// "cut", "slow", "whole" or "".
// It is called by one request at a time.
func (s *Store) Reset(fault func(r *http.Request) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ranges, s.parts, s.fault, s.faults = map[string][]string{}, 0, fault, map[string]int{}
}

func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := s.note(r)
	switch what {
	case "busy":
		http.Error(w, "slow down", http.StatusServiceUnavailable)
		return
	case "whole":
		r.Header.Del("Range")
	}
	if what != "cut" && what != "slow" {
		s.Handler.ServeHTTP(w, r)
		return
	}
	answer := httptest.NewRecorder()
	s.Handler.ServeHTTP(answer, r)
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	body := answer.Body.Bytes()
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(answer.Code)
	if what == "cut" {
		w.Write(body[:len(body)*2/3])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	for chunk := range slices.Chunk(body, 1+len(body)/8) {
		time.Sleep(3 * time.Millisecond)
		w.Write(chunk)
		w.(http.Flusher).Flush()
	}
}

// note counts a request, and returns what goes wrong with it.
func (s *Store) note(r *http.Request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults == nil {
		s.ranges, s.faults = map[string][]string{}, map[string]int{}
	}
	if object := s.Object(r); object != "" {
		s.ranges[object] = append(s.ranges[object], r.Header.Get("Range"))
	}
	if r.URL.Query().Has("partNumber") {
		s.parts++
	}
	what := ""
	if s.fault != nil {
		what = s.fault(r)
	}
	s.faults[what]++
	return what
}

// Ranges returns the ranges by which each object was read, as headers say them; "" is all
// of an object.
func (s *Store) Ranges() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ranges
}

// Parts returns how many parts of objects were uploaded.
func (s *Store) Parts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.parts
}

// Faults returns how many answers were bad, by what was wrong.
func (s *Store) Faults() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faults
}

// Read reads a range to its end.
func Read(ctx context.Context, open beambeve.RangeOpener, path string, offset, length int64) ([]byte, error) {
	r, err := open(ctx, path, offset, length)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Random returns bytes that no two ranges have in common.
func Random(seed int64, n int) []byte {
	data := make([]byte, n)
	rand.New(rand.NewSource(seed)).Read(data)
	return data
}

// WholeThroughBadAnswers reads ranges of an object, of these bytes, that are refused, cut off
// and late.
func WholeThroughBadAnswers(t *testing.T, s *Store, open beambeve.RangeOpener, path string, data []byte) {
	chance := rand.New(rand.NewSource(2))
	answers := rand.New(rand.NewSource(3))
	s.Reset(func(*http.Request) string { return []string{"", "cut", "cut", "slow", "slow", "busy"}[answers.Intn(6)] })
	defer s.Reset(nil)
	for range 16 {
		offset := chance.Int63n(int64(len(data)))
		length := 1 + chance.Int63n(int64(len(data))-offset)
		got, err := Read(t.Context(), open, path, offset, length)
		if err != nil || !bytes.Equal(got, data[offset:offset+length]) {
			t.Fatalf("%d bytes from %d on: %d bytes, %v", length, offset, len(got), err)
		}
	}
	for _, what := range []string{"busy", "cut", "slow"} {
		if s.Faults()[what] < 2 {
			t.Errorf("only %d answers were %s", s.Faults()[what], what)
		}
	}
}
