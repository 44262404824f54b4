package cost_test

import (
	"bytes"
	stdjson "encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/json"
	jsoncanonical "github.com/beve-org/beve-go/json/canonical"
	jsoncolumn "github.com/beve-org/beve-go/json/column"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/msgpack"
	msgpackcolumn "github.com/beve-org/beve-go/msgpack/column"
	msgpackpatch "github.com/beve-org/beve-go/msgpack/patch"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/translator"
)

// TestDocuments holds the packages that change, compare and filter documents to the law, for hostile
// documents of every format and for hostile patches.
func TestDocuments(t *testing.T) {
	families := slices.Concat(cost.PatchFamilies(), cost.BEVEFamilies(), cost.JSONFamilies(),
		cost.DeepJSONFamilies(), cost.MsgPackFamilies())
	if *grow && *pick == "" {
		// Every pair is judged at its first size by the tests; that all grow takes minutes.
		families = slices.DeleteFunc(families, func(f cost.Family) bool { return len(f.Name)%2 == 0 })
	}
	judge(t, documentEntries(), families)
}

// patched is the document of the patches in all formats.
var patched = sync.OnceValue(func() (d struct{ json, beve, msgpack []byte }) {
	d.json = cost.PatchedDocument()
	var err error
	if d.beve, err = translator.FromJSON(d.json); err == nil {
		d.msgpack, err = msgpack.Marshal(stdjson.RawMessage(d.json))
	}
	if err != nil {
		panic(err)
	}
	return d
})

// parted matches the entries that look at each part of a document by itself.
var parted = regexp.MustCompile(`patch\.(Batch|Apply|Merge|Diff)|column\.`)

