package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// generateCase is an entry of generate.json.
type generateCase struct {
	Name, Source string
	Flags        []string
	Want, Reason string
}

// more are cases of ours, for what the vectors do not have.
var more = []generateCase{
	{Name: "duration", Want: "ok", Source: "package x\n\nimport \"time\"\n\ntype T struct {\n A time.Duration `zid:\"0\"`\n B []time.Month `zid:\"1\"`\n}\n"},
	{Name: "renamedtime", Want: "ok", Source: "package x\n\nimport tm \"time\"\n\ntype T struct {\n A tm.Time `zid:\"0\"`\n B map[string]tm.Time `zid:\"1\"`\n}\n"},
	{Name: "embedded", Want: "ok", Source: "package x\n\ntype E struct {\n A int `zid:\"0\"`\n}\ntype T struct {\n E `zid:\"0\"`\n *F `zid:\"1\"`\n}\ntype F struct {\n B []E `zid:\"0\"`\n}\n"},
	{Name: "defined", Want: "ok", Source: "package x\n\ntype C float64\ntype S []C\ntype M map[string]S\ntype A [3]M\ntype B []byte\ntype D Point\ntype Point struct {\n X C `zid:\"0\"`\n Y *S `zid:\"1\"`\n Z A `zid:\"2\"`\n W B `zid:\"3\"`\n V D2 `zid:\"4\"`\n}\ntype D2 struct {\n P *Point `zid:\"0\"`\n}\n"},
	{Name: "recursiveslice", Want: "ok", Source: "package x\n\ntype Tree []Tree\ntype Nest map[string]Nest\ntype T struct {\n A Tree `zid:\"0\"`\n B Nest `zid:\"1\"`\n}\n"},
	{Name: "mapkeys", Want: "ok", Source: "package x\n\ntype K uint16\ntype N string\ntype T struct {\n A map[K]map[N]int8 `zid:\"0\"`\n B map[uint64]struct2 `zid:\"1\"`\n}\ntype struct2 struct {\n A int `zid:\"0\"`\n}\n", Flags: []string{"-unexported"}},
	{Name: "prefix", Want: "ok", Flags: []string{"-method-prefix", "Zebra"}, Source: "package x\n\ntype T struct {\n A []U `zid:\"0\"`\n B any `zid:\"1\"`\n}\ntype U struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "onlyio", Want: "ok", Flags: []string{"-marshal=false"}, Source: "package x\n\ntype T struct {\n A []U `zid:\"0\"`\n B any `zid:\"1\"`\n}\ntype U struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "onlymarshal", Want: "ok", Flags: []string{"-io=false"}, Source: "package x\n\ntype T struct {\n A []U `zid:\"0\"`\n}\ntype U struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "shim", Want: "ok", Source: "package x\n\nimport \"strconv\"\n\n//msgp:shim E as:string using:(E).String/parseE\n//msgp:shim D as:[]byte using:toBytes/fromBytes\n\ntype E int\n\nfunc (e E) String() string { return strconv.Itoa(int(e)) }\nfunc parseE(s string) E { n, _ := strconv.Atoi(s); return E(n) }\n\ntype D struct{ hidden func() }\n\nfunc toBytes(D) []byte { return nil }\nfunc fromBytes([]byte) D { return D{} }\n\ntype T struct {\n A E `zid:\"0\"`\n B []E `zid:\"1\"`\n C D `zid:\"2\"`\n M map[string]E `zid:\"3\"`\n}\n"},
	{Name: "shimkey", Want: "ok", Source: "package x\n\n//msgp:shim K as:string using:(K).Text/parseK\n\ntype K struct{ a, b string }\n\nfunc (k K) Text() string { return k.a }\nfunc parseK(s string) K { return K{a: s} }\n\ntype T struct {\n A map[K]int `zid:\"0\"`\n}\n"},
	{Name: "bytesshimkey", Want: "ok", Source: "package x\n\n//msgp:shim K as:[]byte using:text/parseK\n\ntype K string\n\nfunc text(K) []byte { return nil }\nfunc parseK([]byte) K { return \"\" }\n\ntype T struct {\n A map[K]int `zid:\"0\"`\n}\n"},
	{Name: "badkey", Want: "error", Reason: "has keys that are neither", Source: "package x\n\ntype T struct {\n A map[any]int `zid:\"0\"`\n}\n"},
	{Name: "badflatten", Want: "error", Flags: []string{"-strict"}, Reason: "flatten is for embedded structs", Source: "package x\n\ntype E struct{ A int `zid:\"0\"` }\ntype T struct {\n *E `msg:\",flatten\"`\n}\n"},
	{Name: "badlimittag", Want: "error", Reason: "the option limit is", Source: "package x\n\ntype T struct {\n A []int `zid:\"0\" msg:\",limit=x\"`\n}\n"},
	{Name: "scalarlimit", Want: "error", Reason: "limit is for slices and maps", Source: "package x\n\ntype T struct {\n A int `zid:\"0\" msg:\",limit=4\"`\n}\n"},
	{Name: "zerocopies", Want: "ok", Source: "package x\n\nimport \"encoding/json\"\n\ntype B []byte\ntype T struct {\n A map[string][2][]byte `zid:\"0\" msg:\",zerocopy\"`\n C B `zid:\"1\" msg:\",zerocopy\"`\n N json.Number `zid:\"2\"`\n K map[K]int `zid:\"3\"`\n}\ntype K [4]byte\n"},
	{Name: "badzerocopy", Want: "error", Reason: "zerocopy is for slices of bytes", Source: "package x\n\ntype T struct {\n A string `zid:\"0\" msg:\",zerocopy\"`\n}\n"},
	{Name: "badomitzero", Want: "error", Flags: []string{"-strict"}, Reason: "omitzero needs a type", Source: "package x\n\ntype E [2][]int\ntype T struct {\n A E `zid:\"0\" msg:\",omitzero\"`\n}\n"},
	{Name: "omitzerofields", Want: "ok", Source: "package x\n\ntype E struct {\n A any `zid:\"0\"`\n B []int `zid:\"1\"`\n c struct{ d map[int]int }\n}\ntype T struct {\n A E `zid:\"0\" msg:\",omitzero\"`\n}\n"},
	{Name: "badtimezone", Want: "error", Reason: "followed by utc or local", Source: "package x\n\n//msgp:timezone Berlin\n\ntype T struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "badmaps", Want: "error", Reason: "followed by shim, binkeys or autoshim", Source: "package x\n\n//msgp:maps anyhow\n\ntype T struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "badmode", Want: "error", Reason: "knows mode:cast and mode:convert", Source: "package x\n\n//msgp:shim E as:string using:a/b mode:other\n\ntype E int\ntype T struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "badbinmarshal", Want: "error", Reason: "lacks the method MarshalBinary", Source: "package x\n\n//msgp:binmarshal E\n\ntype E struct{ X int }\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "badvartuple", Want: "error", Reason: "only structs can be tuples", Source: "package x\n\n//msgp:vartuple E\n\ntype E []int\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "unknownflag", Want: "error", Reason: "unknown directive nonsense", Flags: []string{"-d", "msgp:nonsense"}, Source: "package x\n\ntype T struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "badreplace", Want: "error", Reason: "fail or can lose something", Source: "package x\n\n//msgp:replace E with:string\n\ntype E bool\n\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "narrowreplace", Want: "error", Reason: "fail or can lose something", Source: "package x\n\n//msgp:replace E with:int8\n\ntype E int\n\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "textreplace", Want: "ok", Source: "package x\n\nimport \"encoding/json\"\n\n//msgp:replace json.RawMessage with:string\n//msgp:replace *P with:*Q\n\n//msgp:ignore P\ntype P struct{ A int }\ntype Q struct {\n A int `zid:\"0\"`\n}\n\ntype T struct {\n A json.RawMessage `zid:\"0\"`\n B *P `zid:\"1\"`\n}\n"},
	{Name: "replacewithout", Want: "error", Reason: "//msgp:replace Type with:Other", Source: "package x\n\n//msgp:replace E\n\ntype E int\n\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "badlimit", Want: "error", Reason: "directive limit is written", Source: "package x\n\n//msgp:limit arrays:0\n\ntype T struct {\n A []int `zid:\"0\"`\n}\n"},
	{Name: "badnewtime", Want: "error", Reason: "newtime holds for the file", Source: "package x\n\n//msgp:newtime T\n\ntype T struct {\n A []int `zid:\"0\"`\n}\n"},
	{Name: "hooks", Want: "ok", Source: "package x\n\ntype T struct {\n A int `zid:\"0\"`\n}\n\nfunc (t *T) PreSaveHook() {}\nfunc (t *T) PostLoadHook() {}\n\ntype L []int\n\nfunc (l *L) PreSaveHook() {}\n"},
	{Name: "jsonmethods", Want: "error", Flags: []string{"-strict"}, Reason: "has the method MarshalJSON", Source: "package x\n\ntype E int\n\nfunc (E) MarshalJSON() ([]byte, error) { return nil, nil }\n\ntype T struct {\n A E `zid:\"0\"`\n}\n"},
	{Name: "textmethods", Want: "error", Flags: []string{"-strict", "-msgp"}, Reason: "has the method UnmarshalText", Source: "package x\n\ntype E []int\n\nfunc (*E) UnmarshalText([]byte) error { return nil }\n\n//msgp:ignore E\n\ntype T struct {\n A E\n}\n"},
	{Name: "rawmessage", Want: "ok", Flags: []string{"-strict"}, Source: "package x\n\nimport \"encoding/json\"\n\ntype T struct {\n A []json.RawMessage `zid:\"0\"`\n}\n"},
	{Name: "oneway", Want: "error", Flags: []string{"-strict"}, Reason: "has the method MarshalText without its counterpart", Source: "package x\n\nimport \"encoding/json\"\n\ntype Text string\n\nfunc (Text) MarshalText() ([]byte, error) { return nil, nil }\n\ntype T struct {\n A []Text `zid:\"0\"`\n J json.RawMessage `zid:\"1\"`\n}\n"},
	{Name: "packed", Want: "error", Flags: []string{"-strict"}, Reason: "P has the method MarshalMsgpack for MessagePack, which generated code does not call", Source: "package x\n\ntype P struct{ N int }\n\nfunc (P) MarshalMsgpack() ([]byte, error) { return nil, nil }\nfunc (*P) UnmarshalMsgpack([]byte) error { return nil }\n\ntype T struct {\n A []P `zid:\"0\"`\n}\n"},
	{Name: "packedmsgpack", Want: "error", Flags: []string{"-strict", "-msgpack"}, Reason: "P has the method EncodeMsgpack for MessagePack, which generated code does not call", Source: "package x\n\ntype Encoder struct{}\ntype P []int\n\nfunc (*P) EncodeMsgpack(e *Encoder) error { return nil }\n\ntype T struct {\n A map[string]*P\n}\n"},
	{Name: "packedlater", Want: "error", Flags: []string{"-strict", "-msgpack"}, Reason: "P has the method UnmarshalMsgpack for MessagePack", Source: "package x\n\ntype P string\n\nfunc (*P) UnmarshalMsgpack([]byte) error { return nil }\n\ntype T struct {\n A P\n}\n"},
	{Name: "streamsalone", Want: "error", Flags: []string{"-strict", "-msgp"}, Reason: "P has the method EncodeMsg for MessagePack", Source: "package x\n\ntype Writer struct{}\n\n//msgp:ignore P\ntype P struct{ N int }\n\nfunc (*P) EncodeMsg(*Writer) error { return nil }\n\ntype T struct {\n A P\n}\n"},
	{Name: "packedmsgp", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\ntype P struct{ N int }\n\nfunc (P) MarshalMsgpack() ([]byte, error) { return nil, nil }\nfunc (*P) UnmarshalMsgpack([]byte) error { return nil }\n\ntype T struct {\n A []P\n}\n"},
	{Name: "othershapes", Want: "ok", Flags: []string{"-strict", "-msgpack"}, Source: "package x\n\ntype P struct{ N int }\n\nfunc (P) MarshalMsgpack([]byte) ([]byte, error) { return nil, nil }\nfunc (*P) EncodeMsgpack(...int) error { return nil }\n\ntype T struct {\n A P\n}\n"},
	{Name: "aliasoption", Want: "error", Flags: []string{"-strict", "-msgpack"}, Reason: "the option alias is for reflection", Source: "package x\n\ntype T struct {\n A int `msgpack:\"a,alias:b\"`\n}\n"},
	{Name: "interned", Want: "error", Reason: "the option intern is not supported", Source: "package x\n\ntype T struct {\n A string `zid:\"0\" msgpack:\"a,intern\"`\n}\n"},
	{Name: "sparse", Want: "error", Flags: []string{"-strict", "-msgpack"}, Reason: "omitempty for a whole struct is for reflection", Source: "package x\n\ntype T struct {\n _msgpack struct{} `msgpack:\",omitempty\"`\n A string\n}\n"},
	{Name: "asarray", Want: "ok", Flags: []string{"-strict", "-msgpack"}, Source: "package x\n\ntype T struct {\n _msgpack struct{} `msgpack:\",as_array\"`\n A string\n B T2 `msgpack:\",noinline\"`\n}\ntype T2 struct{ X int }\n"},
	{Name: "badhook", Want: "error", Reason: "PreSaveHook has parameters", Source: "package x\n\ntype T struct {\n A int `zid:\"0\"`\n}\n\nfunc (t *T) PreSaveHook(int) {}\n"},
	{Name: "extension", Want: "ok", Source: "package x\n\ntype E struct{}\n\nfunc (*E) ExtensionType() int8 { return 9 }\nfunc (*E) Len() int { return 0 }\nfunc (*E) MarshalBinaryTo([]byte) error { return nil }\nfunc (*E) UnmarshalBinary([]byte) error { return nil }\n\n//msgp:ignore E\ntype T struct {\n A E `zid:\"0\" msg:\",extension\"`\n B *E `zid:\"1\" msg:\",extension\"`\n C []*E `zid:\"2\" msg:\",extension\"`\n}\n"},
	{Name: "noextension", Want: "error", Reason: "lacks the methods of one", Source: "package x\n\ntype T struct {\n A int `zid:\"0\" msg:\",extension\"`\n}\n"},
	{Name: "inline", Want: "error", Reason: "T_A has no zids", Source: "package x\n\ntype T struct {\n A struct{ B int } `zid:\"0\"`\n}\n"},
	{Name: "channel", Want: "error", Reason: "chan int cannot be sent", Flags: []string{"-strict"}, Source: "package x\n\ntype T struct {\n A chan int `zid:\"0\"`\n}\n"},
	{Name: "code", Want: "ok", Source: "package x\n\ntype T struct {\n A chan int `zid:\"0\"`\n B map[string]func() `zid:\"1\"`\n C int `zid:\"2\"`\n D H `zid:\"3\"`\n}\ntype H func(T)\n"},
	{Name: "anonymous", Want: "ok", Source: "package x\n\ntype T struct {\n A struct{ B []struct{ C *T `zid:\"0\"` } `zid:\"0\"` } `zid:\"0\"`\n M map[string]struct{} `zid:\"1\"`\n P *struct{ B int `zid:\"0\"` } `zid:\"2\"`\n}\ntype S map[string]struct{}\ntype L []struct{ X string `zid:\"0\"` }\n"},
	{Name: "elsewhere", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\nimport (\n\"go/token\"\n\"image\"\n\"net/mail\"\n)\n\ntype T struct {\n A token.Position\n B []image.Rectangle\n C map[string]*mail.Address\n D hidden\n E struct{ P image.Point }\n}\ntype hidden struct{ X, y int }\n"},
	{Name: "instances", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\ntype List[E any] struct {\n Head E\n Tail *List[E]\n}\ntype Set[K comparable] map[K]struct{}\ntype T struct {\n A List[int]\n B *List[string]\n C Set[string]\n D []List[List[bool]]\n}\n"},
	{Name: "rtfor", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\nimport \"github.com/beve-org/beve-go/msgpack/msgp\"\n\ntype T[E any, P msgp.RTFor[E]] struct {\n A E\n B P\n C []E\n D map[string]*E\n F U[E, P]\n G *U[E, P]\n}\ntype U[E any, _ msgp.RTFor[E]] struct{ A [2]E }\ntype L[E any, P interface{ *E; msgp.RTFor[E] }] []U[E, P]\ntype Unused[E any] struct{ N int }\ntype Uses struct {\n A T[msgp.Raw, *msgp.Raw]\n B L[msgp.Number, *msgp.Number]\n}\n"},
	{Name: "mixed", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\nimport \"sync\"\n\ntype Good struct{ A int }\ntype Bad struct{ M sync.Mutex; U uintptr }\ntype Worse struct{ B []Bad }\ntype S map[string]func()\ntype Alias = Good\ntype Uses struct{ A Alias; B [N]Good; L []any }\nconst N = 2\n"},
	{Name: "tuples", Want: "ok", Source: "package x\n\n//msgp:tuple T\ntype T struct {\n A int\n B string\n}\n"},
	{Name: "reserved", Want: "ok", Source: "package x\n\ntype T struct {\n A int `zid:\"0\"`\n B string `zid:\"1\" msg:\"-\"`\n C string `zid:\"2\"`\n}\n"},
	{Name: "excluded", Want: "ok", Flags: []string{"-exclude", "B, C"}, Source: "package x\n\ntype A struct{ X int `zid:\"0\"` }\ntype B struct{ X int }\ntype C struct{ X uintptr }\n"},
	{Name: "regex", Want: "ok", Source: "package x\n\n//msgp:ignore regex:^B Gone\n\ntype A struct{ X int `zid:\"0\"` }\ntype B1 struct{ X int }\ntype B2 struct{ X uintptr }\n"},
	{Name: "foreign", Want: "error", Reason: "strings.Builder has no methods", Source: "package x\n\nimport \"strings\"\n\ntype T struct {\n A strings.Builder `zid:\"0\"`\n}\n"},
	{Name: "nosuchtype", Want: "error", Reason: "names U, which is not declared", Source: "package x\n\n//msgp:tuple U\ntype T struct {\n A int `zid:\"0\"`\n}\n"},
	{Name: "quotes", Want: "ok", Source: "package x\n\ntype T struct {\n A int `zid:\"0\" msg:\"a'b\\\"c\"`\n B int \"zid:\\\"1\\\" msg:\\\"x`y\\\"\"\n}\n"},
	{Name: "wide", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\ntype T struct {\n" + wideFields(70) + "}\n"},
	{Name: "locks", Want: "ok", Flags: []string{"-msgp"}, Source: "package x\n\nimport (\n\"sync\"\n\"sync/atomic\"\n)\n\ntype guard struct{ p *int }\n\nfunc (*guard) Lock() {}\nfunc (*guard) Unlock() {}\n\ntype M struct {\n mu sync.Mutex\n A int\n}\ntype O struct {\n in [2]struct{ n atomic.Int64 }\n A string\n}\ntype G struct {\n g guard\n A bool\n}\ntype P struct {\n mu *sync.Mutex\n A int\n}\ntype T struct {\n A M\n B []O\n C map[string]*G\n D *P\n}\n"},
	{Name: "unquotedzid", Want: "error", Reason: "malformed struct tag", Source: "package x\n\ntype T struct {\n A int `zid:0`\n}\n"},
	{Name: "names", Want: "ok", Source: "package x\n\ntype msgp struct{}\ntype T struct {\n O []b `zid:\"0\"`\n N map[string]b `zid:\"1\"`\n Err, z int `msg:\"-\"`\n}\ntype b struct {\n Z int `zid:\"0\"`\n}\nvar o, n, err, cfg, at, seen int\n", Flags: []string{"-unexported"}},
}

func wideFields(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(" F" + strings.Repeat("x", i+1) + " string `msg:\",omitempty\"`\n")
	}
	return b.String()
}

// TestGeneratorCases runs the generator on each case. What it makes is compiled, tests
// included; what it refuses is refused with the place.
func TestGeneratorCases(t *testing.T) {
	var cases []generateCase
	vectors(t, "generate.json", &cases)
	root := tempPackage(t)
	var made []string
	for _, c := range append(cases, more...) {
		dir := filepath.Join(root, strings.ReplaceAll(c.Name, "_", ""))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(dir, "source.go")
		if err := os.WriteFile(source, []byte(c.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := run(append([]string{"-file", source}, c.Flags...), &out, &errs)
		if out.Len() > 0 {
			t.Errorf("%s: standard output has %q", c.Name, out.String())
		}
		switch c.Want {
		case "ok":
			if status != 0 {
				t.Errorf("%s: exit status %d\n%s", c.Name, status, errs.String())
			}
			made = append(made, "./"+filepath.ToSlash(dir))
		default:
			if c.Want == "error" && !strings.Contains(errs.String(), c.Reason) && isOwn(c.Name) {
				t.Errorf("%s: %s\nwant: %s", c.Name, errs.String(), c.Reason)
			}
			if status != 1 || !regexp.MustCompile(`source\.go:\d+:\d+: `).MatchString(errs.String()) {
				t.Errorf("%s: exit status %d, without a place:\n%s", c.Name, status, errs.String())
			}
			if _, err := os.Stat(filepath.Join(dir, "source_gen.go")); err == nil {
				t.Errorf("%s: a file was written", c.Name)
			}
		}
	}
	if text, err := exec.Command("go", append([]string{"vet"}, made...)...).CombinedOutput(); err != nil {
		t.Errorf("what was generated does not compile: %v\n%s", err, text)
	}
}

// TestTagJSONCountsAsInReflection generates for fields with that tag alone: package msgpack
// reads it, and tinylib/msgp does not.
func TestTagJSONCountsAsInReflection(t *testing.T) {
	dir := tempPackage(t)
	path := filepath.Join(dir, "source.go")
	source := "package x\n\ntype T struct {\n A int `json:\"a_json\"`\n B int `json:\"-\"`\n C int `msgpack:\"c_msgpack\" json:\"-\"`\n}\n"
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for flag, c := range map[string]struct{ has, lacks, warns string }{
		"-msgpack": {`"\xa6a_json"`, `"\xa1B"`, ""},
		"-msgp":    {`"\xa1B"`, "a_json", "T.B is sent"},
	} {
		var out, errs bytes.Buffer
		if status := run([]string{"-file", path, "-tests=false", flag}, &out, &errs); status != 0 {
			t.Fatal(errs.String())
		}
		code, err := os.ReadFile(filepath.Join(dir, "source_gen.go"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(code)
		if !strings.Contains(text, c.has) || strings.Contains(text, c.lacks) || !strings.Contains(text, `"\xa9c_msgpack"`) {
			t.Errorf("%s: names in\n%s", flag, text)
		}
		if warned := strings.Contains(errs.String(), "warning:"); warned != (c.warns != "") || !strings.Contains(errs.String(), c.warns) {
			t.Errorf("%s says %q", flag, errs.String())
		}
	}
}

// TestAsArrayIsATuple generates for a struct that says so as vmihailenco/msgpack does, in all modes
// that write what reflection does.
func TestAsArrayIsATuple(t *testing.T) {
	dir := tempPackage(t)
	path := filepath.Join(dir, "source.go")
	for name, c := range map[string]struct{ field, has string }{
		"as_array": {"_msgpack struct{} `msgpack:\",as_array\"`", "0x92"}, "tuple": {"_ struct{} `msg:\",tuple\"`", "0x92"}, "neither": {"x struct{}", "0x82"},
	} {
		source := "package x\n\ntype T struct {\n " + c.field + "\n A int `zid:\"0\"`\n B int `zid:\"1\"`\n}\n"
		if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := run([]string{"-file", path, "-tests=false", "-strict", "-msgpack"}, &out, &errs); status != 0 || strings.Contains(errs.String(), "warning:") {
			t.Fatal(errs.String())
		}
		code, err := os.ReadFile(filepath.Join(dir, "source_gen.go"))
		if err != nil {
			t.Fatal(err)
		}
		if tuple := strings.Contains(string(code), "ArrayHeader") || strings.Contains(string(code), `\x92`); tuple != (c.has == "0x92") {
			t.Errorf("%s: code\n%s", name, code)
		}
	}
}

// TestTagsThatAreNoneCountForNothing generates for tags that go vet complains of, and Go does not
// read from there on: what stands before counts, as in reflection.
func TestTagsThatAreNoneCountForNothing(t *testing.T) {
	path := filepath.Join(tempPackage(t), "source.go")
	source := "package x\n\ntype T struct {\n A int `msg:a`\n B int `json: \"b\"`\n C int `msg:\"first\" msg:c`\n D string `msg:\"-\" json:d`\n E `msg:\",flatten\" msg`\n}\ntype E struct{ In int }\n"
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]int{"-msgp": 0, "-msgpack": 0, "-tests=false": 1} {
		var out, errs bytes.Buffer
		if status := run([]string{"-file", path, flag}, &out, &errs); status != want || strings.Count(errs.String(), "malformed struct tag") != 5 {
			t.Errorf("%s: exit status %d\n%s", flag, status, errs.String())
		}
		if want != 0 {
			continue
		}
		code, err := os.ReadFile(strings.TrimSuffix(path, ".go") + "_gen.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, has := range []string{`"\xa1A"`, `"\xa1B"`, `"\xa5first"`, `"\xa2In"`} {
			if !bytes.Contains(code, []byte(has)) {
				t.Errorf("%s: no %s in\n%s", flag, has, code)
			}
		}
		if bytes.Contains(code, []byte("z.D")) {
			t.Errorf("%s: a field that is left out is sent", flag)
		}
	}
}

// isOwn reports whether a case is one of ours: their reasons are what is said.
func isOwn(name string) bool {
	for _, c := range more {
		if c.Name == name {
			return true
		}
	}
	return false
}

// TestTypesOfOtherGeneratorsAreLeftOut generates for a folder in which another generator has been, and for its file alone.
func TestTypesOfOtherGeneratorsAreLeftOut(t *testing.T) {
	dir := tempPackage(t)
	files := map[string]string{
		"a.go":     "package x\n\ntype A struct {\n\tM Message `zid:\"0\"`\n}\n",
		"a_msg.go": "// Code generated by something else. DO NOT EDIT.\n\npackage x\n\ntype Message struct {\n\tN int `zid:\"0\"`\n}\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for file, methods := range map[string][2]bool{"": {true, false}, "a_msg.go": {false, true}} {
		output := filepath.Join(dir, "out_gen.go")
		var out bytes.Buffer
		if status := run([]string{"-file", filepath.Join(dir, file), "-o", output, "-tests=false", "-no-embedded-schema"}, &out, &out); status != 0 {
			t.Fatalf("%q: %s", file, out.String())
		}
		code, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		for i, method := range []string{"func (z *A) UnmarshalMsg(", "func (z *Message) UnmarshalMsg("} {
			if bytes.Contains(code, []byte(method)) != methods[i] {
				t.Errorf("%q: %s is there: %v", file, method, !methods[i])
			}
		}
	}
	if err := os.Remove(filepath.Join(dir, "a.go")); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if status := run([]string{"-file", dir}, &out, &out); status != 1 || !strings.Contains(out.String(), "all files are generated") {
		t.Errorf("status %d: %s", status, out.String())
	}
}
