package beve_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
)

// documented lists symbols whose documentation go doc must print: types that are declared
// where they are documented, with their fields and methods. Users cannot look up a type
// that only an internal package declares.
var documented = map[string]string{
	".": `
		Decoder Decoder.Decode Decoder.Skip Decoder.ViewRaw Decoder.More Decoder.InputOffset Decoder.Buffered
		Decoder.SetOptions Decoder.Reset Decoder.ResetBytes
		Encoder Encoder.Encode Encoder.Bytes Encoder.Marshal Encoder.BeginArray Encoder.BeginObject Encoder.Key
		Encoder.End Encoder.SetOptions Encoder.Reset
		Codec Codec.Marshal Codec.Append Codec.Unmarshal Lease Lease.Bytes Lease.Release
		DecodeOptions DecodeOptions.Limits DecodeOptions.RejectUnknown DecodeOptions.RejectDuplicates
		DecodeOptions.RequireAll DecodeOptions.GenericArrays DecodeOptions.NoCopy DecodeOptions.LegacyTypeTag
		DecodeOptions.Strict DecodeOptions.StructTag DecodeOptions.Unmarshal DecodeOptions.NewDecoder
		DecodeOptions.NewDecoderBytes DecodeOptions.NewView
		EncodeOptions EncodeOptions.Deterministic EncodeOptions.FixedWidth EncodeOptions.Aligned EncodeOptions.OmitNil
		EncodeOptions.Framing EncodeOptions.StructTag EncodeOptions.Extended EncodeOptions.MinTableRows
		EncodeOptions.Time EncodeOptions.MaxDepth EncodeOptions.Marshal EncodeOptions.Append
		EncodeOptions.MarshalZeroCopy EncodeOptions.NewEncoder
		IndexOptions IndexOptions.MinFieldCount IndexOptions.IncludeNested IndexOptions.Marshal IndexOptions.Append
		Limits Limits.MaxDepth Limits.MaxElements Limits.MaxBytes TimeFormat TimeRFC3339
		DecodeError DecodeError.Offset DecodeError.Path DecodeError.GoType DecodeError.Err DecodeError.Format
		DecodeError.Error DecodeError.Unwrap DecodeError.As
		EncodeError EncodeError.Path EncodeError.GoType EncodeError.Err EncodeError.Format
		View View.At View.Decode Indexed Indexed.Lookup Marshaler Appender Unmarshaler
		ErrTruncated ErrMissing Pointer Raw Interval UUID RegExpData Matrix Complex TypeTag Timestamp`,
	"./core": `
		Arena ArenaPool ArenaPool.Get ArenaPool.Put NewArenaPool NewDecoderWithArena GetEncoderFromPoolWithArena
		GetDecoderFromPool GetDecoderBytesFromPool PutDecoderToPool GetEncoderFromPool PutEncoderToPool`,
	"./json": `
		DecodeOptions.Unmarshal EncodeOptions.Marshal Limits.MaxBytes Decoder.Decode Decoder.ResetBytes Encoder.Encode
		Codec.Unmarshal DecodeError.Path EncodeError.Path
		View.Key View.ViewRaw Member.Name
		DecodeOptions.Flags EncodeOptions.NoEscapeHTML EncodeOptions.Indent ErrMissing`,
	"./msgpack": `
		DecodeOptions.Unmarshal EncodeOptions.Marshal Limits.MaxBytes Decoder.Decode Decoder.ResetBytes Encoder.Encode
		Codec.Unmarshal DecodeError.Path EncodeError.Path
		View.Key View.ViewRaw Member.Name
		DecodeOptions.RejectUnknown DecodeOptions.NoCopy EncodeOptions.Deterministic ValidateOptions.Duplicates ErrTruncated`,
	"./zebrapack": `
		DecodeOptions.Unmarshal EncodeOptions.Marshal Limits.MaxBytes Decoder.Decode Decoder.ResetBytes Encoder.Encode
		Codec.Unmarshal DecodeError.Path EncodeError.Path
		DecodeOptions.RejectUnknown DecodeOptions.NoCopy EncodeOptions.NoStructNames KindPointer ErrTruncated`,
	"./jsonpack": `
		DecodeOptions.Unmarshal EncodeOptions.Marshal Limits.MaxBytes Decoder.Decode Decoder.ResetBytes Encoder.Encode
		Codec.Unmarshal DecodeError.Path EncodeError.Path
		DecodeOptions.AllowTrailing DecodeOptions.NoCopy EncodeOptions.ValidUTF8 ErrTruncated Schema.Unmarshal`,
	"./translator": `
		DecodeError.Path Limits.MaxBytes Options.TypedArrays Options.ToJSON ErrTruncated`,
	"./extended": `Field ReadFieldByPath DetectEncoding DecodeTimestamp EncodeTypedArray`,
}

// values are types that engines must know, so that they are declared there: of these go doc
// prints the other name and what is written at it.
var values = regexp.MustCompile(`^(Raw|Interval|UUID|RegExpData|Matrix|Complex|TypeTag|Timestamp|Pointer)$`)

func TestGoDocPrintsWhatIsDocumented(t *testing.T) {
	alias := regexp.MustCompile(`(?m)^type \w+(\[.*\])? = `)
	for pkg, symbols := range documented {
		for _, symbol := range strings.Fields(symbols) {
			t.Run(pkg+"."+symbol, func(t *testing.T) {
				if testing.Short() && !strings.Contains(symbol, "Error") {
					t.Skip("go doc takes a while")
				}
				t.Parallel()
				out, err := exec.Command("go", "doc", pkg, symbol).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				if !values.MatchString(symbol) && alias.Match(out) {
					t.Errorf("only another name:\n%s", out)
				}
				if !hasDoc(string(out)) {
					t.Errorf("no documentation:\n%s", out)
				}
			})
		}
	}
}

// hasDoc reports whether what go doc printed has a sentence: text, as go doc indents that of
// what is declared, or a comment at a field.
func hasDoc(out string) bool {
	return regexp.MustCompile(`(?m)^(    |\s*// )\w.*\w.*`).MatchString(out)
}

// TestValuesHaveNamesThatCanBeImported: %T of a value, and errors of other formats, show the
// package that declares its type. Only Raw is declared in an internal one, since its methods
// of JSON need the translator, which engines stand on.
func TestValuesHaveNamesThatCanBeImported(t *testing.T) {
	for _, v := range []any{beve.Interval{}, beve.UUID{}, beve.RegExpData{}, beve.Matrix[int8]{}, beve.Complex[int8]{},
		beve.TypeTag{}, beve.Timestamp{}, beve.DecodeOptions{}, beve.View{}} {
		if typ := reflect.TypeOf(v); strings.Contains(typ.PkgPath(), "/internal/") {
			t.Errorf("%v is declared in %s", typ, typ.PkgPath())
		}
	}
}

func TestRootHasFewNames(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			for _, id := range declaredBy(decl) {
				names[id.Name] = id.IsExported()
			}
		}
	}
	exported := 0
	for _, yes := range names {
		if yes {
			exported++
		}
	}
	if exported > 95 || exported < 50 {
		t.Errorf("%d exported names: what is for single forms belongs to package extended", exported)
	}
}

// declaredBy returns the names that a declaration gives to the package.
func declaredBy(decl ast.Decl) (ids []*ast.Ident) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			ids = append(ids, decl.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				ids = append(ids, spec.Name)
			case *ast.ValueSpec:
				ids = append(ids, spec.Names...)
			}
		}
	}
	return ids
}
