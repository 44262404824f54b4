package cost_test

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/json"
	jsoncanonical "github.com/beve-org/beve-go/json/canonical"
	jsoncolumn "github.com/beve-org/beve-go/json/column"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/msgpack"
	msgpackcolumn "github.com/beve-org/beve-go/msgpack/column"
	"github.com/beve-org/beve-go/msgpack/msgp"
	msgpackpatch "github.com/beve-org/beve-go/msgpack/patch"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestDeepPaths holds what follows a path to the law, along paths that lead through all levels of a deep document.
func TestDeepPaths(t *testing.T) {
	var entries []cost.Entry
	var families []cost.Family
	for _, f := range deepFormats() {
		for _, s := range cost.Shapes() {
			for of, levels := range map[string]int{"to the usual limit": usualLevels, "to a higher limit": moreLevels} {
				_, path := s.Make(levels, 0, "")
				format := f.name + ": " + s.Name + ", " + of
				families = append(families, cost.Family{Name: format, Format: format, Path: len(path), Make: func(size int) []byte {
					text, _ := s.Make(levels, max(size-levels*10, 0), "a")
					return must(f.encode(text))
				}})
				for _, e := range f.entries {
					if levels <= e.levels {
						entries = append(entries, cost.Entry{Name: e.name, Formats: []string{format}, Parts: parted.MatchString(e.name),
							Twice: twice.MatchString(e.name), Paths: e.paths,
							Run: func(data []byte) (int, error) { out, err := e.run(data, path); return len(out), err }})
					}
				}
			}
		}
	}
	slices.SortFunc(families, func(a, b cost.Family) int { return strings.Compare(a.Name, b.Name) })
	judge(t, entries, families)
}

// TestDeepPathsLeadSomewhere finds that what is held to the law along deep paths does not end with an error at once.
func TestDeepPathsLeadSomewhere(t *testing.T) {
	for _, f := range deepFormats() {
		for _, s := range cost.Shapes() {
			text, path := s.Make(usualLevels, 1000, "a")
			data := must(f.encode(text))
			for _, e := range f.entries {
				if _, err := e.run(data, path); (err != nil) != (e.fails || s.Repeats && once.MatchString(e.name)) {
					t.Errorf("%s of %s: %v", e.name, s.Name, err)
				}
			}
		}
	}
}

// once matches the functions for which a name counts where it is first, or may not be repeated.
var once = regexp.MustCompile(`ElementsAt|canonical`)

// twice matches the functions that are given two documents, and batch those that are given several paths.
var (
	twice = regexp.MustCompile(`Merge|Diff`)
	batch = regexp.MustCompile(`Batch`)
)

// Levels around an array, of which there may be 512 where nothing else is said, and 10,000 in JSON; some have two more.
const usualLevels, moreLevels = 500, 9_900

// A deepFormat is a format with the functions that follow a path in it.
type deepFormat struct {
	name    string
	encode  func(text []byte) ([]byte, error)
	entries []deepEntry
}

type deepEntry struct {
	name   string
	levels int // that the document may have
	paths  int // times that it is given the path
	fails  bool
	run    func(data []byte, path fault.Pointer) ([]byte, error)
}

// add adds a function, whose document may have many levels, or no more than usual.
func (f *deepFormat) add(levels int, name string, run func(data []byte, path fault.Pointer) ([]byte, error)) {
	paths := 1
	if batch.MatchString(name) {
		paths = 7
	}
	f.entries = append(f.entries, deepEntry{name: name, levels: levels, paths: paths, run: run})
}

