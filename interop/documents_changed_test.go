package interop

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// asked is what Go was asked to do with documents, and what became of it: the byte 0 and the
// result, or the byte 1 and what the error says.
type asked struct{ requests, answers [][]byte }

// add adds a request: a verb and what it is for, each with its length before it. The first n parts are
// messages. Where one is malformed, implementations say the same of it, but not of the same byte.
func (a *asked) add(out []byte, err error, verb string, n int, parts ...[]byte) {
	var request []byte
	for _, part := range append([][]byte{[]byte(verb)}, parts...) {
		request = append(binary.LittleEndian.AppendUint32(request, uint32(len(part))), part...)
	}
	a.requests = append(a.requests, request)
	if err == nil {
		a.answers = append(a.answers, append([]byte{0}, out...))
		return
	}
	valid := !slices.ContainsFunc(parts[:n], func(msg []byte) bool { return !beve.Valid(msg) })
	a.answers = append(a.answers, append([]byte{1}, refusal(err, valid)...))
}

// causes are the codes of errors; those that are also others come first.
var causes = []struct {
	code string
	err  error
}{
	{"test", patch.ErrTest}, {"mismatch", beve.ErrMismatch}, {"missing", beve.ErrMissing}, {"duplicate", beve.ErrDuplicate},
	{"unsupported", beve.ErrUnsupported}, {"limit", beve.ErrLimit}, {"depth", beve.ErrDepth}, {"overflow", beve.ErrOverflow},
	{"trailing", beve.ErrTrailing}, {"truncated", beve.ErrTruncated}, {"utf8", beve.ErrUTF8}, {"syntax", beve.ErrSyntax},
}

// refusal says of an error what all languages say alike: the code, the offset if that is so, and the path.
func refusal(err error, offset bool) string {
	var e *beve.DecodeError
	if !errors.As(err, &e) {
		return err.Error()
	}
	for _, cause := range causes {
		if errors.Is(err, cause.err) {
			if !offset {
				e.Offset = -1
			}
			return fmt.Sprintf("%s %d %s", cause.code, e.Offset, e.Path)
		}
	}
	return err.Error()
}

// record returns f, which adds to a what it is asked.
func (a *asked) record(f *patchkit.Format) *patchkit.Format {
	r := *f
	one := func(verb string, do func(msg []byte, path beve.Pointer, value []byte) ([]byte, error)) func(msg []byte, path beve.Pointer, value []byte) ([]byte, error) {
		return func(msg []byte, path beve.Pointer, value []byte) ([]byte, error) {
			before := bytes.Clone(msg)
			out, err := do(msg, path, value)
			a.add(bytes.Clone(out), err, verb, 1, before, []byte(path), nil, value)
			return out, err
		}
	}
	two := func(verb string, do func(x, y []byte) ([]byte, error)) func(x, y []byte) ([]byte, error) {
		return func(x, y []byte) ([]byte, error) {
			out, err := do(x, y)
			a.add(out, err, verb, 2, x, y)
			return out, err
		}
	}
	r.Set, r.Insert, r.Append = one("set", f.Set), one("insert", f.Insert), one("append", f.Append)
	remove := one("delete", func(msg []byte, path beve.Pointer, _ []byte) ([]byte, error) { return f.Delete(msg, path) })
	r.Delete = func(msg []byte, path beve.Pointer) ([]byte, error) { return remove(msg, path, nil) }
	r.Batch = func(l fault.Limits, msg []byte, verb string, path, from beve.Pointer, value []byte) ([]byte, error) {
		out, err := f.Batch(l, msg, verb, path, from, value)
		if l == (fault.Limits{}) { // others are not asked for
			a.add(out, err, "batch "+verb, 1, msg, []byte(path), []byte(from), value)
		}
		return out, err
	}
	r.Apply, r.Merge, r.Diff = two("apply", f.Apply), two("merge", f.Merge), two("diff", f.Diff)
	return &r
}

// TestJavaScriptChangesDocumentsAsGo puts to JavaScript all that package patch is asked when it is held to the
// RFCs and to a model: results have the same bytes, errors the same code, offset and path.
func TestJavaScriptChangesDocumentsAsGo(t *testing.T) {
	peer := javaScriptPeer(t)
	var a asked
	patchkit.Run(t, a.record(patchkit.BEVE))
	a.damaged(t)
	a.hold(t, peer)
}

