// Command translate times package translator on real documents, both ways: in memory
// that is kept ("direct") and into new memory ("translator"), beside going through Go
// values ("values") and beside a check of the grammar alone ("valid"), which is the
// rate that translation is measured by.
//
//	go run ./translate [-rounds 7] [-time 40ms] [-only twitter] [-name laptop-translate]
package main

import (
	"compress/gzip"
	"flag"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/turns"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
)

const small = `{"id":1234567,"name":"Jane Doe","email":"jane.doe@example.com","active":true,"score":98.6,"tags":["a","bc","def"],` +
	`"address":{"street":"12 High Street","city":"Springfield","zip":12345}}`

// documents returns the real documents by name, and a small one.
func documents(folder string) (names []string, texts map[string][]byte) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json.gz"))
	check(err)
	texts = map[string][]byte{}
	for _, file := range files {
		f, err := os.Open(file)
		check(err)
		r, err := gzip.NewReader(f)
		check(err)
		text, err := io.ReadAll(r)
		check(err)
		check(f.Close())
		name := strings.TrimSuffix(filepath.Base(file), ".json.gz")
		names = append(names, name)
		texts[name] = text
	}
	texts["small"] = []byte(small)
	return append(names, "small"), texts
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// rows returns the two directions of a document.
func rows(name string, text []byte) []turns.Row {
	message, err := translator.FromJSON(text)
	check(err)
	printed, err := translator.ToJSON(message)
	check(err)
	direct := translator.NewDirectTranslate(translator.Options{})
	return []turns.Row{
		{Document: name, Mode: "FromJSON", Bytes: len(text), Sides: []turns.Side{
			{Name: "direct", Call: func() { _, err := direct.FromJSON(text); check(err) }},
			{Name: "translator", Call: func() { _, err := translator.FromJSON(text); check(err) }},
			{Name: "values", Call: func() {
				var v any
				check(json.Unmarshal(text, &v))
				_, err := beve.Marshal(v)
				check(err)
			}},
			{Name: "valid", Call: func() { valid(text) }},
		}},
		{Document: name, Mode: "ToJSON", Bytes: len(printed), Sides: []turns.Side{
			{Name: "direct", Call: func() { _, err := direct.ToJSON(message); check(err) }},
			{Name: "translator", Call: func() { _, err := translator.ToJSON(message); check(err) }},
			{Name: "values", Call: func() {
				var v any
				check(beve.Unmarshal(message, &v))
				_, err := json.Marshal(v)
				check(err)
			}},
			{Name: "valid", Call: func() { valid(printed) }},
		}},
	}
}

func valid(text []byte) {
	if !json.Valid(text) {
		log.Fatal("not valid")
	}
}

func main() {
	corpora := flag.String("corpora", "../testdata/corpora", "folder of the documents")
	run := turns.Flags("translate")
	flag.Parse()
	var all []turns.Row
	names, texts := documents(*corpora)
	for _, name := range names {
		all = append(all, rows(name, texts[name])...)
	}
	check(run.Do(all, []turns.Column{
		{Ours: "direct", Theirs: "values", Most: 0.4},
		{Ours: "translator", Theirs: "values", Most: 0.4},
		{Ours: "direct", Theirs: "valid", Mode: "FromJSON", Most: 1 / 0.5},
		{Ours: "direct", Theirs: "valid", Mode: "ToJSON", Most: 1 / 0.7},
	}))
}
