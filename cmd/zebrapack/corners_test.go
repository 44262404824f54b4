package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// This file compares generated code with reflection where types of other packages, methods and
// interfaces meet options: on values, on values that are kept, and on damaged messages.

// cornersOther is the package whose types are fields.
const cornersOther = `package other

type Byte byte
type Bytes []Byte
type Raw []byte

func (r Raw) MarshalText() ([]byte, error) { return append([]byte("t"), r...), nil }
func (r *Raw) UnmarshalText(b []byte) error { *r = append((*r)[:0], b[1:]...); return nil }

type deeper struct{ Deep int }
type hidden struct {
	deeper
	H int
}
type Outer struct {
	hidden
	E int
}
type Inner struct {
	A int ` + "`zid:\"0\"`" + `
}
`

const cornersSource = `package PACKAGE

import (
	"encoding/json"

	"OTHER"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type Bytes struct {
	A other.Bytes ZID0
	B []other.Bytes ZID1
	C other.Raw ZID2
}
type Options struct {
	A json.RawMessage ZID0 msg:"a,omitempty"
	B other.Raw ZID1 msg:"b,omitempty"
	C msgp.Number ZID2 msg:"c,omitzero"
	D any ZID3 msg:"d,omitzero"
	E other.Inner ZID4 msg:"e,omitzero"
	F int ZID5 msg:"f,omitzero"
	G float64 ZID6 msg:"g,omitempty,omitzero"
	H json.RawMessage ZID7 msg:"h,omitempty,omitzero"
	I msgp.Raw ZID8 msg:"i,omitzero"
	J json.Number ZID9 msg:"j,omitempty"
	Gone string msg:"-,omitempty"
}
type Numbers struct {
	A json.Number ZID0
	B []json.Number ZID1
}
type Values struct {
	A any ZID0
	B []any ZID1
	C map[string]any ZID2
}
type Locked struct {
	held int
}
`

// cornersPromoted has no numbers: those of fields of other packages are not ours.
const cornersPromoted = `
type Promoted struct {
	other.Outer MSGINLINE
	Z int
}
`

const cornersTest = `package made

import (
	"bytes"
	"encoding/json"
	"net"
	"net/netip"
	"reflect"
	"testing"
	"time"

	bare "BARE"
	"OTHER"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

var (
	_ = msgpack.Marshal
	_ = zebrapack.Marshal
)

func number(n uint64) (v msgp.Number) { v.AsUint(n); return }

func long(n int) other.Bytes { return make(other.Bytes, n) }

func outer() (o other.Outer) { o.E, o.H, o.Deep = 1, 2, 3; return }

var _ = outer

// values are what an interface may hold.
var values = []any{
	nil, true, 5, uint64(5), 1.5, float32(1.5), "x", []byte("x"), []any{1, "x"}, map[string]any{"x": 1}, json.Number("7"),
	time.Second, [2]int{1, 2}, []string(nil), map[string]int(nil), [3]byte{1}, (*int)(nil), []time.Duration{1}, MORE
}

func options() []bare.Options {
	return []bare.Options{
		{}, {A: json.RawMessage("1"), B: other.Raw("x"), C: number(5), D: 0, E: other.Inner{A: 1}, F: 1, G: 1, H: json.RawMessage("[]"), I: msgp.Raw{1}, J: "1.5", Gone: "secret"},
		{A: json.RawMessage("null"), B: other.Raw{}, D: "", J: "0"},
	}
}

func TestAsByReflection(t *testing.T) {
	all := []any{
		&bare.Bytes{}, &bare.Bytes{A: long(1), B: []other.Bytes{long(3), nil}, C: other.Raw("x")}, &bare.Bytes{A: long(5000), B: []other.Bytes{long(5), long(2000)}}, 
		&bare.Numbers{}, &bare.Numbers{A: "1.5", B: []json.Number{"1", "-1", "18446744073709551615", "1e30", "0.1", "1e400", ""}}, &bare.Numbers{A: "2.5"},
		PROMOTED
	}
	for _, o := range options() {
		all = append(all, &o)
	}
	for _, v := range values {
		all = append(all, &bare.Values{A: v}, &bare.Values{B: []any{v}, C: map[string]any{"k": v}})
	}
	kept := map[reflect.Type][2]any{}
	for _, plain := range all {
		of := reflect.TypeOf(plain).Elem()
		made := map[string]any{"Bytes": new(Bytes), "Numbers": new(Numbers), "Options": new(Options), "Values": new(Values)MADEPROMOTED}[of.Name()]
		if _, ok := made.(msgp.Marshaler); !ok {
			t.Fatalf("%v has no methods", of)
		}
		as := reflect.TypeOf(made).Elem()
		reflect.ValueOf(made).Elem().Set(reflect.ValueOf(plain).Elem().Convert(as))
		got, err := made.(msgp.Marshaler).MarshalMsg(nil)
		want, wantErr := PACKAGE.Marshal(plain)
		if (err == nil) != (wantErr == nil) || !bytes.Equal(got, want) {
			t.Errorf("%#v:\ngenerated %x, %v\nreflected %x, %v", plain, got, err, want, wantErr)
			continue
		}
		if bytes.Contains(got, []byte("secret")) {
			t.Errorf("%x holds what is left out", got)
		}
		// Reading goes into what the last message of the type left.
		pair, ok := kept[of]
		if !ok {
			pair = [2]any{reflect.New(as).Interface(), reflect.New(of).Interface()}
			kept[of] = pair
		}
		alike := func(message []byte, into [2]any) {
			_, err := into[0].(msgp.Unmarshaler).UnmarshalMsg(message)
			wantErr := PACKAGE.Unmarshal(message, into[1])
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%v from %x:\ngenerated %v\nreflected %v", of, message, err, wantErr)
			}
			again := reflect.ValueOf(into[0]).Elem().Convert(of).Interface()
			if err == nil && !reflect.DeepEqual(again, reflect.ValueOf(into[1]).Elem().Interface()) {
				t.Fatalf("%v from %x:\ngenerated %#v\nreflected %#v", of, message, again, into[1])
			}
		}
		if wantErr != nil {
			continue
		}
		alike(want, pair)
		fresh := func() [2]any { return [2]any{reflect.New(as).Interface(), reflect.New(of).Interface()} }
		alike(want, fresh())
		for n := 0; n < len(want) && n < 300; n++ {
			alike(want[:n], fresh())
		}
	}
}

// A map in an interface may have keys of any kind on the wire.
func TestMapsInInterfaces(t *testing.T) {
	for _, m := range []string{"\x81\x01\x02", "\x82\x01\x02\xa1x\x03", "\x82\xa1x\x03\xcc\x80\x02", "\x81\xc0\x01", "\x81\x91\x01\x01", "\x81\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"\x81\xc4\x01x\x02", "\x82\x01\x02\xc4\x01x\x02", "\x81\xc3\x91\x81\x05\x06", "\x81\xca\x7f\xc0\x00\x00\x01", "\x82\x01\x02\x01\x03", "\x81\xd6\xff\x00\x00\x00\x05\x01", "\x80"} {
		message := append([]byte("KEY"), m...)
		var made Values
		var plain bare.Values
		_, err := made.UnmarshalMsg(message)
		wantErr := PACKAGE.Unmarshal(message, &plain)
		if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(bare.Values(made), plain) && !bytes.Contains(message, []byte("\xca\x7f\xc0")) {
			t.Errorf("%x:\ngenerated %#v, %v\nreflected %#v, %v", message, made, err, plain, wantErr)
		}
		if err != nil {
			continue
		}
		again, err := made.MarshalMsg(nil)
		want, wantErr := PACKAGE.Marshal(&plain)
		if (err == nil) != (wantErr == nil) || len(again) != len(want) {
			t.Errorf("%x:\ngenerated %x, %v\nreflected %x, %v", message, again, err, want, wantErr)
		}
	}
	_, _, _ = net.IP{}, netip.Addr{}, time.Time{}
}
`

