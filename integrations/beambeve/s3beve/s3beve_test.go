// The package against a store on loopback, whose answers are late, short and refused.

package s3beve_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/beve-org/beve-go/integrations/beambeve"
	"github.com/beve-org/beve-go/integrations/beambeve/internal/storetest"
	"github.com/beve-org/beve-go/integrations/beambeve/s3beve"
)

const (
	bucket = "shop"
	names  = "s3://" + bucket
)

var store = &storetest.Store{Object: func(r *http.Request) string {
	object, _ := strings.CutPrefix(r.URL.Path, "/"+bucket+"/")
	if r.Method != http.MethodGet || object == r.URL.Path {
		return ""
	}
	return object
}}

func TestMain(m *testing.M) {
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		panic(err)
	}
	store.Handler = gofakes3.New(backend).Server()
	server := httptest.NewServer(store)
	defer server.Close()
	for name, value := range map[string]string{"AWS_ENDPOINT_URL": server.URL, "AWS_REGION": "eu-north-1", "AWS_ACCESS_KEY_ID": "k",
		"AWS_SECRET_ACCESS_KEY": "s", "AWS_REQUEST_CHECKSUM_CALCULATION": "when_required", "AWS_RESPONSE_CHECKSUM_VALIDATION": "when_required"} {
		os.Setenv(name, value)
	}
	ptest.Main(m)
}

// withClient returns a client of the store.
func withClient(t *testing.T) *s3.Client {
	t.Helper()
	conf, err := config.LoadDefaultConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s3.NewFromConfig(conf)
}

func put(t *testing.T, key string, data []byte) {
	t.Helper()
	if _, err := withClient(t).PutObject(t.Context(), &s3.PutObjectInput{Bucket: aws.String(bucket), Key: &key, Body: bytes.NewReader(data)}); err != nil {
		t.Fatal(err)
	}
}

func TestRangesThatCannotBeAreErrors(t *testing.T) {
	data := storetest.Random(3, 100_000)
	put(t, "odd", data)
	open := s3beve.Ranges(withClient(t))
	for _, path := range []string{"", "s3://", "s3://shop", "s3://shop/", "gs://shop/odd", "odd"} {
		if _, err := open(t.Context(), path, 0, 1); err == nil {
			t.Errorf("%q is opened", path)
		}
	}
	if got, err := storetest.Read(t.Context(), open, names+"/odd", 5, 0); err != nil || len(got) > 0 {
		t.Errorf("no bytes: %d, %v", len(got), err)
	}
	if _, err := storetest.Read(t.Context(), open, names+"/none", 0, 5); err == nil || !strings.Contains(err.Error(), "s3://shop/none at byte 0") {
		t.Errorf("an object that is not there: %v", err)
	}
	store.Reset(func(*http.Request) string { return "whole" })
	defer store.Reset(nil)
	if _, err := storetest.Read(t.Context(), open, names+"/odd", 5, 10); err == nil || !strings.Contains(err.Error(), "answers with range") {
		t.Errorf("a store without ranges: %v", err)
	}
}

// A range that ends behind the object is short: what is missing is an error.
func TestObjectShorterThanItsRangeIsAnError(t *testing.T) {
	put(t, "short", storetest.Random(4, 1000))
	got, err := storetest.Read(t.Context(), s3beve.Ranges(withClient(t)), names+"/short", 0, 1500)
	if err == nil || len(got) != 1000 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestObjectReplacedWhileItIsReadIsAnError(t *testing.T) {
	put(t, "moving", storetest.Random(5, 200_000))
	n := 0
	store.Reset(func(r *http.Request) string {
		if n++; n == 1 {
			return "cut"
		}
		return ""
	})
	defer store.Reset(nil)
	r, err := s3beve.Ranges(withClient(t))(t.Context(), "s3://shop/moving", 0, 200_000)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	put(t, "moving", storetest.Random(6, 200_000))
	if got, err := io.ReadAll(r); err == nil {
		t.Errorf("%d bytes of two objects", len(got))
	}
	if _, again := r.Read(make([]byte, 1)); again == nil {
		t.Error("the error does not last")
	}
}

// Parts of uploads have 5 MiB; an object of more is of several.
func TestShardOfSeveralParts(t *testing.T) {
	const n = 70_000
	store.Reset(nil)
	storetest.Write(t, names+"/parts/events", n, beambeve.WriteOptions{Shards: 1})
	if store.Parts() < 2 {
		t.Errorf("%d parts", store.Parts())
	}
	storetest.Check(t, names+"/parts/events*", n)
}

func TestRangesComeWholeThroughBadAnswers(t *testing.T) {
	data := storetest.Random(1, 1<<20)
	put(t, "random", data)
	storetest.WholeThroughBadAnswers(t, store, s3beve.Ranges(withClient(t)), names+"/random", data)
}

func TestIndexedObjectIsReadOnce(t *testing.T) {
	storetest.IndexedIsReadOnce(t, store, names, func(object string) int64 {
		head, err := withClient(t).HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: aws.String(bucket), Key: &object})
		if err != nil {
			t.Fatal(err)
		}
		return *head.ContentLength
	})
}

func TestPipelineOnABadStore(t *testing.T) {
	storetest.PipelineOnABadStore(t, store, names, func(*http.Request) bool { return true })
}
