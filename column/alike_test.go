package column_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/wire"
)

// TestRowsThatAreNearlyAlike finds members in rows of one form from which some differ: by members that
// are left out, repeated, in another order or of other names, by what values are and how long they are,
// and by where the message ends.
func TestRowsThatAreNearlyAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		names := []string{"n", "", "id", "of seven", "of eight bytes", "of sixteen bytes", "of seventeen byte", "one of twenty-three byte",
			"one of twenty-four bytes", strings.Repeat("long", 20), "ä", "at"}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:1+r.IntN(len(names))]
		forms := make([]int, len(names))
		for i := range forms {
			forms[i] = r.IntN(9)
		}
		rows := 1 + r.IntN(12)
		msg := wire.AppendArray(nil, rows)
		for range rows {
			var members []int
			for i := range names {
				switch {
				case r.IntN(12) > 0:
					members = append(members, i)
				case r.IntN(3) == 0:
					members = append(members, i, i)
				}
			}
			if r.IntN(8) == 0 {
				r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
			}
			msg = wire.AppendObject(msg, len(members))
			for _, i := range members {
				form := forms[i]
				if r.IntN(10) == 0 {
					form = r.IntN(9)
				}
				msg = cellOf(r, wire.AppendText(msg, names[i]), form)
			}
		}
		where, want := beve.Pointer("").Key(names[r.IntN(len(names))]), names[r.IntN(len(names))]
		var all []map[string]any
		if err := beve.Unmarshal(msg, &all); err != nil {
			t.Fatal(err)
		}
		var expected []any
		complete := true
		for _, row := range all {
			name, _, _ := where.Cut()
			if n, ok := asInt(row[name]); ok && n >= 2 {
				v, there := row[want]
				expected, complete = append(expected, v), complete && there
			}
		}
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		got, err := column.Of[any](column.From(v, "/*").Where(where, column.AtLeast(2)), beve.Pointer("").Key(want))
		switch {
		case (err == nil) != complete:
			t.Fatalf("% x: %v, where %v", msg, err, expected)
		case complete && !reflect.DeepEqual(got, expected):
			t.Fatalf("% x\n%q where %q: %v, not %v", msg, want, where, got, expected)
		}
		// Every byte counts: what is cut short is an error, in the middle of any value.
		short, err := beve.NewView(msg[:r.IntN(len(msg)-1)+1])
		if err == nil {
			if _, err := column.From(short, "/*").Where(where, column.AtLeast(2)).Count(); err == nil {
				t.Fatalf("% x: no error where it is cut short", msg)
			}
		}
	}
}

func asInt(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		return int64(v), v < 1<<63
	}
	return 0, false
}

// cellOf appends a value of a form.
func cellOf(r *rand.Rand, dst []byte, form int) []byte {
	text := strings.Repeat("x", []int{0, 1, 7, 8, 9, 15, 16, 62, 63, 64, 200}[r.IntN(11)])
	switch form {
	case 0, 1:
		return wire.AppendInt(dst, r.Int64()>>r.IntN(64))
	case 2:
		return wire.AppendUint(dst, r.Uint64()>>r.IntN(64))
	case 3:
		return wire.AppendFloat64(dst, 1.5)
	case 4:
		return wire.AppendString(dst, text)
	case 5:
		return wire.AppendString(dst, "ü"+text+"ü")
	case 6:
		return wire.AppendStrings(dst, []string{text, "", "ü", "tag"}[:r.IntN(5)])
	case 7:
		return wire.AppendBool(dst, r.IntN(2) == 0)
	}
	dst = wire.AppendObject(dst, 1)
	return wire.AppendNull(wire.AppendText(dst, "inner"))
}

// TestRowsOfNumbers holds conditions with bounds to the same as functions, over rows of which most are the same but for
// their numbers, and limits of elements to what validation says.
func TestRowsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	value := func() any {
		return []any{int8(r.IntN(100)), uint16(r.IntN(300)), int64(-r.IntN(90)), float64(r.IntN(90)), float32(r.IntN(90)), r.IntN(2) == 0, nil, uint64(1 << 63), "text"}[r.IntN(9)]
	}
	for range 400 {
		keys := []string{"a", "bb", "a key of some length", "d", "e"}[:1+r.IntN(5)]
		row := make([]any, len(keys))
		for i := range row {
			row[i] = value()
		}
		table := r.IntN(2) == 0
		n := 3 + r.IntN(60)
		msg := wire.AppendArray(nil, n)
		if table {
			msg = wire.AppendTable(nil, keys, n)
		}
		for range n {
			for i := range row {
				switch v := row[i].(type) {
				case int8:
					row[i] = int8(r.IntN(100)) - v%2
				case float64:
					row[i] = float64(r.IntN(90))
				case bool:
					row[i] = r.IntN(2) == 0
				}
			}
			if r.IntN(12) == 0 {
				row[r.IntN(len(row))] = value()
			}
			if !table {
				msg = wire.AppendSize(append(msg, byte(wire.HeaderObject)), len(row))
			}
			for i := range row {
				if !table {
					msg = wire.AppendText(msg, keys[i])
				}
				raw, err := beve.EncodeOptions{FixedWidth: true}.Marshal(row[i])
				if err != nil {
					t.Fatal(err)
				}
				msg = append(msg, raw...)
			}
		}
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		field := beve.Pointer("").Key(keys[r.IntN(len(keys))])
		least := r.IntN(100) - 20
		for _, c := range [][2]column.Match{
			{column.AtLeast(least), column.Func(func(n int) bool { return n >= least })},
			{column.AtMost(float64(least)), column.Func(func(f float64) bool { return f <= float64(least) })},
		} {
			got, err := column.Of[any](column.From(v, "/*").Where(field, c[0]), "")
			want, other := column.Of[any](column.From(v, "/*").Where(field, c[1]), "")
			if err != nil || other != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%x at %s, %d: %v, %v, want %v, %v", msg, field, least, got, err, want, other)
			}
		}
		l := beve.Limits{MaxElements: int64(1 + r.IntN(n*(len(keys)+1)+2))}
		limited, err := beve.DecodeOptions{Limits: l}.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		_, err = column.From(limited, "/*").Where(field, column.AtLeast(1000)).Count()
		if valid := limited.Validate(); (valid == nil) != (err == nil) {
			t.Fatalf("%x within %d: %v, validation says %v", msg, l.MaxElements, err, valid)
		}
	}
}