// addMissing adds a function that finds that there is no such part, and returns an error.
func (f *deepFormat) addMissing(levels int, name string, run func(data []byte, path fault.Pointer) error) {
	f.entries = append(f.entries, deepEntry{name: name, levels: levels, paths: 1, fails: true,
		run: func(data []byte, path fault.Pointer) ([]byte, error) { return nil, run(data, path) }})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func drained[T any](all iter.Seq2[T, error]) (err error) {
	for _, e := range all {
		err = e
	}
	return err
}

// inner returns the path from an element or member of the root on, and array that to the array of a part.
func inner(path fault.Pointer) fault.Pointer { _, rest, _ := path.Cut(); return rest }
func array(path fault.Pointer) fault.Pointer { return path[:strings.LastIndexByte(string(path), '/')] }

// missing returns the path to something that is not at path.
func missing(path fault.Pointer) fault.Pointer { return array(path) + "/9999999" }

// deepFormats are the formats.
func deepFormats() []*deepFormat {
	return []*deepFormat{deepBEVE(), deepJSON(), deepMsgPack()}
}

func deepBEVE() *deepFormat {
	raised := beve.Limits{MaxDepth: moreLevels + 10}
	f := &deepFormat{name: "BEVE", encode: translator.Options{Limits: translator.Limits(raised)}.FromJSON}
	view := func(data []byte) beve.View { return must(beve.DecodeOptions{Limits: raised}.NewView(data)) }
	f.add(moreLevels, "beve.View.At", func(d []byte, p fault.Pointer) ([]byte, error) { _, err := view(d).At(p); return nil, err })
	f.addMissing(moreLevels, "beve.View.At of what is missing", func(d []byte, p fault.Pointer) error { _, err := view(d).At(missing(p)); return err })
	f.add(moreLevels, "beve.ElementsAt", func(d []byte, p fault.Pointer) ([]byte, error) {
		return nil, drained(beve.ElementsAt[any](bytes.NewReader(d), array(p), beve.DecodeOptions{Limits: raised}))
	})
	f.add(moreLevels, "column.From", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := column.From(view(d), array(p)+"/*").Count()
		return nil, err
	})
	f.add(moreLevels, "column.Rows.Where", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := column.From(view(d), "/*").Where(inner(p), column.Equal("a")).Count()
		return nil, err
	})
	f.add(moreLevels, "column.Of", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := column.Of[any](column.From(view(d), ""), p)
		return nil, err
	})
	f.add(usualLevels, "canonical.Append", func(d []byte, _ fault.Pointer) ([]byte, error) { return canonical.Append(nil, d) })
	f.add(usualLevels, "patch.Set", func(d []byte, p fault.Pointer) ([]byte, error) { return patch.Set(bytes.Clone(d), p, "text") })
	f.add(usualLevels, "patch.Insert", func(d []byte, p fault.Pointer) ([]byte, error) { return patch.Insert(bytes.Clone(d), p, 7) })
	f.add(usualLevels, "patch.Append", func(d []byte, p fault.Pointer) ([]byte, error) { return patch.Append(bytes.Clone(d), array(p), 7) })
	f.add(usualLevels, "patch.Delete", func(d []byte, p fault.Pointer) ([]byte, error) { return patch.Delete(bytes.Clone(d), p) })
	f.add(moreLevels, "patch.Batch.Do", func(d []byte, p fault.Pointer) ([]byte, error) {
		b := patch.Batch{Limits: raised}
		return b.Insert(p, 7).Copy(p, array(p)+"/1").Move(p, array(p)+"/1").Test(p, 7).Delete(p).Do(d)
	})
	f.add(usualLevels, "patch.Apply", func(d []byte, p fault.Pointer) ([]byte, error) {
		return patch.ApplyJSON(d, []byte(`[{"op":"replace","path":"`+string(p)+`","value":[1]}]`))
	})
	f.add(usualLevels, "patch.Merge", func(d []byte, _ fault.Pointer) ([]byte, error) { return patch.Merge(d, d) })
	f.add(usualLevels, "patch.Diff", func(d []byte, p fault.Pointer) ([]byte, error) {
		return patch.Diff(d, must(patch.Insert(bytes.Clone(d), p, 7)))
	})
	return f
}

