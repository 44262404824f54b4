// Tables against generic arrays: whatever the columns hold, a table decodes as the array
// of objects does that says the same.

package engine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// asTable returns a table of rows of the values, and the generic array of objects that
// means the same.
func asTable(names []string, rows [][][]byte) (table, array []byte) {
	table, array = wire.AppendTable(nil, names, len(rows)), wire.AppendArray(nil, len(rows))
	for _, row := range rows {
		array = wire.AppendObject(array, len(row))
		for i, value := range row {
			table = append(table, value...)
			array = append(wire.AppendText(array, names[i]), value...)
		}
	}
	return table, array
}

// sameAsArray decodes a table and the array that it stands for, which must be the same
// value, or the same failure at the same place of the value.
func sameAsArray(t *testing.T, name string, typ reflect.Type, o engine.DecodeOptions, table, array []byte) {
	t.Helper()
	one, two := reflect.New(typ), reflect.New(typ)
	err1, err2 := o.Unmarshal(table, one.Interface()), o.Unmarshal(array, two.Interface())
	if (err1 == nil) != (err2 == nil) {
		t.Fatalf("%s: as a table %v, as an array %v", name, err1, err2)
	}
	if err1 == nil {
		if !testkit.Equal(one.Interface(), two.Interface()) {
			t.Fatalf("%s: as a table %+v, as an array %+v", name, one.Elem(), two.Elem())
		}
		return
	}
	if errors.Is(err1, fault.ErrSyntax) || errors.Is(err1, fault.ErrTruncated) {
		return // it ends elsewhere, and what follows differs
	}
	var e1, e2 *engine.DecodeError
	if !errors.As(err1, &e1) || !errors.As(err2, &e2) || e1.Path != e2.Path || e1.GoType != e2.GoType || e1.Err.Error() != e2.Err.Error() {
		t.Fatalf("%s: as a table %v, as an array %v", name, err1, err2)
	}
}

// TestCellsOfTablesTakeWhatFits gives every kind of column every number, between two
// others and at the end of the input, where cells are not read in one loop.
func TestCellsOfTablesTakeWhatFits(t *testing.T) {
	values := [][]byte{enc(nil), enc(true), enc(false), enc("text"), enc(strings.Repeat("long ", 30)), enc(1.5), enc(float32(2.5)), enc([]int{1}), enc(uint64(math.MaxUint64)),
		{0x81, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0x89, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0x21, 0x00, 0x3C}, {0x01, 0x80, 0x3F}, {0x29, 7, 0}, {0x31, 7, 0}, {0x49, 7, 0, 0, 0}, {0x51, 7, 0, 0, 0}, {0x69, 7, 0, 0, 0, 0, 0, 0, 0},
		{0x07}, {0x02, 0x04, 0xFF}, {0x02, 0x02}, {0x02, 0xFC, 'x'}, enc(time.Unix(5, 6))}
	for bits := range 64 {
		v := int64(1) << bits
		values = append(values, enc(v), enc(v-1), enc(-v), enc(-v-1), enc(uint64(v)))
	}
	typ := reflect.TypeFor[scalars]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		names := []string{"A", f.Name, "M"}
		for _, value := range values {
			for _, o := range []engine.DecodeOptions{{}, {Strict: true}} {
				if f.Name == "A" || f.Name == "M" {
					names = []string{"B", f.Name, "L"}
				}
				other := [][]byte{enc(int8(1)), value, enc(float32(2))}
				plain := [][]byte{enc(int8(1)), enc(reflect.Zero(f.Type).Interface()), enc(float32(2))}
				table, array := asTable(names, [][][]byte{plain, other, plain})
				sameAsArray(t, fmt.Sprintf("%s of % X in the middle", f.Name, value), reflect.SliceOf(typ), o, table, array)
				table, array = asTable(names[1:2], [][][]byte{{plain[1]}, {value}})
				sameAsArray(t, fmt.Sprintf("%s of % X at the end", f.Name, value), reflect.SliceOf(typ), o, table, array)
			}
		}
	}
}

