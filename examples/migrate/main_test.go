package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/translator"
)

func Example() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// step 1, another import path: 624 bytes of JSON, the same: true
	// step 2, a codec: the same: true
	// step 3, a client of BEVE: {ID:1152921504606846976 Total:9.5}
	// step 3, a client of JSON: {"id":1152921504606846976,"total":9.5}
	// step 3, a client of BEVE: {ID:1152921504606846976 Total:9.5}
	// step 3, a client of JSON: {"id":1152921504606846976,"total":9.5}
	// step 4, documents of both kinds: 588 bytes, worth 28.80
	// step 4, documents rewritten: 516 bytes, worth 28.80
}

// The files of steps 0 and 1 differ in the import path and in the names of functions.
func TestStep1ChangesTheImportAlone(t *testing.T) {
	code := func(step string) string {
		text, err := os.ReadFile("step" + step + ".go")
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ = bytes.Cut(text, []byte("\n)\n")) // after the imports
		return strings.NewReplacer("export"+step, "export", "read"+step, "read", "place"+step, "place").Replace(string(text))
	}
	if zero, one := code("0"), code("1"); zero == "" || zero != one {
		t.Errorf("step 0\n%s\nstep 1\n%s", zero, one)
	}
}

func TestEveryStepReadsWhatWasStored(t *testing.T) {
	order := someOrders(1)[0]
	stored, err := stored0(&order)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		string(stored),
		" \t\r\n" + string(stored),
		`{}`,
		`{"id": 1, "unknown": [1, {"deep": null}], "labels": null}`,
		`{"id": 1, "id": 2, "ID": 3}`,
		`{"note": "\ud83c\udf3b < \u0000"}`,
		`{"id": -1}`,
		`{"id": 18446744073709551616}`,
		`{"lines": [{"count": 1.5}]}`,
		`{"placed": "yesterday"}`,
		`{"id": 1`,
		`{"id": 1} 2`,
		``,
		`[]`,
	} {
		want, wantErr := read0([]byte(text))
		for step, read := range map[int]func([]byte) (Order, error){1: read1, 2: read2, 4: read4} {
			got, err := read([]byte(text))
			if (err == nil) != (wantErr == nil) {
				t.Errorf("step %d: %s: %v, step 0 says %v", step, text, err, wantErr)
			}
			if err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("step %d: %s is %+v, not %+v", step, text, got, want)
			}
			if step == 1 && err != nil && err.Error() != wantErr.Error() {
				t.Errorf("step 1: %v, step 0 says %v", err, wantErr)
			}
		}
	}
}

func TestClientsOfJSONNoticeNothing(t *testing.T) {
	services := map[string]http.Handler{
		"step 0":           http.HandlerFunc(place0),
		"step 1":           http.HandlerFunc(place1),
		"step 3":           middleware3(),
		"step 3, for both": native3(),
	}
	for body, want := range map[string]int{
		`{"id": 7, "lines": [{"count": 2, "price": 0.25}]}`: http.StatusOK,
		`{"id": "seven"}`: http.StatusBadRequest,
		`{"id": 7`:        http.StatusBadRequest,
	} {
		for name, service := range services {
			r := httptest.NewRequest("POST", "/", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			service.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s: %s: status %d, not %d: %s", name, body, w.Code, want, w.Body)
			}
			if text := strings.TrimSpace(w.Body.String()); want == http.StatusOK && text != `{"id":7,"total":0.5}` {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

// Rewriting keeps what the program does not know, does nothing the second time, and
// stops at a document that is damaged without touching it.
func TestRewriting(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "1.order")
	const text = `{"id":18446744073709551615,"from a newer program":[1,2.5,{"x":null}],"note":"é"}`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 0} {
		if n, err := rewrite4(dir); n != want || err != nil {
			t.Errorf("time %d: %d documents, %v", i, n, err)
		}
	}
	message, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := translator.ToJSON(message); string(got) != text || err != nil {
		t.Errorf("%s became %s, %v", text, got, err)
	}
	if o, err := read4(message); err != nil || o.ID != 1<<64-1 || o.Note != "é" {
		t.Errorf("%+v, %v", o, err)
	}

	damaged := filepath.Join(dir, "2.order")
	if err := os.WriteFile(damaged, []byte(`{"id":`), 0o644); err != nil {
		t.Fatal(err)
	}
	if n, err := rewrite4(dir); n != 0 || !errors.Is(err, translator.ErrTruncated) || !strings.Contains(err.Error(), damaged) {
		t.Errorf("%d documents, %v", n, err)
	}
	if data, err := os.ReadFile(damaged); string(data) != `{"id":` || err != nil {
		t.Errorf("the damaged document is %q, %v", data, err)
	}
}

// No object of BEVE is taken for JSON, and no JSON for BEVE.
func TestFormatsAreToldApart(t *testing.T) {
	for _, order := range someOrders(300) {
		data, err := write4(&order)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read4(data); isJSON(data) || err != nil || !reflect.DeepEqual(got, order) {
			t.Errorf("%x: %+v, %v", data, got, err)
		}
	}
	for _, text := range []string{"{", " {", "\n{}", "\t{"} {
		if v, err := beve.NewView([]byte(text)); !isJSON([]byte(text)) || err == nil && v.Kind() == beve.KindObject {
			t.Errorf("%q is taken for BEVE", text)
		}
	}
}