// documentEntries are the entry points of the packages that change, compare and filter documents
// without decoding them.
func documentEntries() []cost.Entry {
	all := slices.Concat(
		patchEntries(cost.JSONPatch, "json/patch", jsonpatch.Apply, func() []byte { return patched().json }),
		patchEntries(cost.JSONPatch, "patch", patch.ApplyJSON, func() []byte { return patched().beve }),
		patchEntries(cost.JSONPatch, "msgpack/patch", msgpackpatch.ApplyJSON, func() []byte { return patched().msgpack }),
	)
	add := func(format, name string, run func(data []byte) ([]byte, error)) {
		all = append(all, cost.Entry{Name: name, Formats: []string{format}, Maps: true, Names: true, Calls: strings.Contains(name, "column."),
			Parts: parted.MatchString(name),
			Run:   func(data []byte) (int, error) { out, err := run(data); return len(out), err }})
	}
	beveEntry := func(name string, run func(data []byte) ([]byte, error)) { add(cost.BEVE, name, run) }
	jsonEntry := func(name string, run func(data []byte) ([]byte, error)) { add(cost.JSON, "json/"+name, run) }
	msgpackEntry := func(name string, run func(data []byte) ([]byte, error)) { add(cost.MsgPack, "msgpack/"+name, run) }

	small := func(data []byte, _ error) []byte { return data }
	object, array := small(beve.Marshal(map[string]int{"k": 1})), small(beve.Marshal([]int{1, 2}))
	beveEntry("patch.Set", func(d []byte) ([]byte, error) { return patch.Set(bytes.Clone(d), "/k", 1) })
	beveEntry("patch.Set of an element", func(d []byte) ([]byte, error) { return patch.Set(bytes.Clone(d), "/3/k", "text") })
	beveEntry("patch.Insert", func(d []byte) ([]byte, error) { return patch.Insert(bytes.Clone(d), "/0", []any{nil}) })
	beveEntry("patch.Append", func(d []byte) ([]byte, error) { return patch.Append(bytes.Clone(d), "", "x") })
	beveEntry("patch.Delete", func(d []byte) ([]byte, error) { return patch.Delete(bytes.Clone(d), "/k") })
	beveEntry("patch.Batch.Do", func(d []byte) ([]byte, error) {
		return new(patch.Batch).Set("/1", beve.Raw(d)).Append("/1", 1).Copy("/1", "/0").Test("/0", 1).Do(array)
	})
	beveEntry("patch.Apply", func(d []byte) ([]byte, error) { return patch.Apply(object, d) })
	beveEntry("patch.Merge", func(d []byte) ([]byte, error) { return patch.Merge(d, object) })
	beveEntry("patch.Merge of a patch", func(d []byte) ([]byte, error) { return patch.Merge(object, d) })
	add(cost.JSON, "patch.MergeJSON", func(d []byte) ([]byte, error) { return patch.MergeJSON(object, d) })
	beveEntry("patch.Diff", func(d []byte) ([]byte, error) {
		other, err := patch.Append(bytes.Clone(d), "", "x")
		if err != nil {
			if other, err = patch.Set(bytes.Clone(d), "/k", "x"); err != nil {
				return nil, err
			}
		}
		return patch.Diff(d, other)
	})
	beveEntry("canonical.Append", func(d []byte) ([]byte, error) { return canonical.Append(nil, d) })
	beveEntry("canonical.Check", func(d []byte) ([]byte, error) { return nil, canonical.Check(d) })
	for _, path := range []beve.Pointer{"/*", "/*/*", "/*/k"} {
		beveEntry("column.From "+string(path), func(d []byte) ([]byte, error) {
			v, err := beve.NewView(d)
			if err == nil {
				_, err = column.From(v, path).Where("/k", column.AtLeast(1)).Count()
			}
			return nil, err
		})
		beveEntry("column.Of any "+string(path), func(d []byte) ([]byte, error) {
			v, err := beve.NewView(d)
			if err == nil {
				_, err = column.Of[any](column.From(v, path), "")
			}
			return nil, err
		})
	}
	beveEntry("column.Of a field", func(d []byte) ([]byte, error) {
		v, err := beve.NewView(d)
		if err == nil {
			_, err = column.Of[float64](column.From(v, "/*").Where("", column.AtMost(7.5)), "/k/k")
		}
		return nil, err
	})

	jsonEntry("patch.Set", func(d []byte) ([]byte, error) { return jsonpatch.Set(bytes.Clone(d), "/k", 1) })
	jsonEntry("patch.Insert", func(d []byte) ([]byte, error) { return jsonpatch.Insert(bytes.Clone(d), "/0", []any{nil}) })
	jsonEntry("patch.Append", func(d []byte) ([]byte, error) { return jsonpatch.Append(bytes.Clone(d), "", "x") })
	jsonEntry("patch.Delete", func(d []byte) ([]byte, error) { return jsonpatch.Delete(bytes.Clone(d), "/k") })
	jsonEntry("patch.Batch.Do", func(d []byte) ([]byte, error) {
		return new(jsonpatch.Batch).Set("/k", 1).Append("", 1).Do(d)
	})
	jsonEntry("patch.Apply", func(d []byte) ([]byte, error) { return jsonpatch.Apply([]byte(`{"k":1}`), d) })
	jsonEntry("patch.Merge", func(d []byte) ([]byte, error) { return jsonpatch.Merge(d, []byte(`{"k":{"k":null}}`)) })
	jsonEntry("patch.Merge of a patch", func(d []byte) ([]byte, error) { return jsonpatch.Merge([]byte(`{"k":{"k":1}}`), d) })
	jsonEntry("patch.Diff", func(d []byte) ([]byte, error) {
		other, err := jsonpatch.Append(bytes.Clone(d), "", "x")
		if err != nil {
			if other, err = jsonpatch.Set(bytes.Clone(d), "/k", "x"); err != nil {
				return nil, err
			}
		}
		return jsonpatch.Diff(d, other)
	})
	jsonEntry("canonical.Append", func(d []byte) ([]byte, error) { return jsoncanonical.Append(nil, d) })
	jsonEntry("canonical.Check", func(d []byte) ([]byte, error) { return nil, jsoncanonical.Check(d) })
	for _, path := range []json.Pointer{"/*", "/*/*"} {
		jsonEntry("column.From "+string(path), func(d []byte) ([]byte, error) {
			v, err := json.NewView(d)
			if err == nil {
				_, err = jsoncolumn.Of[any](jsoncolumn.From(v, path).Where("/k", jsoncolumn.AtMost(1)), "")
			}
			return nil, err
		})
	}

	msgpackEntry("patch.Set", func(d []byte) ([]byte, error) { return msgpackpatch.Set(bytes.Clone(d), "/k", 1) })
	msgpackEntry("patch.Insert", func(d []byte) ([]byte, error) { return msgpackpatch.Insert(bytes.Clone(d), "/0", []any{nil}) })
	msgpackEntry("patch.Append", func(d []byte) ([]byte, error) { return msgpackpatch.Append(bytes.Clone(d), "", "x") })
	msgpackEntry("patch.Delete", func(d []byte) ([]byte, error) { return msgpackpatch.Delete(bytes.Clone(d), "/k") })
	msgpackEntry("patch.Batch.Do", func(d []byte) ([]byte, error) {
		return new(msgpackpatch.Batch).Set("/k", 1).Append("", 1).Do(d)
	})
	msgpackEntry("patch.Apply", func(d []byte) ([]byte, error) { return msgpackpatch.Apply([]byte{0x80}, d) })
	msgpackEntry("patch.Merge", func(d []byte) ([]byte, error) { return msgpackpatch.Merge(d, []byte{0x81, 0xA1, 'k', 0x80}) })
	msgpackEntry("patch.Merge of a patch", func(d []byte) ([]byte, error) { return msgpackpatch.Merge([]byte{0x80}, d) })
	msgpackEntry("patch.Diff", func(d []byte) ([]byte, error) {
		other, err := msgpackpatch.Append(bytes.Clone(d), "", "x")
		if err != nil {
			if other, err = msgpackpatch.Set(bytes.Clone(d), "/k", "x"); err != nil {
				return nil, err
			}
		}
		return msgpackpatch.Diff(d, other)
	})
	add(cost.JSON, "msgpack/patch.MergeJSON", func(d []byte) ([]byte, error) { return msgpackpatch.MergeJSON([]byte{0x80}, d) })
	for _, path := range []msgpack.Pointer{"/*", "/*/*"} {
		msgpackEntry("column.From "+string(path), func(d []byte) ([]byte, error) {
			v, err := msgpack.NewView(d)
			if err == nil {
				_, err = msgpackcolumn.Of[any](msgpackcolumn.From(v, path).Where("/k", msgpackcolumn.AtMost(1)), "")
			}
			return nil, err
		})
	}
	return all
}

// patchEntries are those that take patches in JSON.
func patchEntries(format, pkg string, apply func(msg, patch []byte) ([]byte, error), doc func() []byte) []cost.Entry {
	name := pkg + ".ApplyJSON"
	if pkg == "json/patch" {
		name = pkg + ".Apply"
	}
	return []cost.Entry{{Name: name, Formats: []string{format}, Twice: true, Run: func(data []byte) (int, error) {
		out, err := apply(doc(), data)
		return len(out), err
	}}}
}
