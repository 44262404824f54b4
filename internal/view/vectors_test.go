// Whole messages through Views: they mean what their JSON says, and what Unmarshal
// makes of them.

package view_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// viewJSON appends the JSON of a value, read through Views alone.
func viewJSON(dst []byte, v beve.View) ([]byte, error) {
	switch k := v.Kind(); {
	case k == beve.KindNull:
		return append(dst, "null"...), nil
	case k == beve.KindBool:
		b, err := v.Bool()
		return strconv.AppendBool(dst, b), err
	case k == beve.KindNumber:
		return numberJSON(dst, v)
	case k == beve.KindString:
		text, err := v.ViewText()
		return jsontext.AppendString(dst, text), err
	case k == beve.KindTime && !v.IsArray():
		at, err := v.Time()
		return append(at.AppendFormat(append(dst, '"'), time.RFC3339Nano), '"'), err
	case k == beve.KindDuration:
		d, err := v.Duration()
		return append(scalar.DurationOf(int64(d)).AppendISO(append(dst, '"')), '"'), err
	case k == beve.KindUUID:
		id, err := v.UUID()
		return append(append(append(dst, '"'), id.String()...), '"'), err
	case v.IsArray() || k == beve.KindComplex || k == beve.KindTime:
		dst = append(dst, '[')
		for e, err := range v.Elements() {
			if err != nil {
				return dst, err
			}
			if dst, err = viewJSON(comma(dst), e); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	}
	dst = append(dst, '{')
	for m, err := range v.Members() {
		if err != nil {
			return dst, err
		}
		name, err := m.Name()
		if err != nil {
			return dst, err
		}
		dst = append(jsontext.AppendString(comma(dst), []byte(name)), ':')
		if dst, err = viewJSON(dst, m.Value); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func comma(dst []byte) []byte {
	if c := dst[len(dst)-1]; c != '[' && c != '{' {
		dst = append(dst, ',')
	}
	return dst
}

func numberJSON(dst []byte, v beve.View) ([]byte, error) {
	n, err := v.Number()
	if err != nil || !n.IsFloat() {
		return n.AppendDecimal(dst), err
	}
	f, err := v.Float64()
	switch {
	case err != nil:
		return dst, err
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(dst, "null"...), nil
	case n.Header() == wire.HeaderFloat64:
		return jsontext.AppendFloat64(dst, f), nil
	}
	return jsontext.AppendFloat32(dst, float32(f)), nil
}

// readView reads a whole message through Views, as JSON.
func readView(data []byte) ([]byte, error) { return readViewWith(data, beve.DecodeOptions{}) }

func readViewWithin(data []byte, limits beve.Limits) ([]byte, error) {
	return readViewWith(data, beve.DecodeOptions{Limits: limits})
}

func readViewWith(data []byte, o beve.DecodeOptions) ([]byte, error) {
	v, err := o.NewView(data)
	if err != nil {
		return nil, err
	}
	out, err := viewJSON(nil, v)
	if err != nil {
		return nil, err
	}
	return out, v.Validate()
}

func TestViewReadsEveryVector(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		for _, vec := range testkit.BEVEVectors(t, filepath.Join("..", "..", "testdata", "beve", dir)) {
			t.Run(dir+"/"+vec.Name, func(t *testing.T) {
				message, o := vec.Data, beve.DecodeOptions{LegacyTypeTag: strings.Contains(vec.Name, "typetag")}
				got, err := readViewWith(message, o)
				if vec.Stream {
					if !errors.Is(err, beve.ErrTrailing) {
						t.Fatalf("a stream as one message: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := testkit.CompareJSON(got, vec.JSON); err != nil {
					t.Error(err)
				}
				if err := agreesWith(message, o); err != nil {
					t.Error(err)
				}
				for i := range testkit.Cuts(len(message)) {
					if _, err := readViewWith(message[:i], o); err == nil {
						t.Fatalf("the first %d of %d bytes are a message", i, len(message))
					}
				}
			})
		}
	}
}

func TestViewRejectsMalformedInput(t *testing.T) {
	for _, vec := range testkit.BEVEVectors(t, filepath.Join("..", "..", "testdata", "beve", "malformed")) {
		t.Run(vec.Name, func(t *testing.T) {
			message := vec.Data
			var err error
			read := func() { _, err = readView(message) }
			got := testkit.Allocated(read)
			if vec.Level == "strict" {
				if err != nil {
					t.Errorf("only a strict reader rejects this: %v", err)
				}
			} else if err == nil {
				t.Error("accepted")
			}
			if got > 1<<20+uint64(64*len(message)) {
				t.Errorf("%d bytes allocated for %d", got, len(message))
			}
			testkit.Within(t, "reading it", time.Second, read)
			var e *beve.DecodeError
			if err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(message))) {
				t.Errorf("%v: not an error with a position", err)
			}
			if err := agrees(message); err != nil {
				t.Error(err)
			}
		})
	}
}

// agrees compares what Views and Unmarshal say of a message: the verdict, the
// data, and that every path found leads back.
func agrees(message []byte) error { return agreesWith(message, beve.DecodeOptions{}) }

func agreesWith(message []byte, o beve.DecodeOptions) error {
	var x any
	decodeErr := o.Unmarshal(message, &x)
	_, viewErr := readViewWith(message, o)
	switch {
	case decodeErr == nil && viewErr != nil:
		return fmt.Errorf("Unmarshal accepts, View says %w", viewErr)
	case decodeErr == nil:
		v, _ := o.NewView(message)
		if err := sameData(v, reflect.ValueOf(&x).Elem()); err != nil {
			return err
		}
		return pathsLeadBack(v)
	case viewErr == nil && (errors.Is(decodeErr, beve.ErrUnsupported) || errors.Is(decodeErr, beve.ErrOverflow)):
		// Go has no type for what any would get: integer keys and extents beyond
		// 64 bits, matrices of 128-bit integers, empty arrays of binary128.
		return nil
	case viewErr == nil:
		return fmt.Errorf("View accepts, Unmarshal says %w", decodeErr)
	}
	return nil
}

// agreesWithin compares verdicts under limits that small messages reach.
func agreesWithin(message []byte, limits beve.Limits) error {
	var x any
	want := beve.DecodeOptions{Limits: limits}.Unmarshal(message, &x)
	if errors.Is(want, beve.ErrUnsupported) || errors.Is(want, beve.ErrOverflow) {
		return nil
	}
	_, err := readViewWithin(message, limits)
	if (err == nil) != (want == nil) {
		return fmt.Errorf("under %+v View says %v, Unmarshal %v", limits, err, want)
	}
	return nil
}

// sameData compares a View with what Unmarshal made of it.
func sameData(v beve.View, x reflect.Value) error {
	for x.Kind() == reflect.Interface {
		x = x.Elem()
	}
	if !x.IsValid() {
		if !v.IsNull() {
			return fmt.Errorf("%s: %v instead of null", v.Path(), v.Kind())
		}
		return nil
	}
	differ := func(got any, err error) error {
		return fmt.Errorf("%s: %v (%v) instead of %v", v.Path(), got, err, x)
	}
	switch want := x.Interface().(type) {
	case *big.Int:
		if got, err := v.BigInt(); err != nil || got.Cmp(want) != 0 {
			return differ(got, err)
		}
		return nil
	case time.Time:
		if got, err := v.Time(); err != nil || !got.Equal(want) {
			return differ(got, err)
		}
		return nil
	case time.Duration:
		if got, err := v.Duration(); err != nil || got != want {
			return differ(got, err)
		}
		return nil
	case beve.UUID:
		if got, err := v.UUID(); err != nil || got != want {
			return differ(got, err)
		}
		return nil
	case beve.Interval:
		if got, err := v.Interval(); err != nil || !got.Start.Equal(want.Start) || !got.End.Equal(want.End) {
			return differ(got, err)
		}
		return nil
	case beve.RegExpData:
		if got, err := v.RegExp(); err != nil || got != want {
			return differ(got, err)
		}
		return nil
	case beve.TypeTag:
		index, err := v.At("/index")
		if err != nil {
			return err
		}
		if got, err := index.Uint64(); err != nil || got != want.Index {
			return differ(got, err)
		}
		value, err := v.Key("value")
		if err != nil {
			return err
		}
		return sameData(value, reflect.ValueOf(&want.Value).Elem())
	}
	switch x.Kind() {
	case reflect.Bool:
		if got, err := v.Bool(); err != nil || got != x.Bool() {
			return differ(got, err)
		}
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		if got, err := v.Int64(); err != nil || got != x.Int() {
			return differ(got, err)
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if got, err := v.Uint64(); err != nil || got != x.Uint() {
			return differ(got, err)
		}
	case reflect.Float32, reflect.Float64:
		if got, err := v.Float64(); err != nil || !equalOrNaN(got, x.Float()) {
			return differ(got, err)
		}
	case reflect.Complex64, reflect.Complex128:
		if got, err := v.Complex128(); err != nil || !equalOrNaN(real(got), real(x.Complex())) || !equalOrNaN(imag(got), imag(x.Complex())) {
			return differ(got, err)
		}
	case reflect.String:
		if got, err := v.String(); err != nil || got != x.String() {
			return differ(got, err)
		}
	case reflect.Slice:
		if n, err := v.Len(); err != nil || n != x.Len() {
			return differ(n, err)
		}
		for i := 0; i < x.Len(); i += 1 + x.Len()/100 {
			e, err := v.Index(i)
			if err != nil {
				return err
			}
			if err := sameData(e, x.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		last := map[string]beve.View{}
		for m, err := range v.Members() {
			if err != nil {
				return err
			}
			name, err := m.Name()
			if err != nil {
				return err
			}
			last[name] = m.Value
		}
		if len(last) != x.Len() {
			return differ(len(last), nil)
		}
		for it := x.MapRange(); it.Next(); {
			e, ok := last[fmt.Sprint(it.Key())]
			if !ok {
				return differ(nil, nil)
			}
			if err := sameData(e, it.Value()); err != nil {
				return err
			}
		}
	case reflect.Struct:
		// Matrix[T] and Complex[T] are like the JSON form.
		if x.NumField() == 2 {
			for i := range 2 {
				e, err := v.Index(i)
				if err != nil {
					return err
				}
				if err := sameData(e, x.Field(i)); err != nil {
					return err
				}
			}
			return nil
		}
		for i, name := range []string{"layout", "extents", "value"} {
			e, err := v.Key(name)
			if err != nil {
				return err
			}
			f := x.Field(i)
			if i == 0 {
				f = reflect.ValueOf(f.Interface().(scalar.Layout).String())
			}
			if err := sameData(e, f); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%s: unexpected %v", v.Path(), x.Type())
	}
	return nil
}

// everyView calls f with v and all its parts, keys included, until f fails.
func everyView(v beve.View, f func(beve.View) error) error {
	if err := f(v); err != nil {
		return err
	}
	switch k := v.Kind(); {
	case v.IsArray() || k == beve.KindComplex:
		for e, err := range v.Elements() {
			if err != nil {
				return err
			}
			if err := everyView(e, f); err != nil {
				return err
			}
		}
	case k == beve.KindObject || k == beve.KindIntObject || k == beve.KindMatrix || k == beve.KindTypeTag:
		for m, err := range v.Members() {
			if err != nil {
				return err
			}
			if _, err := m.Key.Raw(); err != nil {
				return err
			}
			if err := everyView(m.Value, f); err != nil {
				return err
			}
		}
	}
	return nil
}

var errEnough = errors.New("enough")

// pathsLeadBack checks that At(Path()) is the View itself and that Raw is it as a
// value of its own. Where a key is repeated, only the last is found.
func pathsLeadBack(root beve.View) error {
	count := map[beve.Pointer]int{}
	todo := 500
	err := everyView(root, func(v beve.View) error {
		count[v.Path()]++
		if todo--; todo < 0 {
			return errEnough
		}
		return nil
	})
	if err != nil && err != errEnough {
		return err
	}
	repeated := slices.Contains(keysOf(count), true)
	todo = 500
	err = everyView(root, func(v beve.View) error {
		if todo--; todo < 0 {
			return errEnough
		}
		raw, err := v.Raw()
		if err != nil {
			return err
		}
		// A Raw of type tags is read as such only on request.
		tags := beve.DecodeOptions{LegacyTypeTag: true}
		if !beve.Valid(raw) && (wire.ValidateOptions{LegacyTypeTag: true}).Validate(raw) != nil {
			return fmt.Errorf("%s: Raw is % x", v.Path(), raw)
		}
		want, err := viewJSON(nil, v)
		if err != nil {
			return err
		}
		got, err := readView(raw)
		if err != nil || !bytes.Equal(got, want) {
			got, err = readViewWith(raw, tags)
		}
		if err != nil || !bytes.Equal(got, want) {
			return fmt.Errorf("%s: Raw reads as %s (%v), not %s", v.Path(), got, err, want)
		}
		again, err := root.At(v.Path())
		if err != nil && repeated {
			return nil // the last of repeated members is where the path leads, and it may have no such part
		}
		if err != nil {
			return fmt.Errorf("%s does not lead back: %w", v.Path(), err)
		}
		if raw2, err := again.Raw(); err != nil || !repeated && !bytes.Equal(raw, raw2) {
			return fmt.Errorf("%s leads to % x (%v), not % x", v.Path(), raw2, err, raw)
		}
		if again.Path() != v.Path() {
			return fmt.Errorf("%s leads to %s", v.Path(), again.Path())
		}
		return nil
	})
	if err == errEnough {
		err = nil
	}
	return err
}

// equalOrNaN reports whether a and b are equal or both NaN.
func equalOrNaN(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// keysOf returns for each path whether it is repeated.
func keysOf(count map[beve.Pointer]int) (repeated []bool) {
	for _, n := range count {
		repeated = append(repeated, n > 1)
	}
	return repeated
}

func FuzzView(f *testing.F) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended", "malformed"} {
		for _, vec := range testkit.BEVEVectors(f, filepath.Join("..", "..", "testdata", "beve", dir)) {
			if len(vec.Data) < 4096 {
				f.Add(vec.Data, "/a/0/1")
			}
		}
	}
	f.Add([]byte{0x03, 0x04, 0x04, 'a', 0x18}, "/a")
	f.Add([]byte{0x16, 0, 0x14, 8, 2, 1, 0x14, 8, 7, 8}, "/value/1")
	f.Fuzz(func(t *testing.T, message []byte, path string) {
		for _, tags := range []bool{false, true} {
			if err := agreesWith(message, beve.DecodeOptions{LegacyTypeTag: tags}); err != nil {
				t.Fatal(err)
			}
		}
		for _, limits := range []beve.Limits{{MaxDepth: 3}, {MaxElements: 5}, {MaxElements: 30, MaxDepth: 6}} {
			if err := agreesWithin(message, limits); err != nil {
				t.Fatal(err)
			}
		}
		v, err := beve.NewView(message)
		if err != nil {
			return
		}
		part, err := v.At(beve.Pointer(path))
		for _, v := range []beve.View{v, part} {
			touch(v)
		}
		if err != nil && part != (beve.View{}) {
			t.Error("a View comes with an error")
		}
	})
}

// touch calls everything that a View can do; nothing may panic.
func touch(v beve.View) (failures int) {
	count := func(_ any, err error) {
		if err != nil {
			failures++
		}
	}
	count(v.Bool())
	count(v.Int64())
	count(v.Uint64())
	count(v.Float64())
	count(v.Number())
	count(v.Complex128())
	count(v.BigInt())
	count(v.Time())
	count(v.String())
	count(v.ViewText())
	count(v.ViewBytes())
	count(beve.ViewSlice[float64](v))
	count(v.Raw())
	count(v.AppendRaw(nil))
	count(v.Len())
	count(v.Index(0))
	count(v.Slice(0, 1))
	count(v.Key(""))
	count(v.IntKey(0))
	count(v.At("/0"))
	count(nil, v.Validate())
	var x any
	count(nil, v.Decode(&x))
	for _, err := range v.Elements() {
		count(nil, err)
	}
	for _, err := range v.Members() {
		count(nil, err)
	}
	_, _, _, _ = v.Kind(), v.IsNull(), v.IsArray(), v.Path()
	return failures
}