// TestJavaScriptPutsValuesInTheProfileOfGo: times, durations, UUIDs and what holds them take the profile of what they
// replace, or stand beside, or of the message.
func TestJavaScriptPutsValuesInTheProfileOfGo(t *testing.T) {
	peer := javaScriptPeer(t)
	r := patchkit.Rand()
	var a asked
	for range patchkit.Rounds() {
		msg, value := profiled(t, r), native(r, 2, 1)
		if r.IntN(4) == 0 {
			msg = patchkit.BEVE.Random(r, 3)
		}
		all := paths(t, msg)
		path := all[r.IntN(len(all))]
		a.native(t, []string{"set", "insert", "append", "test"}[r.IntN(4)], msg, path, value)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.FixedZone("", 90*60))
	natives := []any{
		at, time.Second, beve.UUID{15: 7}, beve.Interval{Start: at, End: at}, beve.RegExpData{Pattern: "a"}, []any{at},
	}
	var olds [][]byte
	for _, old := range append(natives, nil, "text", 7, 1.5, make([]byte, 16), map[string]any{}, []any{}, []string{"a"}) {
		for _, other := range []any{"text", at} {
			doc := map[string]any{"v": old, "list": []any{old, other}, "mark": at}
			olds = append(olds, message(t, false, doc), message(t, true, doc))
		}
	}
	parts := [][]byte{
		wire.AppendTime(nil, 5), wire.AppendTimes(nil, []uint64{1, 2}), wire.AppendNull(wire.AppendTable(nil, []string{"a"}, 1)), {0x0E, 4, 2, 4, 'a'},
		message(t, false, []float64{1}), {0x5C, 0x14, 4, 0, 1},
	}
	for _, part := range parts {
		msg := append(wire.AppendText(wire.AppendObject(nil, 2), "v"), part...)
		msg = wire.AppendNull(wire.AppendArray(wire.AppendText(msg, "list"), 2))
		olds = append(olds, append(msg, part...))
	}
	for _, msg := range olds {
		for _, value := range natives {
			for _, place := range []struct {
				verb string
				path beve.Pointer
			}{
				{"set", "/v"}, {"set", "/v/0"}, {"set", "/new"}, {"set", ""}, {"set", "/list/0"}, {"append", "/list"}, {"append", "/v"},
				{"insert", "/new"}, {"insert", "/list/0"}, {"insert", "/list/1"}, {"insert", "/list/2"}, {"insert", "/v/0"}, {"test", "/v"},
			} {
				a.native(t, place.verb, msg, place.path, value)
			}
		}
	}
	a.hold(t, peer)
}

// native asks for a change of msg to a Go value, alone and as a batch.
func (a *asked) native(t *testing.T, verb string, msg []byte, path beve.Pointer, value any) {
	var b patch.Batch
	var out []byte
	var err error
	switch verb {
	case "set":
		b.Set(path, value)
		out, err = patch.Set(bytes.Clone(msg), path, value)
	case "insert":
		b.Insert(path, value)
		out, err = patch.Insert(bytes.Clone(msg), path, value)
	case "append":
		b.Append(path, value)
		out, err = patch.Append(bytes.Clone(msg), path, value)
	default:
		b.Test(path, value)
	}
	encoded := message(t, true, value)
	if verb != "test" {
		a.add(out, err, "native "+verb, 1, msg, []byte(path), encoded)
	}
	out, err = b.Do(msg)
	a.add(out, err, "native "+verb+" batch", 1, msg, []byte(path), encoded)
}

// message returns a value as a message of one of the profiles.
func message(t *testing.T, extended bool, value any) []byte {
	msg, err := beve.EncodeOptions{Extended: extended, Deterministic: true}.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

// native returns a value nested so deep, with much that the extended profile writes in forms of its own, and nothing
// else that JavaScript writes otherwise, as an Array of booleans. Maps, which have no order, have no more than so many members.
func native(r *rand.Rand, depth, names int) any {
	if depth == 0 || r.IntN(2) == 0 {
		at := time.Unix([]int64{-5, 0, 387420489, 1 << 34}[r.IntN(4)], []int64{0, 5, 5000}[r.IntN(3)]).UTC()
		if r.IntN(2) == 0 {
			at = at.In(time.FixedZone("", 60*[]int{90, -60}[r.IntN(2)]))
		}
		id := beve.UUID{}
		for i := range id {
			id[i] = byte(r.Int())
		}
		span := time.Duration([]int64{0, 1, -1e10, 1 << 60}[r.IntN(4)])
		distant := time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC) // which has no portable form
		all := []any{
			nil, "text", id[:], 7, 1.5, map[string]any{}, []any{}, []any{1.5}, distant, beve.Interval{Start: at, End: at},
			beve.RegExpData{Pattern: "a+", Flags: scalar.FlagIgnoreCase}, at, at, at, span, span, span, id, id,
		}
		return all[r.IntN(len(all))]
	}
	list := fill(r.IntN(7), func() any { return native(r, depth-1, names) })
	switch r.IntN(3) {
	case 0:
		members := map[string]any{}
		for i, member := range list[:min(len(list), names)] {
			members["abcdef"[i:i+1]] = member
		}
		return members
	case 1:
		for i := range list {
			list[i] = map[string]any{"t": list[i]}
		}
	}
	return list
}