func deepJSON() *deepFormat {
	f := &deepFormat{name: "JSON", encode: func(text []byte) ([]byte, error) { return text, nil }}
	view := func(data []byte) json.View { return must(json.NewView(data)) }
	f.add(moreLevels, "json.View.At", func(d []byte, p fault.Pointer) ([]byte, error) { _, err := view(d).At(p); return nil, err })
	f.addMissing(moreLevels, "json.View.At of what is missing", func(d []byte, p fault.Pointer) error { _, err := view(d).At(missing(p)); return err })
	f.add(moreLevels, "json.ElementsAt", func(d []byte, p fault.Pointer) ([]byte, error) {
		return nil, drained(json.ElementsAt[any](bytes.NewReader(d), array(p)))
	})
	f.add(moreLevels, "json/column.From", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := jsoncolumn.From(view(d), array(p)+"/*").Count()
		return nil, err
	})
	f.add(moreLevels, "json/column.Rows.Where", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := jsoncolumn.From(view(d), "/*").Where(inner(p), jsoncolumn.Equal("a")).Count()
		return nil, err
	})
	f.add(moreLevels, "json/column.Of", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := jsoncolumn.Of[any](jsoncolumn.From(view(d), ""), p)
		return nil, err
	})
	f.add(moreLevels, "json/canonical.Append", func(d []byte, _ fault.Pointer) ([]byte, error) { return jsoncanonical.Append(nil, d) })
	f.add(moreLevels, "json/patch.Set", func(d []byte, p fault.Pointer) ([]byte, error) { return jsonpatch.Set(bytes.Clone(d), p, "text") })
	f.add(moreLevels, "json/patch.Insert", func(d []byte, p fault.Pointer) ([]byte, error) { return jsonpatch.Insert(bytes.Clone(d), p, 7) })
	f.add(moreLevels, "json/patch.Append", func(d []byte, p fault.Pointer) ([]byte, error) { return jsonpatch.Append(bytes.Clone(d), array(p), 7) })
	f.add(moreLevels, "json/patch.Delete", func(d []byte, p fault.Pointer) ([]byte, error) { return jsonpatch.Delete(bytes.Clone(d), p) })
	f.add(moreLevels, "json/patch.Batch.Do", func(d []byte, p fault.Pointer) ([]byte, error) {
		var b jsonpatch.Batch
		return b.Insert(p, 7).Copy(p, array(p)+"/1").Move(p, array(p)+"/1").Test(p, 7).Delete(p).Do(d)
	})
	f.add(moreLevels, "json/patch.Apply", func(d []byte, p fault.Pointer) ([]byte, error) {
		return jsonpatch.Apply(d, []byte(`[{"op":"replace","path":"`+string(p)+`","value":[1]}]`))
	})
	f.add(moreLevels, "json/patch.Merge", func(d []byte, _ fault.Pointer) ([]byte, error) { return jsonpatch.Merge(d, d) })
	f.add(moreLevels, "json/patch.Diff", func(d []byte, p fault.Pointer) ([]byte, error) {
		return jsonpatch.Diff(d, must(jsonpatch.Insert(bytes.Clone(d), p, 7)))
	})
	return f
}

// messagePack returns JSON text as MessagePack, however deep it is and with all members that it has. Names that are
// numbers become integers.
func messagePack(text []byte) ([]byte, error) {
	var counts, open []int // of what containers hold, in the order in which they begin
	tokens := json.NewTokenizer(text)
	for tokens.Next() {
		switch tokens.Delim {
		case ',', ':':
			continue
		case '}', ']':
			open = open[:len(open)-1]
			continue
		}
		if len(open) > 0 && !tokens.IsKey {
			counts[open[len(open)-1]]++
		}
		if tokens.Delim != 0 {
			open = append(open, len(counts))
			counts = append(counts, 0)
		}
	}
	var out []byte
	tokens.Reset(text)
	for tokens.Next() {
		switch {
		case tokens.Delim == '{':
			out, counts = msgp.AppendMapHeader(out, uint32(counts[0])), counts[1:]
		case tokens.Delim == '[':
			out, counts = msgp.AppendArrayHeader(out, uint32(counts[0])), counts[1:]
		case tokens.Delim != 0:
		case tokens.IsKey && tokens.Value[1]-'0' <= 9:
			n, err := strconv.Atoi(string(tokens.String()))
			if err != nil {
				return nil, err
			}
			out = msgp.AppendInt(out, n)
		case tokens.Kind().Class() == json.String:
			out = msgp.AppendString(out, string(tokens.String()))
		default:
			out = msgp.AppendInt64(out, tokens.Int())
		}
	}
	return out, tokens.Err
}