// Types that rows can be decoded into.
type (
	rowMethods struct{ Seen string }
	rowUnknown struct {
		A    int
		Rest map[string]engine.Raw `beve:",unknown"`
	}
	rowNeeds struct {
		A int
		B string
		C *int `json:",omitempty"`
	}
	rowPart     struct{ A int }
	rowEmbedded struct {
		*rowPart
		B string
	}
	rowTimes struct {
		A time.Time
		B *time.Time
		C time.Duration
		D any
	}
)

func (r *rowMethods) UnmarshalBEVE(data []byte) error {
	var m map[string]any
	if err := (engine.DecodeOptions{}).Unmarshal(data, &m); err != nil {
		return err
	}
	if m["A"] == "refuse" {
		return errOwn
	}
	r.Seen = fmt.Sprint(m)
	return nil
}

// roomyTarget reports whether a target fails by the header, or by the names: the words of
// such failures are not those of an array.
func roomyTarget(typ reflect.Type) bool {
	if typ.Kind() != reflect.Slice && typ.Kind() != reflect.Array {
		return typ.Kind() != reflect.Interface
	}
	switch elem := typ.Elem(); elem.Kind() {
	case reflect.Int, reflect.String:
		return true
	case reflect.Interface:
		return elem.NumMethod() > 0
	case reflect.Map:
		return elem.Key().Kind() == reflect.Int
	default:
		return strings.Contains(typ.String(), "rowMethods")
	}
}

// TestRowsOfEveryTarget decodes random tables into every kind of element, with every
// option that looks at members.
func TestRowsOfEveryTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	targets := []reflect.Type{
		reflect.TypeFor[[]rowUnknown](), reflect.TypeFor[[]rowNeeds](), reflect.TypeFor[[]rowEmbedded](), reflect.TypeFor[[]rowTimes](), reflect.TypeFor[[]*rowNeeds](),
		reflect.TypeFor[[]**rowPart](), reflect.TypeFor[[3]rowNeeds](), reflect.TypeFor[[3]*rowPart](), reflect.TypeFor[[]map[string]any](), reflect.TypeFor[[]map[string]int8](),
		reflect.TypeFor[[]map[testkit.TextKey]any](), reflect.TypeFor[[]map[int]any](), reflect.TypeFor[[]any](), reflect.TypeFor[any](), reflect.TypeFor[[]rowMethods](),
		reflect.TypeFor[[]*rowMethods](), reflect.TypeFor[[3]any](), reflect.TypeFor[[]fmt.Stringer](), reflect.TypeFor[[]int](), reflect.TypeFor[[]string](),
		reflect.TypeFor[[2]rowPart](), reflect.TypeFor[[]map[string]string](), reflect.TypeFor[struct{ A int }](), reflect.TypeFor[map[string]any](),
	}
	values := [][]byte{enc(1), enc(-300), enc("x"), enc(nil), enc(2.5), enc([]any{1}), enc(map[string]any{"z": 1}), enc(time.Unix(9, 0).UTC()), enc("refuse"), enc(time.Duration(4))}
	names := []string{"A", "B", "C", "D", "a", "unknown", "(7)", "12"}
	for i := range 1500 {
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		columns, rows := names[:1+rng.IntN(4)], make([][][]byte, rng.IntN(4))
		for i := range rows {
			for range columns {
				rows[i] = append(rows[i], values[rng.IntN(len(values))])
			}
		}
		table, array := asTable(columns, rows)
		for _, typ := range targets {
			o := engine.DecodeOptions{RejectUnknown: rng.IntN(4) == 0, RequireAll: rng.IntN(4) == 0, RejectDuplicates: rng.IntN(2) == 0, Strict: rng.IntN(4) == 0, NoCopy: rng.IntN(2) == 0}
			if roomy := o.RejectUnknown || o.RequireAll || roomyTarget(typ) || len(rows) == 0; roomy {
				// What is wrong with a header, a name or all of a row is said where that lies.
				one, two := reflect.New(typ), reflect.New(typ)
				err1, err2 := o.Unmarshal(table, one.Interface()), o.Unmarshal(array, two.Interface())
				if (err1 == nil) != (err2 == nil) && len(rows) > 0 || err1 == nil && err2 == nil && len(rows) > 0 && !testkit.Equal(one.Interface(), two.Interface()) {
					t.Fatalf("%d: %v from % X: as a table %v, %v; as an array %v, %v", i, typ, table, one.Elem(), err1, two.Elem(), err2)
				}
				continue
			}
			sameAsArray(t, fmt.Sprintf("%d: %v from % X", i, typ, table), typ, o, table, array)
		}
	}
}