// TestCornersAreSentAsByReflection runs the source above in both modes.
func TestCornersAreSentAsByReflection(t *testing.T) {
	root := tempPackage(t)
	base := "github.com/beve-org/beve-go/cmd/zebrapack/" + filepath.ToSlash(root)
	write := func(name, text string) string {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("other/other.go", cornersOther)
	for _, mode := range []struct {
		pack, flags, source string
		words               []string
	}{
		{"msgpack", "-msgpack", cornersSource + cornersPromoted, []string{"MADEPROMOTED", `, "Promoted": new(Promoted)`, "PROMOTED", "&bare.Promoted{Outer: outer(), Z: 4},",
			"KEY", `\x81\xa1A`, "MORE", `json.Number("1.5"), time.Unix(5, 0), []time.Time{time.Unix(5, 5)}, map[int]any{5: "x"}, map[any]any{true: 1.5}, netip.MustParseAddr("1.2.3.4"), net.IPv4(1, 2, 3, 4), json.RawMessage("[1]"), other.Raw("x"), other.Bytes{1}, [1][]byte{nil}, map[[2]byte]int{{1}: 1}, map[netip.Addr]bool{netip.MustParseAddr("::1"): true}, []json.RawMessage{nil},`}},
		{"zebrapack", "-no-embedded-schema", cornersSource, []string{"MADEPROMOTED", "", "PROMOTED", "", "KEY", `\x82\xff\xa6Values\x00`, "MORE", ""}},
	} {
		for _, name := range []string{"bare", "made"} {
			text := strings.NewReplacer("PACKAGE", name, "OTHER", base+"/other", "MSGINLINE", "`msg:\",inline\"`").Replace(mode.source)
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				for n := range 10 {
					id := string(rune('0' + n))
					line = strings.Replace(line, "ZID"+id, `zid:"`+id+`"`, 1)
				}
				if field, tag, ok := strings.Cut(line, " zid:"); ok {
					line = field + " `zid:" + tag + "`"
				} else if field, tag, ok := strings.Cut(line, " msg:\"-"); ok {
					line = field + " `msg:\"-" + tag + "`"
				}
				lines[i] = line
			}
			path := write(filepath.Join(mode.pack, name, "source.go"), strings.Join(lines, "\n"))
			if name == "bare" {
				continue
			}
			var out bytes.Buffer
			if status := run(append(strings.Fields(mode.flags), "-file", path, "-tests=false"), &out, &out); status != 0 {
				t.Fatalf("%s: %s", mode.pack, out.String())
			}
			if text := out.String(); !strings.Contains(text, "Locked: all it holds is in fields that are not exported") || strings.Count(text, "warning") != 1 {
				t.Errorf("%s: %s", mode.pack, text)
			}
		}
		words := append([]string{"PACKAGE", mode.pack, "BARE", base + "/" + mode.pack + "/bare", "OTHER", base + "/other"}, mode.words...)
		write(filepath.Join(mode.pack, "made", "corners_test.go"), strings.NewReplacer(words...).Replace(cornersTest))
	}
	gentest.Test(t, root)
}