// profiled returns a message in one of the profiles, or with parts in the other one.
func profiled(t *testing.T, r *rand.Rand) []byte {
	value := native(r, 3, 5)
	msg, err := beve.EncodeOptions{Extended: r.IntN(3) == 0}.Marshal(value)
	if err != nil {
		msg = message(t, true, value)
	}
	for range r.IntN(3) {
		all := paths(t, msg)
		part := beve.Raw(message(t, true, native(r, 1, 1)))
		if out, err := patch.Set(bytes.Clone(msg), all[r.IntN(len(all))], part); err == nil {
			msg = out
		}
	}
	return msg
}

// paths returns paths of the parts of a message, and of places for others.
func paths(t *testing.T, msg []byte) (all []beve.Pointer) {
	var walk func(v beve.View, path beve.Pointer, depth int)
	walk = func(v beve.View, path beve.Pointer, depth int) {
		all = append(all, path, path, path, path, path+"/new", path+"/-", path.Index(1))
		if depth > 5 {
			return
		}
		i := 0
		for e := range v.Elements() {
			walk(e, path.Index(i), depth+1)
			i++
		}
		for m := range v.Members() {
			if name, err := m.Name(); err == nil {
				if e, err := v.At(beve.Pointer("").Key(name)); err == nil {
					walk(e, path.Key(name), depth+1)
				}
			}
		}
	}
	v, err := beve.NewView(msg)
	if err != nil {
		t.Fatal(err)
	}
	walk(v, "", 0)
	return all
}

// damaged adds requests about messages with some changed bytes.
func (a *asked) damaged(t *testing.T) {
	f := a.record(patchkit.BEVE)
	r := patchkit.Rand()
	all := vectorFiles(t)
	for range patchkit.Rounds() {
		msg := bytes.Clone(all[r.IntN(len(all))])
		if r.IntN(2) == 0 {
			msg = f.Random(r, 3)
		}
		path := beve.Pointer([]string{"/a", "/0", "/a/b", "/0/a", "/-", "/1/-"}[r.IntN(6)])
		damage(r, msg)
		msg = otherwise(r, msg)
		value := f.Random(r, 1)
		_, _ = f.Batch(fault.Limits{}, msg, "set", path, "", value)
		_, _ = f.Merge(value, msg)
		_, _ = f.Apply(value, msg)
		if beve.Valid(msg) {
			other := bytes.Clone(msg)
			damage(r, other)
			_, _ = f.Diff(msg, other)
			_, _ = f.Set(bytes.Clone(msg), path, value)
			_, _ = f.Insert(bytes.Clone(msg), path, value)
			_, _ = f.Append(bytes.Clone(msg), path, value)
			_, _ = f.Delete(bytes.Clone(msg), path)
		}
	}
}

// otherwise returns a message that says the same, if it is one: now and then with a framing header or
// a delimiter, or with a longer SIZE.
func otherwise(r *rand.Rand, msg []byte) []byte {
	switch r.IntN(6) {
	case 0:
		return append([]byte{byte(wire.HeaderFraming), 2}, msg...)
	case 1:
		return append([]byte{byte(wire.HeaderDelimiter)}, msg...)
	case 2:
		if len(msg) > 2 && msg[1]&3 == 0 {
			return append([]byte{msg[0], msg[1] | 1, 0}, msg[2:]...)
		}
	}
	return msg
}

// damage changes up to two bytes.
func damage(r *rand.Rand, msg []byte) {
	for range r.IntN(3) {
		if len(msg) > 0 {
			msg[r.IntN(len(msg))] = byte(r.Int())
		}
	}
}

// vectorFiles returns the messages of the project's vectors, malformed ones too.
func vectorFiles(t *testing.T) (all [][]byte) {
	names, err := filepath.Glob(filepath.Join("..", "testdata", "beve", "*", "*.beve"))
	if err != nil || len(names) < 100 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		msg, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(msg) < 1<<13 {
			all = append(all, msg)
		}
	}
	return all
}

