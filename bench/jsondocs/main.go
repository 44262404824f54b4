// Command jsondocs times package json beside its rivals on real documents, all of
// them in turns within one process, and prints the time of each rival divided into
// ours: below 1 we are faster. A ratio is the median of those of the rounds.
//
//	go run ./jsondocs [-rounds 7] [-time 40ms] [-only twitter/Marshal]
package main

import (
	"bytes"
	"compress/gzip"
	stdjson "encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/beve-org/beve-go/json"
	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
)

// rival is a package with the API of encoding/json.
type rival struct {
	name      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
	valid     func([]byte) bool
}

var rivals = []rival{
	{"ours", json.Marshal, json.Unmarshal, json.Valid},
	{"goccy", goccy.Marshal, goccy.Unmarshal, goccy.Valid},
	{"sonic", sonic.ConfigStd.Marshal, sonic.ConfigStd.Unmarshal, sonic.ConfigStd.Valid},
	{"std", stdjson.Marshal, stdjson.Unmarshal, stdjson.Valid},
}

// document is what is timed.
type document struct {
	name string
	data []byte
	make func() any // a pointer to a zero value of its type
}

const smallText = `{"id":1234567,"name":"Jane Doe","email":"jane.doe@example.com","active":true,"score":98.6,"tags":["a","bc","def"],` +
	`"address":{"street":"12 High Street","city":"Springfield","zip":12345}}`

func documents(folder string) []document {
	load := func(name string) []byte {
		f, err := os.Open(filepath.Join(folder, name+".json.gz"))
		check(err)
		defer func() { check(f.Close()) }()
		r, err := gzip.NewReader(f)
		check(err)
		data, err := io.ReadAll(r)
		check(err)
		return data
	}
	return []document{
		{"code", load("code"), func() any { return new(code) }},
		{"twitter", load("twitter"), func() any { return new(twitter) }},
		{"citm", load("citm_catalog"), func() any { return new(citm) }},
		{"canada", load("canada"), func() any { return new(canada) }},
		{"small", []byte(smallText), func() any { return new(small) }},
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// modes returns what r is asked to do with a document, by name.
func modes(r rival, d document) map[string]func() {
	typed := d.make()
	check(r.unmarshal(d.data, typed))
	want := d.make()
	check(stdjson.Unmarshal(d.data, want))
	var dynamic any
	check(stdjson.Unmarshal(d.data, &dynamic))
	if !reflect.DeepEqual(typed, want) {
		fmt.Printf("%s decodes %s to something else\n", r.name, d.name)
	}
	text, err := r.marshal(want)
	check(err)
	standard, err := stdjson.Marshal(want)
	check(err)
	if !bytes.Equal(text, standard) {
		fmt.Printf("%s encodes %s to something else\n", r.name, d.name)
	}
	return map[string]func(){
		"Unmarshal":    func() { check(r.unmarshal(d.data, d.make())) },
		"Marshal":      func() { sink, err = r.marshal(want); check(err) },
		"UnmarshalAny": func() { var v any; check(r.unmarshal(d.data, &v)) },
		"MarshalAny":   func() { sink, err = r.marshal(dynamic); check(err) },
		"Valid": func() {
			if !r.valid(d.data) {
				panic("not valid")
			}
		},
	}
}

var sink []byte

// turn returns the time of one call of f, from calls that fill some time.
func turn(f func(), span time.Duration) float64 {
	runtime.GC()
	n, start := 0, time.Now()
	for {
		f()
		n++
		if n&15 == 0 || span > 0 && n < 16 {
			if took := time.Since(start); took >= span {
				return float64(took.Nanoseconds()) / float64(n)
			}
		}
	}
}

func median(s []float64) float64 {
	slices.Sort(s)
	return s[len(s)/2]
}

func main() {
	rounds := flag.Int("rounds", 7, "rounds")
	span := flag.Duration("time", 40*time.Millisecond, "time of one turn")
	only := flag.String("only", "", "document/mode to time")
	corpora := flag.String("corpora", "../testdata/corpora", "folder of the documents")
	flag.Parse()
	worst := map[string][]float64{}
	fmt.Printf("%-22s %12s %8s %8s %8s\n", "", "ours", "goccy", "sonic", "std")
	for _, mode := range []string{"Unmarshal", "Marshal", "UnmarshalAny", "MarshalAny", "Valid"} {
		for _, d := range documents(*corpora) {
			name := d.name + "/" + mode
			if !strings.Contains(name, *only) {
				continue
			}
			var calls []func()
			for _, r := range rivals {
				calls = append(calls, modes(r, d)[mode])
			}
			times := make([]float64, 0, *rounds)
			ratios := make([][]float64, len(rivals))
			for range *rounds {
				var took [8]float64
				for i, f := range calls {
					took[i] = turn(f, *span)
				}
				times = append(times, took[0])
				for i := range calls {
					ratios[i] = append(ratios[i], took[0]/took[i])
				}
			}
			g, s, std := median(ratios[1]), median(ratios[2]), median(ratios[3])
			fmt.Printf("%-22s %9.0f ns %8.2f %8.2f %8.2f\n", name, median(times), g, s, std)
			worst[mode] = append(worst[mode], math.Log(max(g, s)))
			worst["std"] = append(worst["std"], math.Log(std))
		}
	}
	for mode, logs := range worst {
		sum := 0.0
		for _, l := range logs {
			sum += l
		}
		fmt.Printf("geometric mean, %s: %.2f\n", mode, math.Exp(sum/float64(len(logs))))
	}
	runtime.KeepAlive(sink)
}
