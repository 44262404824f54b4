package cost_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/translator"
)

func TestTranslator(t *testing.T) {
	judge(t, translatorEntries(), append(cost.BEVEFamilies(), cost.JSONFamilies()...))
}

// onlyReader hides that a reader can seek.
type onlyReader struct{ io.Reader }

// counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func translatorEntries() []cost.Entry {
	var all []cost.Entry
	add := func(name, format string, run func(data []byte) (int, error)) {
		all = append(all, cost.Entry{Name: name, Formats: []string{format}, Run: run})
	}
	bytesOf := func(f func(data []byte) ([]byte, error)) func(data []byte) (int, error) {
		return func(data []byte) (int, error) {
			out, err := f(data)
			return len(out), err
		}
	}
	transcode := func(dir translator.Direction, o translator.Options, source func(data []byte) io.Reader) func(data []byte) (int, error) {
		return func(data []byte) (int, error) {
			var c counter
			_, err := translator.Transcode(&c, source(data), dir, o)
			return int(c), err
		}
	}
	seeker := func(data []byte) io.Reader { return bytes.NewReader(data) }
	pipe := func(data []byte) io.Reader { return onlyReader{stream(data)} }
	extended := translator.Options{Extended: true, TypedArrays: true}
	add("translator.ToJSON", cost.BEVE, bytesOf(translator.ToJSON))
	add("translator.ToJSON with type tags", cost.LegacyBEVE, bytesOf(translator.Options{LegacyTypeTag: true}.ToJSON))
	add("translator.ToJSONIndent", cost.BEVE, bytesOf(func(data []byte) ([]byte, error) { return translator.ToJSONIndent(data, "", "") }))
	all[len(all)-1].Twice = true
	add("translator.ValidateBEVE", cost.BEVE, func(data []byte) (int, error) { return 0, translator.ValidateBEVE(data) })
	add("translator.Transcode to JSON", cost.BEVE, transcode(translator.BEVEToJSON, translator.Options{}, seeker))
	add("translator.FromJSON", cost.JSON, bytesOf(translator.FromJSON))
	add("translator.Options.FromJSON, extended", cost.JSON, bytesOf(extended.FromJSON))
	add("translator.ValidateJSON", cost.JSON, func(data []byte) (int, error) { return 0, translator.ValidateJSON(data) })
	add("translator.Transcode to BEVE", cost.JSON, transcode(translator.JSONToBEVE, translator.Options{}, seeker))
	add("translator.Transcode to BEVE of a pipe", cost.JSON, transcode(translator.JSONToBEVE, translator.Options{}, pipe))
	return all
}
