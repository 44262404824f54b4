package beve_test

import (
	"crypto/x509"
	"encoding"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/scalar"
)

// Under Strict null is for what can be nil: in both formats that have the option, for every type, unless a method of the
// program reads it.
func TestNullUnderStrict(t *testing.T) {
	types := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		if types[t] {
			return
		}
		types[t] = true
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				if t.Field(i).IsExported() {
					add(t.Field(i).Type)
				}
			}
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			add(t.Elem())
		}
	}
	for _, v := range append(testkit.Zoo(), new(url.URL), new(netip.Addr), new(netip.Prefix), new(net.IP), new(big.Int), new(big.Float), new(big.Rat),
		new(regexp.Regexp), new(time.Time), new(time.Duration), new(slog.Level), new(x509.OID), new(scalar.UUID), new(scalar.Matrix[float64]), new(scalar.Complex[int8]),
		new(scalar.Int128), new(scalar.Uint128), new(scalar.Float16), new(scalar.Duration), new(scalar.Timestamp), new(beve.Raw), new(json.RawMessage), new(json.Number),
		new([4]byte), new([]byte), new([2]float64), new([]struct{ A *int })) {
		add(reflect.TypeOf(v))
	}
	var refused, taken int
	for typ := range types {
		switch typ.Kind() {
		case reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128:
			continue // which only one of the formats has
		}
		if readsItself(typ) {
			continue
		}
		want := error(beve.ErrMismatch)
		switch typ.Kind() {
		case reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
			want = nil
		}
		for format, err := range map[string]error{
			"beve": beve.DecodeOptions{Strict: true}.Unmarshal([]byte{0}, reflect.New(typ).Interface()),
			"json": json.DecodeOptions{Strict: true}.Unmarshal([]byte("null"), reflect.New(typ).Interface()),
		} {
			if errors.Is(err, beve.ErrUnsupported) || format == "json" && typ == reflect.TypeFor[slog.Level]() {
				continue // refused by the type, or by the method
			}
			if !errors.Is(err, want) {
				t.Errorf("null into a %s by %s: %v, want %v", typ, format, err, want)
			}
			if want == nil {
				taken++
			} else {
				refused++
			}
		}
	}
	if refused < 100 || taken < 100 {
		t.Errorf("null is refused %d times and taken %d times", refused, taken)
	}
}

// readsItself reports whether a type, or what embeds it, has a method of the tests that reads it.
func readsItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	if t.Kind() == reflect.Pointer {
		p = t
	}
	for _, method := range []reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[beve.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](), reflect.TypeFor[encoding.BinaryUnmarshaler]()} {
		if p.Implements(method) && (strings.Contains(t.PkgPath(), "testkit") || t.Name() == "") {
			return true
		}
	}
	return false
}
