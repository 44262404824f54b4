// Pipelines over a store.

package storetest

import (
	"fmt"
	"math/rand"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/beve-org/beve-go/integrations/beambeve"
)

// Event is an element of the pipelines.
type Event struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
}

func init() {
	beambeve.Register[Event]()
	register.Function1x1(number)
	register.Function1x1(numbered)
}

func number(e Event) int { return e.ID }

func numbered(id int) Event {
	return Event{ID: id, Text: strings.Repeat(fmt.Sprint(id*id, "\x06"), 8)}
}

// Write runs a pipeline that writes so many events.
func Write(t *testing.T, prefix string, n int, opts beambeve.WriteOptions) {
	t.Helper()
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	p, s := beam.NewPipelineWithRoot()
	beambeve.Write[Event](s, prefix, beam.ParDo(s, numbered, beam.CreateList(s, ids)), opts)
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
}

// Check runs a pipeline that reads them.
func Check(t *testing.T, glob string, n int) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	events := beambeve.Read[Event](s, glob, beambeve.ReadOptions{BlockBytes: 32 << 10})
	passert.Count(s, events, "events", n)
	passert.Sum(s, beam.ParDo(s, number, events), "ids", n, n*(n-1)/2)
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
}

// IndexedIsReadOnce writes objects and reads them, each byte of them and each index once. Names
// begin with the scheme and the bucket, as s3://shop; size returns the size of an object.
func IndexedIsReadOnce(t *testing.T, s *Store, names string, size func(object string) int64) {
	const n = 6000
	for _, compress := range []bool{false, true} {
		prefix := fmt.Sprintf("once-%v/events", compress)
		s.Reset(nil)
		Write(t, names+"/"+prefix, n, beambeve.WriteOptions{Shards: 3, BlockBytes: 32 << 10, Compress: compress})
		if len(s.Ranges()) > 0 {
			t.Errorf("writing reads: %q", s.Ranges())
		}
		s.Reset(nil)
		Check(t, names+"/"+prefix+"*", n)
		data, ranges := 0, 0
		for object, asked := range s.Ranges() {
			if strings.HasSuffix(object, ".index") {
				if !slices.Equal(asked, []string{""}) {
					t.Errorf("%s is read by %q", object, asked)
				}
				continue
			}
			data++
			ranges += len(asked)
			readOnce(t, object, asked, size(object))
		}
		if data != 3 || ranges < data {
			t.Errorf("%d objects by %d ranges", data, ranges)
		}
		t.Logf("compressed %v: %d objects by %d ranges", compress, data, ranges)
	}
}

// readOnce fails the test if ranges are not each byte of an object once.
func readOnce(t *testing.T, object string, asked []string, size int64) {
	t.Helper()
	if size <= 32<<10 && slices.Equal(asked, []string{""}) {
		return // one block
	}
	next := map[int64]int64{}
	for _, text := range asked {
		var from, to int64
		if _, err := fmt.Sscanf(text, "bytes=%d-%d", &from, &to); err != nil {
			t.Fatalf("%s: range %q: %v", object, text, err)
		}
		if _, twice := next[from]; twice {
			t.Errorf("%s: two ranges from byte %d on", object, from)
		}
		next[from] = to + 1
	}
	at := int64(0)
	for range asked {
		at = next[at]
	}
	if at != size {
		t.Errorf("%s of %d bytes is read by %q", object, size, asked)
	}
}

// PipelineOnABadStore writes and reads objects while answers are refused, cut off and late.
// Requests that repeated says are refused at times: those that Beam's filesystem repeats.
func PipelineOnABadStore(t *testing.T, s *Store, names string, repeated func(r *http.Request) bool) {
	const n = 6000
	chance := rand.New(rand.NewSource(7))
	s.Reset(func(r *http.Request) string {
		switch {
		case repeated(r) && chance.Intn(6) == 0:
			return "busy"
		case s.Object(r) != "" && r.Header.Get("Range") != "" && chance.Intn(3) == 0:
			return "cut"
		case s.Object(r) != "" && chance.Intn(3) == 0:
			return "slow"
		}
		return ""
	})
	defer s.Reset(nil)
	Write(t, names+"/bad/events", n, beambeve.WriteOptions{Shards: 3, BlockBytes: 32 << 10})
	Check(t, names+"/bad/events*", n)
	t.Logf("answers: %v", s.Faults())
	if s.Faults()["busy"] == 0 || s.Faults()["cut"] == 0 {
		t.Errorf("answers that were bad: %v", s.Faults())
	}
}