// TestJavaScriptHasTheCanonicalFormOfGo over vectors, random documents, arrays of odd numbers, values of all kinds in several
// forms each, and all of these with some changed bytes: the same form is written, and the same is accepted.
func TestJavaScriptHasTheCanonicalFormOfGo(t *testing.T) {
	peer := javaScriptPeer(t)
	r := patchkit.Rand()
	forms := patchkit.Forms{Rand: r}
	all := vectorFiles(t)
	var a asked
	put := func(msg []byte) {
		out, err := canonical.Append(nil, msg)
		a.add(out, err, "canonical", 1, msg)
		a.add(nil, canonical.Check(msg), "check", 1, msg)
		if err == nil {
			a.add(nil, canonical.Check(out), "check", 1, out)
			damage(r, out)
			a.add(nil, canonical.Check(out), "check", 1, out)
		}
	}
	for _, msg := range all {
		put(msg)
	}
	for range patchkit.Rounds() {
		msg := patchkit.BEVE.Random(r, 4)
		if r.IntN(2) == 0 {
			msg = oddNumbers(r)
		}
		put(msg)
		value := forms.Value(4)
		for range 3 {
			put(forms.Message(value))
		}
		msg = bytes.Clone(all[r.IntN(len(all))])
		damage(r, msg)
		put(otherwise(r, msg))
	}
	a.hold(t, peer)
}

// oddNumbers returns an array of numbers of any class and width, generic or of one type, or an object with keys
// of that type, with many numbers at the ends of widths.
func oddNumbers(r *rand.Rand) []byte {
	headers := []wire.Header{
		wire.HeaderBFloat16, wire.HeaderFloat16, wire.HeaderFloat32, wire.HeaderFloat64, wire.HeaderFloat128,
		wire.HeaderInt8, wire.HeaderInt16, wire.HeaderInt32, wire.HeaderInt64, wire.HeaderInt128,
		wire.HeaderUint8, wire.HeaderUint16, wire.HeaderUint32, wire.HeaderUint64, wire.HeaderUint128,
	}
	h := headers[r.IntN(len(headers))]
	bits := func(h wire.Header) (data []byte) {
		fill := byte(-(r.IntN(2)))
		for i := range h.Width() {
			b := fill
			if r.IntN(3) == 0 || i+1 == h.Width() && r.IntN(2) == 0 {
				b = []byte{0, 1, 0x7F, 0x80, 0xFF, 0x3F, 0xC0, byte(r.Int())}[r.IntN(8)]
			}
			data = append(data, b)
		}
		if h == wire.HeaderFloat64 && r.IntN(2) == 0 {
			data = wire.AppendFloat64(nil, float64(float32(r.Float64())))[1:]
		}
		return data
	}
	n := r.IntN(4)
	var dst []byte
	switch r.IntN(3) {
	case 0:
		dst = wire.AppendNumbersStart(nil, h, n)
		for range n {
			dst = append(dst, bits(h)...)
		}
	case 1:
		dst = wire.AppendArray(nil, n)
		for range n {
			if r.IntN(3) == 0 {
				h = headers[r.IntN(len(headers))]
			}
			dst = append(append(dst, byte(h)), bits(h)...)
		}
	default:
		if h.Class() == wire.Float {
			h = wire.HeaderInt64
		}
		dst = append(dst, byte(h.Keyed()), byte(n<<2))
		for range n {
			dst = append(append(dst, bits(h)...), 0)
		}
	}
	return dst
}

// loosely is what implementations may say otherwise of malformed bytes: whether they are cut, and where.
var loosely = regexp.MustCompile(`^(\x01)(?:truncated|syntax|utf8|trailing) -?\d+ (?s:.*)`)

// hold holds a peer to the answers of Go.
func (a *asked) hold(t *testing.T, peer []string) {
	t.Helper()
	wrong, refused := map[string]int{}, 0
	for i, answer := range ask(t, peer, "edit", a.requests) {
		want := a.answers[i]
		if want[0] != 0 {
			refused++
		}
		if bytes.Contains(want, []byte(" -1 ")) {
			answer = loosely.ReplaceAll(answer, []byte("${1}malformed"))
			want = loosely.ReplaceAll(want, []byte("${1}malformed"))
		}
		if bytes.Equal(answer, want) {
			continue
		}
		verb := string(a.requests[i][4 : 4+a.requests[i][0]])
		if wrong[verb]++; wrong[verb] < 6 {
			t.Errorf("%s: %x: %s, and in Go %s", verb, a.requests[i][4+len(verb):], said(answer), said(want))
		}
	}
	for _, verb := range slices.Sorted(maps.Keys(wrong)) {
		t.Errorf("%s: %d other answers", verb, wrong[verb])
	}
	t.Logf("%d answers, %d of them errors", len(a.answers), refused)
}

func said(answer []byte) string {
	if answer[0] == 0 {
		return fmt.Sprintf("%x", answer[1:])
	}
	return string(answer[1:])
}
