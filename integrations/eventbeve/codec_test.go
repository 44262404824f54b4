package eventbeve_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/eventbeve"
)

type event struct {
	ID     int       `json:"id"`
	Values []float64 `json:"values"`
}

func TestBodies(t *testing.T) {
	var codec eventbeve.Codec
	want := event{7, []float64{1.5}}
	body, err := codec.Marshal(&want)
	if err != nil {
		t.Fatal(err)
	}
	for contentType, body := range map[string][]byte{
		"":                                body,
		"application/beve":                body,
		"application/json":                []byte(`{"id": 7, "values": [1.5]}`),
		"application/json; charset=utf-8": []byte(`{"id": 7, "values": [1.5]}`),
	} {
		var got event
		if err := codec.Unmarshal(contentType, body, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", contentType, got, err)
		}
	}
	var got event
	if err := codec.Unmarshal("text/csv", body, &got); !errors.Is(err, beve.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if err := codec.Unmarshal("a/b/c", body, &got); err == nil {
		t.Error("a malformed content type is none")
	}
}

func TestReasons(t *testing.T) {
	var got event
	err := eventbeve.Codec{}.Unmarshal("", []byte{0x03, 0x04, 0x08, 'i', 'd', 0x02}, &got)
	headers := map[string]string{}
	for _, h := range eventbeve.Reason(err, "topic/3/17") {
		headers[h[0]] = h[1]
	}
	if headers[eventbeve.HeaderPath] != "/id" || headers[eventbeve.HeaderOffset] != "5" ||
		headers[eventbeve.HeaderSource] != "topic/3/17" || headers[eventbeve.HeaderError] == "" {
		t.Errorf("headers %v", headers)
	}
}

func Example() {
	var codec eventbeve.Codec
	body, err := codec.Marshal(map[string]int{"id": 7})
	if err != nil {
		panic(err)
	}
	var out map[string]int
	if err := codec.Unmarshal(eventbeve.TypeBEVE, body, &out); err != nil {
		panic(err)
	}
	fmt.Println(out["id"])
	// Output: 7
}
