// The profile of beve-go: times, tables, indexed objects, and what tells them from what
// shares their headers.

package reference

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/beve-org/beve-go/conformance/meaning"
)

// indexed tells an indexed object from a delimiter before an object: four zero bytes
// follow its first name, as far as the message goes.
func (w *walk) indexed() bool {
	if !w.extended || len(w.src)-w.off < 2 || w.headers[w.src[w.off]].Then[w.src[w.off+1]] == nil {
		return false
	}
	ahead := walk{Reader: w.Reader, src: w.src, off: w.off + 2}
	zero := true
	ahead.try(func() {
		if ahead.size() > 0 {
			ahead.take(ahead.count(1))
			for range 4 {
				zero = zero && ahead.take(1)[0] == 0
			}
		}
	})
	return zero
}

// scalar reads a part of the profile that has no other in it.
func (w *walk) scalar(part string) {
	switch part {
	case "seconds":
		w.out = strconv.AppendInt(w.out, int64(w.uint(8)), 10)
	case "span":
		w.print(w.uint(8))
	case "milli", "micro", "nano":
		width := map[string]int{"milli": 2, "micro": 4, "nano": 4}[part]
		unit := map[string]uint64{"milli": 1e6, "micro": 1e3, "nano": 1}[part]
		n := w.uint(width)
		w.check(n < 1e9/unit, "a fraction of a second or more")
		w.print(n * unit)
	case "zone":
		zone := int16(w.uint(2))
		w.check(zone > -1440 && zone < 1440, "a zone of a day or more")
		w.out = strconv.AppendInt(w.out, int64(zone), 10)
	case "uuid":
		version, id := w.uint(1), w.take(16)
		w.check(version == uint64(id[6]>>4), "a UUID of another version")
		text := hex.EncodeToString(id)
		w.out = append(w.out, `{"$uuid":"`+text[:8]+"-"+text[8:12]+"-"+text[12:16]+"-"+text[16:20]+"-"+text[20:]+`"}`...)
	case "flags":
		flags := w.uint(1)
		w.check(flags < 32, "unknown flags")
		w.out = append(w.out, '"')
		for i, letter := range "imsug" {
			if flags>>i&1 != 0 {
				w.out = append(w.out, string(letter)...)
			}
		}
		w.out = append(w.out, '"')
	default:
		panic("no part " + part)
	}
}

// interval reads two timestamps.
func (w *walk) interval(level int) {
	var instants [2]*big.Int
	for i := range instants {
		w.comma(i)
		from := len(w.out)
		e := w.value(level) // it has no level of its own
		w.check(e.Means == "timestamp", "no timestamp")
		var stamp map[string][3]int64
		if err := json.Unmarshal(w.out[from:], &stamp); err != nil {
			panic(err)
		}
		at := big.NewInt(stamp["$timestamp"][0])
		instants[i] = at.Add(at.Mul(at, big.NewInt(1e9)), big.NewInt(stamp["$timestamp"][1]))
	}
	w.check(instants[1].Cmp(instants[0]) >= 0, "an interval that ends before it starts")
}

// rows reads a table: names, and the values of one row after another.
func (w *walk) rows(level int) {
	var names [][]byte
	for range w.count(1) {
		name := meaning.AppendString(nil, string(w.text()))
		w.check(!slices.ContainsFunc(names, func(other []byte) bool { return bytes.Equal(name, other) }), "a name twice")
		names = append(names, name)
	}
	n := w.size()
	w.check(n == 0 || len(names) > 0, "rows of nothing")
	for i := range int(n) {
		w.comma(i)
		var members []meaning.Member
		for _, name := range names {
			members = append(members, meaning.Member{Key: name, Value: w.piece(func() { w.value(level + 2) })})
		}
		w.out = meaning.AppendObject(w.out, members)
	}
}

// index reads an indexed object: entries sorted by name, then the values side by side.
func (w *walk) index(level int) {
	type entry struct {
		name, shown        []byte
		offset, size, bits uint64
	}
	n := w.count(9)
	if w.shallow {
		return
	}
	var entries []entry
	for i := range n {
		var e entry
		e.name = w.text()
		e.shown = meaning.AppendString(nil, string(e.name))
		e.offset, e.size, e.bits = w.uint(4), w.uint(2), w.uint(1)
		w.check(e.bits&^0x47 == 0, "unknown flags")
		if i > 0 {
			w.check(bytes.Compare(entries[i-1].name, e.name) < 0, "names that are not sorted")
		}
		entries = append(entries, e)
	}
	data := w.off
	var members []meaning.Member
	for _, e := range entries {
		from := w.off
		w.check(uint64(from-data) == e.offset, "a value elsewhere than its index says")
		members = append(members, meaning.Member{Key: e.shown, Value: w.piece(func() { w.value(level + 1) })})
		w.check(uint64(min(w.off-from, 0xFFFF)) == e.size, "a value of another length than its index says")
		low := uint64(w.src[from] & 7)
		w.check(e.bits&7 == low && (low == 6 || (e.bits>>6 == 1) == (low >= 3)), "a value of another type than its index says")
	}
	w.out = meaning.AppendObject(w.out, members)
}

// typeTag tells type tags of version 1 from tables, whose header is the same: it is a
// table if its start can be one that is written.
func (w *walk) typeTag(at int) bool {
	table, named := w.tableStart(at + 1)
	if table {
		return false
	}
	tag := walk{Reader: w.Reader, src: w.src, off: at + 1, shallow: true}
	return tag.try(func() {
		tag.check(tag.size() < 1<<16, "a large index")
		if tag.off < len(w.src) && w.src[tag.off] == 0x0E {
			return
		}
		e := tag.value(1)
		tag.check(!named || e.Means != "true" && e.Means != "false", "the length of a name")
	}) == nil
}

// tableStart reports whether there are names and rows; named says that what there is can
// be the names of a table.
func (w *walk) tableStart(at int) (table, named bool) {
	const head = 1 << 16
	t := walk{Reader: w.Reader, src: w.src, off: at}
	named = true
	cut := t.try(func() {
		fields := t.size()
		last := t.off + head
		if fields == 0 {
			table = t.take(1)[0] == 0
			named = table
			return
		}
		for ; fields > 0; fields-- {
			n := t.size()
			left := uint64(len(t.src) - t.off)
			seen := t.src[t.off:max(t.off, min(t.off+int(min(n, left)), last))]
			good := n > 0
			for _, c := range seen {
				good = good && c >= ' ' && c != 0x7F
			}
			if !good || n <= left && t.off+int(n) <= last && !utf8.Valid(seen) {
				named = false
				return
			}
			if t.off+int(min(n, left)) >= last {
				table = true
				return
			}
			t.check(n <= left, "cut")
			t.off += int(n)
		}
		table = t.size() > 0 && w.headers[t.take(1)[0]] != nil
	})
	return table && cut == nil, named
}
