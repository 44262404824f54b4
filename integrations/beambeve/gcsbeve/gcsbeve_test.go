// The package against a store on loopback, whose answers are late, short and refused.

package gcsbeve_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/fsouza/fake-gcs-server/fakestorage"

	"github.com/beve-org/beve-go/integrations/beambeve/gcsbeve"
	"github.com/beve-org/beve-go/integrations/beambeve/internal/storetest"
)

const (
	bucket = "shop"
	names  = "gs://" + bucket
)

var store = &storetest.Store{Object: func(r *http.Request) string {
	object, _ := strings.CutPrefix(r.URL.Path, "/"+bucket+"/")
	if r.Method != http.MethodGet || object == r.URL.Path {
		return ""
	}
	return object
}}

func TestMain(m *testing.M) {
	server := httptest.NewServer(store)
	defer server.Close()
	fake, err := fakestorage.NewServerWithOptions(fakestorage.Options{NoListener: true, ExternalURL: server.URL, PublicHost: strings.TrimPrefix(server.URL, "http://")})
	if err != nil {
		panic(err)
	}
	fake.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: bucket})
	store.Handler = fake.HTTPHandler()
	os.Setenv("STORAGE_EMULATOR_HOST", server.URL)
	ptest.Main(m)
}

func withClient(t *testing.T) *storage.Client {
	t.Helper()
	client, err := storage.NewClient(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func put(t *testing.T, object string, data []byte) {
	t.Helper()
	w := withClient(t).Bucket(bucket).Object(object).NewWriter(t.Context())
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRangesComeWholeThroughBadAnswers(t *testing.T) {
	data := storetest.Random(1, 1<<20)
	put(t, "random", data)
	storetest.WholeThroughBadAnswers(t, store, gcsbeve.Ranges(withClient(t)), names+"/random", data)
}

func TestRangesThatCannotBeAreErrors(t *testing.T) {
	put(t, "odd", storetest.Random(3, 1000))
	open := gcsbeve.Ranges(withClient(t))
	for _, path := range []string{"", "gs://", "s3://shop/odd", "odd"} {
		if _, err := open(t.Context(), path, 0, 1); err == nil {
			t.Errorf("%q is opened", path)
		}
	}
	if got, err := storetest.Read(t.Context(), open, names+"/odd", 5, 0); err != nil || len(got) > 0 {
		t.Errorf("no bytes: %d, %v", len(got), err)
	}
	if _, err := storetest.Read(t.Context(), open, names+"/none", 0, 5); err == nil || !strings.Contains(err.Error(), "gs://shop/none at byte 0") {
		t.Errorf("an object that is not there: %v", err)
	}
}

func TestIndexedObjectIsReadOnce(t *testing.T) {
	storetest.IndexedIsReadOnce(t, store, names, func(object string) int64 {
		attrs, err := withClient(t).Bucket(bucket).Object(object).Attrs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return attrs.Size
	})
}

// Writes without a condition are not repeated by the client: the runner repeats the bundle.
func TestPipelineOnABadStore(t *testing.T) {
	storetest.PipelineOnABadStore(t, store, names, func(r *http.Request) bool { return r.Method == http.MethodGet })
}
