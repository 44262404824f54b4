package httpbeve

import (
	"net/http"
	"testing"
)

func TestNegotiate(t *testing.T) {
	for _, c := range []struct {
		name   string
		accept []string
		want   format
	}{
		{"no header", nil, formatJSON},
		{"anything", []string{"*/*"}, formatJSON},
		{"old anything", []string{"*"}, formatJSON},
		{"any application", []string{"application/*"}, formatJSON},
		{"BEVE named", []string{"application/beve"}, formatBEVE},
		{"BEVE named among all", []string{"application/beve, */*"}, formatBEVE},
		{"JSON named", []string{"application/json"}, formatJSON},
		{"both, alike", []string{"application/json, application/beve"}, formatBEVE},
		{"two header lines", []string{"application/json;q=0.5", "application/beve"}, formatBEVE},
		{"JSON heavier", []string{"application/beve;q=0.5, application/json;q=0.8"}, formatJSON},
		{"BEVE heavier", []string{"application/beve; q=0.8, application/json; q=0.79"}, formatBEVE},
		{"BEVE ruled out", []string{"application/beve;q=0, */*"}, formatJSON},
		{"JSON ruled out, wildcard left", []string{"application/json;q=0, */*;q=0.1"}, formatBEVE},
		{"specific beats general", []string{"application/*;q=0.9, application/beve;q=0.1"}, formatJSON},
		{"neither", []string{"text/html, image/png"}, noFormat},
		{"both ruled out", []string{"*/*;q=0"}, noFormat},
		{"empty", []string{""}, noFormat},
		{"malformed weight is passed over", []string{"application/beve;q=high, application/json;q=0.1"}, formatJSON},
		{"weight beyond 1 is passed over", []string{"application/beve;q=7"}, noFormat},
		{"letters of any case", []string{"Application/BEVE"}, formatBEVE},
		{"a browser", []string{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}, formatJSON},
	} {
		h := http.Header{}
		for _, line := range c.accept {
			h.Add("Accept", line)
		}
		if got := negotiate(h, false); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestBodyFormat(t *testing.T) {
	for contentType, want := range map[string]format{
		"application/beve":                  formatBEVE,
		"application/json":                  formatJSON,
		"application/json; charset=utf-8":   formatJSON,
		"application/json; charset=UTF-8":   formatJSON,
		"application/problem+json":          formatJSON,
		"application/json; charset=latin-1": noFormat,
		"text/plain":                        noFormat,
		"":                                  noFormat,
		"application/":                      noFormat,
	} {
		if got, stream := bodyFormat(http.Header{"Content-Type": {contentType}}); got != want || stream {
			t.Errorf("%q: %d, %v, want %d", contentType, got, stream, want)
		}
	}
}
