package zebra

import (
	"slices"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// This file prints tests and benchmarks of the generated methods.

// printTests returns the file of tests.
func printTests(p *gen.Package, opts *Options, decls []*decl) ([]byte, error) {
	slice := func(d *decl) bool {
		return isTested(d) && opts.Marshal && !d.left["marshal"] && !d.left["unmarshal"]
	}
	stream := func(d *decl) bool { return isTested(d) && opts.IO && !d.left["encode"] && !d.left["decode"] }
	g := newPrinter(p, opts, slices.ContainsFunc(decls, slice) || slices.ContainsFunc(decls, stream))
	if len(decls) > 0 {
		g.Of = "TestOf" + decls[0].name
	}
	for _, d := range decls {
		if slice(d) {
			g.sliceTests(d)
		}
		if stream(d) {
			g.streamTests(d)
		}
	}
	return g.Bytes()
}

// isTested reports whether d gets tests: it is more than a scalar, and no directive
// leaves them out.
func isTested(d *decl) bool {
	return !d.helper && d.generic == nil && !d.left["test"] && !d.left["size"] && (d.isStruct || d.value.form != formScalar && d.value.form != formShim && d.value.form != formMethod)
}

// name returns the name of a test of d.
func (g *printer) testName(kind string, d *decl) string { return kind + d.name + g.opts.MethodPrefix }

// value prints the declaration of v, the zero value of d in a variable.
func (g *printer) value(d *decl) { g.P("var v %s", g.Type(d.typ)) }

// first returns the call that writes the zero value, with these results. Where it calls methods of
// others, which may panic, it skips what tb runs.
func (g *printer) first(d *decl, tb, results, call string) string {
	if !d.asksOthers() {
		return call
	}
	return "func() " + results + " {\ndefer func() {\nif reason := recover(); reason != nil {\n" + tb + ".Skip(" + othersRefuse + ", reason)\n}\n}()\n" +
		"return " + call + "\n}()"
}

// othersRefuse is why a test is skipped.
const othersRefuse = `"methods that are not generated do not take the zero value: "`

// unless returns what ends a test where err is an error: methods of others may fail.
func (g *printer) unless(d *decl, tb string) string {
	if d.asksOthers() {
		return "{ " + tb + ".Skip(" + othersRefuse + ", err) }"
	}
	return "{ " + tb + ".Fatal(err) }"
}

func (g *printer) sliceTests(d *decl) {
	testing := g.Import("testing", "testing")
	marshal, unmarshal, size := g.method("MarshalMsg"), g.method("UnmarshalMsg"), g.method("Msgsize")
	written := func(tb string) string {
		return g.first(d, tb, "([]byte, error)", "v."+marshal+"(nil)") + "\nif err != nil " + g.unless(d, tb)
	}
	g.P("func %s(t *%s.T) {", g.testName("TestMarshalUnmarshal", d), testing)
	g.value(d)
	g.P("data, err := %s", written("t"))
	g.P("if len(data) > v.%s() { t.Errorf(\"%%d bytes, more than the estimate of %%d\", len(data), v.%s()) }", size, size)
	g.P("left, err := v.%s(data)", unmarshal)
	g.P("if err != nil %s", g.unless(d, "t"))
	g.P("if len(left) > 0 { t.Errorf(\"%%d bytes left over: %%q\", len(left), left) }")
	g.P("left, err = %s.Skip(data)", g.msgp)
	g.P("if err != nil { t.Fatal(err) }")
	g.P("if len(left) > 0 { t.Errorf(\"%%d bytes left over after Skip: %%q\", len(left), left) }")
	g.P("}")
	g.P("")
	setup := ""
	if d.asksOthers() {
		setup = "_, err := " + written("b")
	}
	g.bench("BenchmarkMarshalMsg", d, setup, "v."+marshal+"(nil)")
	g.bench("BenchmarkAppendMsg", d, strings.TrimPrefix(setup+"\ndata := make([]byte, 0, v."+size+"())", "\n"), "v."+marshal+"(data[:0])")
	g.bench("BenchmarkUnmarshal", d, "data, err := "+written("b")+"\nb.SetBytes(int64(len(data)))", "v."+unmarshal+"(data)")
}

// bench prints a benchmark of a call with two results.
func (g *printer) bench(kind string, d *decl, setup, call string) {
	g.P("func %s(b *%s.B) {", g.testName(kind, d), g.Import("testing", "testing"))
	g.value(d)
	if setup != "" {
		g.P("%s", setup)
	}
	g.P("b.ReportAllocs()")
	g.P("for b.Loop() {")
	g.P("if _, err := %s; err != nil %s", call, g.unless(d, "b"))
	g.P("}")
	g.P("}")
	g.P("")
}

func (g *printer) streamTests(d *decl) {
	testing, bytes, io := g.Import("testing", "testing"), g.Import("bytes", "bytes"), g.Import("io", "io")
	encode, decode := g.method("EncodeMsg"), g.method("DecodeMsg")
	written := func(tb string) {
		g.P("var data %s.Buffer\nw := %s.NewWriter(&data)", bytes, g.msgp)
		g.P("if err := %s; err != nil %s", g.first(d, tb, "error", "v."+encode+"(w)"), g.unless(d, tb))
		g.P("if err := w.Flush(); err != nil { %s.Fatal(err) }", tb)
	}
	g.P("func %s(t *%s.T) {", g.testName("TestEncodeDecode", d), testing)
	g.value(d)
	written("t")
	g.P("r := %s.NewReader(%s.NewReader(data.Bytes()))", g.msgp, bytes)
	g.P("if err := v.%s(r); err != nil %s", decode, g.unless(d, "t"))
	g.P("if err := v.%s(r); err != %s.EOF { t.Errorf(\"after the value: %%v\", err) }", decode, io)
	g.P("r.Reset(%s.NewReader(data.Bytes()))", bytes)
	g.P("if err := r.Skip(); err != nil { t.Fatal(err) }")
	g.P("}")
	g.P("")
	g.P("func %s(b *%s.B) {", g.testName("BenchmarkEncode", d), testing)
	g.value(d)
	g.P("w := %s.NewWriter(%s.Discard)", g.msgp, io)
	if d.asksOthers() {
		g.P("if err := %s; err != nil %s", g.first(d, "b", "error", "v."+encode+"(w)"), g.unless(d, "b"))
	}
	g.P("b.ReportAllocs()")
	g.P("for b.Loop() {")
	g.P("if err := v.%s(w); err != nil { b.Fatal(err) }", encode)
	g.P("}")
	g.P("}")
	g.P("")
	g.P("func %s(b *%s.B) {", g.testName("BenchmarkDecode", d), testing)
	g.value(d)
	written("b")
	g.P("s := %s.NewReader(data.Bytes())", bytes)
	g.P("r := %s.NewReader(s)", g.msgp)
	g.P("b.SetBytes(int64(data.Len()))")
	g.P("b.ReportAllocs()")
	g.P("for b.Loop() {")
	g.P("s.Reset(data.Bytes())")
	g.P("r.Reset(s)")
	g.P("if err := v.%s(r); err != nil %s", decode, g.unless(d, "b"))
	g.P("}")
	g.P("}")
	g.P("")
}