func deepMsgPack() *deepFormat {
	raised := msgpack.Limits{MaxDepth: moreLevels + 10}
	f := &deepFormat{name: "MessagePack", encode: messagePack}
	view := func(data []byte) msgpack.View { return must(msgpack.DecodeOptions{Limits: raised}.NewView(data)) }
	f.add(moreLevels, "msgpack.View.At", func(d []byte, p fault.Pointer) ([]byte, error) { _, err := view(d).At(p); return nil, err })
	f.addMissing(moreLevels, "msgpack.View.At of what is missing", func(d []byte, p fault.Pointer) error { _, err := view(d).At(missing(p)); return err })
	f.add(moreLevels, "msgpack.ElementsAt", func(d []byte, p fault.Pointer) ([]byte, error) {
		return nil, drained(msgpack.ElementsAt[any](bytes.NewReader(d), array(p), msgpack.DecodeOptions{Limits: raised}))
	})
	f.add(moreLevels, "zebrapack.ElementsAt", func(d []byte, p fault.Pointer) ([]byte, error) {
		return nil, drained(zebrapack.ElementsAt[any](bytes.NewReader(d), array(p), zebrapack.DecodeOptions{Limits: zebrapack.Limits(raised)}))
	})
	f.add(moreLevels, "msgpack/column.From", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := msgpackcolumn.From(view(d), array(p)+"/*").Count()
		return nil, err
	})
	f.add(moreLevels, "msgpack/column.Rows.Where", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := msgpackcolumn.From(view(d), "/*").Where(inner(p), msgpackcolumn.Equal("a")).Count()
		return nil, err
	})
	f.add(moreLevels, "msgpack/column.Of", func(d []byte, p fault.Pointer) ([]byte, error) {
		_, err := msgpackcolumn.Of[any](msgpackcolumn.From(view(d), ""), p)
		return nil, err
	})
	f.add(usualLevels, "msgpack/patch.Set", func(d []byte, p fault.Pointer) ([]byte, error) { return msgpackpatch.Set(bytes.Clone(d), p, "text") })
	f.add(usualLevels, "msgpack/patch.Insert", func(d []byte, p fault.Pointer) ([]byte, error) { return msgpackpatch.Insert(bytes.Clone(d), p, 7) })
	f.add(usualLevels, "msgpack/patch.Append", func(d []byte, p fault.Pointer) ([]byte, error) {
		return msgpackpatch.Append(bytes.Clone(d), array(p), 7)
	})
	f.add(usualLevels, "msgpack/patch.Delete", func(d []byte, p fault.Pointer) ([]byte, error) { return msgpackpatch.Delete(bytes.Clone(d), p) })
	f.add(moreLevels, "msgpack/patch.Batch.Do", func(d []byte, p fault.Pointer) ([]byte, error) {
		b := msgpackpatch.Batch{Limits: raised}
		return b.Insert(p, 7).Copy(p, array(p)+"/1").Move(p, array(p)+"/1").Test(p, 7).Delete(p).Do(d)
	})
	f.add(usualLevels, "msgpack/patch.Apply", func(d []byte, p fault.Pointer) ([]byte, error) {
		return msgpackpatch.ApplyJSON(d, []byte(`[{"op":"replace","path":"`+string(p)+`","value":[1]}]`))
	})
	f.add(usualLevels, "msgpack/patch.Merge", func(d []byte, _ fault.Pointer) ([]byte, error) { return msgpackpatch.Merge(d, d) })
	f.add(usualLevels, "msgpack/patch.Diff", func(d []byte, p fault.Pointer) ([]byte, error) {
		return msgpackpatch.Diff(d, must(msgpackpatch.Insert(bytes.Clone(d), p, 7)))
	})
	return f
}