// TestTablesOfManyColumns has more columns than a reader has room for at hand, in an
// order that is not that of the fields.
func TestTablesOfManyColumns(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, 64, 65, 200} {
		var fields []reflect.StructField
		var names []string
		for i := range n {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: []reflect.Type{reflect.TypeFor[int16](), reflect.TypeFor[string](), reflect.TypeFor[float64]()}[i%3]})
			names = append(names, fields[i].Name)
		}
		typ := reflect.SliceOf(reflect.StructOf(fields))
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			order := rng.Perm(n)
			if seed == 0 {
				for i := range order {
					order[i] = i
				}
			}
			columns, rows := make([]string, n), make([][][]byte, 3)
			for i, j := range order {
				columns[i] = names[j]
				for r := range rows {
					rows[r] = append(rows[r], [][]byte{enc(int16(r - i)), enc(strings.Repeat("t", i)), enc(float64(i) / 3)}[j%3])
				}
			}
			table, array := asTable(columns, rows)
			sameAsArray(t, fmt.Sprintf("%d columns", n), typ, engine.DecodeOptions{RequireAll: true, RejectUnknown: true}, table, array)
			for cut := range len(table) {
				if err := (engine.DecodeOptions{}).Unmarshal(table[:cut], reflect.New(typ).Interface()); !errors.Is(err, fault.ErrTruncated) && !errors.Is(err, fault.ErrSyntax) {
					t.Fatalf("%d of %d bytes: %v", cut, len(table), err)
				}
				if n > 20 && cut > 200 {
					break
				}
			}
		}
	}
}

// TestRowsIntoWhatTargetsHold decodes tables into slices that hold something: elements
// keep nothing of what the slice held, but what interfaces point to is decoded into.
func TestRowsIntoWhatTargetsHold(t *testing.T) {
	table, _ := asTable([]string{"A"}, [][][]byte{{enc(1)}, {enc(2)}})
	rows := []rowNeeds{{5, "old", new(int)}, {6, "old", nil}, {7, "old", nil}}
	if err := engine.Unmarshal(table, &rows); err != nil || !testkit.Equal(rows, []rowNeeds{{A: 1}, {A: 2}}) {
		t.Errorf("%+v, %v", rows, err)
	}
	old := &rowNeeds{5, "kept", nil}
	array := [3]any{old, 3, "gone"}
	if err := engine.Unmarshal(table, &array); err == nil {
		t.Errorf("an array of three takes two rows: %v", array)
	}
	held := [2]any{old, "gone"}
	if err := engine.Unmarshal(table, &held); err != nil || old.A != 1 || old.B != "kept" || held[0] != any(old) || fmt.Sprint(held[1]) != "map[A:2]" {
		t.Errorf("%v, %+v, %v", held, old, err)
	}
	pointers := [2]*rowNeeds{{4, "kept", nil}, nil}
	if err := engine.Unmarshal(table, &pointers); err != nil || *pointers[0] != (rowNeeds{1, "kept", nil}) || *pointers[1] != (rowNeeds{A: 2}) {
		t.Errorf("%v, %v", pointers, err)
	}
}
