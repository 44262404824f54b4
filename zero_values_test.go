// Zero values of everything that packages export, and their methods called with zeros: what
// was forgotten to be made is an error or an empty answer, and no panic.

package beve_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/core"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/iso8601"
	"github.com/beve-org/beve-go/json"
	jsoncanonical "github.com/beve-org/beve-go/json/canonical"
	jsoncolumn "github.com/beve-org/beve-go/json/column"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/jsonpack/buffer"
	"github.com/beve-org/beve-go/msgpack"
	msgpackcolumn "github.com/beve-org/beve-go/msgpack/column"
	"github.com/beve-org/beve-go/msgpack/msgp"
	msgpackpatch "github.com/beve-org/beve-go/msgpack/patch"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
	"github.com/beve-org/beve-go/zebrapack"
)

// zeros has a zero value of every exported type that is not an interface.
var zeros = []any{
	beve.Codec[int]{}, beve.DecodeError{}, beve.DecodeOptions{}, beve.Decoder{}, beve.EncodeError{}, beve.EncodeOptions{}, beve.Encoder{},
	beve.IndexOptions{}, beve.Indexed{}, beve.Lease{}, beve.Limits{}, beve.View{}, beve.Member{}, beve.TimeFormat(0),
	core.Arena{}, core.ArenaPool{},
	beverun.Buffer{}, beverun.Decoder{}, beverun.DecoderOptions{}, beverun.Encoder{}, beverun.Object{}, beverun.Room{}, beverun.State{}, beverun.ElementFunc[int](nil),
	json.Codec[int]{}, json.DecodeError{}, json.DecodeOptions{}, json.Decoder{}, json.EncodeError{}, json.EncodeOptions{}, json.Encoder{}, json.Limits{}, json.Member{}, json.Tokenizer{}, json.View{}, json.RawValue{}, json.AppendFlags(0), json.ParseFlags(0), json.Kind(0),
	iso8601.ValidFlags(0),
	jsonpack.Codec[int]{}, jsonpack.CompileError{}, jsonpack.DecodeError{}, jsonpack.DecodeOptions{}, jsonpack.Decoder{}, jsonpack.EncodeError{}, jsonpack.EncodeOptions{}, jsonpack.Encoder{}, jsonpack.JSONPack{}, jsonpack.Limits{}, jsonpack.Schema{}, jsonpack.SchemaDef{}, jsonpack.SchemaNonExistError{}, jsonpack.UnknownTypeError{}, jsonpack.WrongTypeError{}, jsonpack.TypeAssertionError{}, jsonpack.StructFieldNonExistError{}, jsonpack.NotImplementedError{}, jsonpack.ByteOrder(0),
	buffer.Buffer{}, buffer.BufferError{},
	msgpack.Codec[int]{}, msgpack.DecodeError{}, msgpack.DecodeOptions{}, msgpack.Decoder{}, msgpack.EncodeError{}, msgpack.EncodeOptions{}, msgpack.Encoder{}, msgpack.View{}, msgpack.ValidateOptions{}, msgpack.Limits{}, msgpack.Member{},
	msgp.Reader{}, msgp.Writer{}, msgp.Number{}, msgp.Raw{}, msgp.RawExtension{}, msgp.Slab{}, msgp.EndlessReader{}, msgp.ArrayError{}, msgp.TypeError{}, msgp.UintOverflow{}, msgp.IntOverflow{}, msgp.UintBelowZero{}, msgp.InvalidTimestamp{}, msgp.ExtensionTypeError{}, msgp.ErrUnsupportedType{}, msgp.RuntimeConfig{}, msgp.Type(0), msgp.InvalidPrefixError(0), msgp.AutoShim{},
	scalar.Complex[float64]{}, scalar.Duration{}, scalar.Int128{}, scalar.Interval{}, scalar.Matrix[float64]{}, scalar.RegExpData{}, scalar.Timestamp{}, scalar.TypeTag{}, scalar.UUID{}, scalar.Float16(0), scalar.BFloat16(0), scalar.Layout(0), scalar.RegExpFlags(0), scalar.Uint128{},
	token.Token{}, token.Kind(0),
	translator.DecodeError{}, translator.DirectTranslate{}, translator.Options{}, translator.Stats{}, translator.Text{}, translator.TranscodeStats{}, translator.Limits{}, translator.Direction(0),
	wire.Bools{}, wire.Budget{}, wire.Complexes{}, wire.IndexEntry{}, wire.Indexed{}, wire.Limits{}, wire.Matrix{}, wire.Number{}, wire.Numbers{}, wire.Scanner{}, wire.Table{}, wire.Times{}, wire.ValidateOptions{}, wire.Header(0), wire.Kind(0), wire.Class(0),
	patch.Batch{}, jsonpatch.Batch{}, msgpackpatch.Batch{},
	column.Rows{}, column.Match{}, jsoncolumn.Rows{}, jsoncolumn.Match{}, msgpackcolumn.Rows{}, msgpackcolumn.Match{},
	zebrapack.Codec[int]{}, zebrapack.DecodeError{}, zebrapack.DecodeOptions{}, zebrapack.Decoder{}, zebrapack.EncodeError{}, zebrapack.EncodeOptions{}, zebrapack.Encoder{}, zebrapack.Field{}, zebrapack.Schema{}, zebrapack.Struct{}, zebrapack.TranslateOptions{}, zebrapack.Type{}, zebrapack.Violation{}, zebrapack.Limits{}, zebrapack.Kind(0),
}

// strict are methods that panic, with the reason.
var strict = map[string]string{
	"wire.Bools.At":                "takes an index, as a slice does",
	"wire.Numbers.At":              "takes an index, as a slice does",
	"wire.Times.Nanos":             "takes an index, as a slice does",
	"json.HTMLEscape":              "is that of encoding/json, which needs a buffer",
	"beverun.Encoder.CloseMessage": "is told of a failure that is none",
	"beverun.Room.EndTime":         "stores into room that nobody made",
	"beverun.Room.PutShort":        "stores into room that nobody made",
	"beverun.Room.Put":             "stores into room that nobody made",
	"beverun.Room.PutBool":         "stores into room that nobody made",
	"beverun.Room.PutByte":         "stores into room that nobody made",
	"beverun.Room.PutInt":          "stores into room that nobody made",
	"beverun.Room.PutSize":         "stores into room that nobody made",
	"beverun.Room.PutText":         "stores into room that nobody made",
	"beverun.Room.PutTexts":        "stores into room that nobody made",
	"beverun.Room.PutTime":         "stores into room that nobody made",
	"beverun.Room.PutUint":         "stores into room that nobody made",
	"msgp.EndlessReader.Read":      "is for benchmarks, whose clock it stops",
}

// TestZeroValues calls every method of every zero value with arguments that are zero, and with
// pointers to zero values.
func TestZeroValues(t *testing.T) {
	calls := 0
	for _, v := range zeros {
		typ := reflect.TypeOf(v)
		for i := range reflect.PointerTo(typ).NumMethod() {
			m := reflect.PointerTo(typ).Method(i)
			name := typ.String() + "." + m.Name
			for _, pointed := range []bool{false, true} {
				args, ok := zeroArguments(typ, m.Type, pointed)
				if !ok || strict[name] != "" {
					continue
				}
				call := m.Func.Call
				if m.Type.IsVariadic() {
					call = m.Func.CallSlice
				}
				calls++
				mustNotPanic(t, name, pointed, func() {
					if out := call(args); readsNothing(typ) && len(out) > 0 && succeeds(out[len(out)-1]) {
						t.Errorf("%s of the zero value succeeds", name)
					}
				})
			}
		}
	}
	if calls < 1000 {
		t.Errorf("%d calls", calls)
	}
}

// readsNothing reports whether a zero value of typ is one to read from that was given nothing.
func readsNothing(typ reflect.Type) bool {
	switch typ {
	case reflect.TypeFor[beve.View](), reflect.TypeFor[json.View](), reflect.TypeFor[msgpack.View](),
		reflect.TypeFor[column.Rows](), reflect.TypeFor[jsoncolumn.Rows](), reflect.TypeFor[msgpackcolumn.Rows](),
		reflect.TypeFor[beve.Decoder](), reflect.TypeFor[json.Decoder](), reflect.TypeFor[msgpack.Decoder]():
		return true
	}
	return false
}

// succeeds reports whether a result is an error that is nil, or a loop that ends without one.
func succeeds(out reflect.Value) bool {
	if out.Type() == reflect.TypeFor[error]() {
		return out.IsNil()
	}
	if out.Kind() != reflect.Func || !out.Type().CanSeq2() {
		return false
	}
	for _, err := range out.Seq2() {
		if err.Type() != reflect.TypeFor[error]() || !err.IsNil() {
			return false
		}
	}
	return true
}

// zeroArguments returns a zero value of typ and arguments for its method m. It does not where m
// calls methods of an argument: of a nil there are none; nor where generated code calls m, which
// has no nil pointers.
func zeroArguments(typ, m reflect.Type, pointed bool) ([]reflect.Value, bool) {
	args := []reflect.Value{reflect.New(typ)}
	for i := 1; i < m.NumIn(); i++ {
		in := m.In(i)
		arg := reflect.Zero(in)
		switch in.Kind() {
		case reflect.Pointer:
			if pkg := path.Base(typ.PkgPath()); !pointed && (pkg == "beverun" || pkg == "msgp") {
				return nil, false
			}
			if pointed {
				arg = reflect.New(in.Elem())
			}
		case reflect.Interface:
			if in.NumMethod() > 0 && in.PkgPath() != "io" {
				return nil, false
			}
		}
		args = append(args, arg)
	}
	return args, true
}

// functions are those of the packages that users call, without those of type parameters.
var functions = map[string]any{
	"beve.Append": beve.Append, "beve.EncodeDuration": beve.EncodeDuration, "beve.EncodeIndexedObject": beve.EncodeIndexedObject,
	"beve.EncodeInterval": beve.EncodeInterval, "beve.GetEncoderFromPool": beve.GetEncoderFromPool, "beve.GetStructTag": beve.GetStructTag,
	"beve.Marshal": beve.Marshal, "beve.MarshalAuto": beve.MarshalAuto, "beve.MarshalRegExp": beve.MarshalRegExp,
	"beve.MarshalTimestamp": beve.MarshalTimestamp, "beve.MarshalTyped": beve.MarshalTyped, "beve.MarshalUUID": beve.MarshalUUID,
	"beve.MarshalUUIDString": beve.MarshalUUIDString, "beve.MarshalZeroCopy": beve.MarshalZeroCopy, "beve.NewDecoder": beve.NewDecoder,
	"beve.NewDecoderBytes": beve.NewDecoderBytes, "beve.NewEncoder": beve.NewEncoder, "beve.NewView": beve.NewView, "beve.OpenIndexed": beve.OpenIndexed,
	"beve.PutEncoderToPool": beve.PutEncoderToPool, "beve.ReadFieldByName": beve.ReadFieldByName, "beve.Reflect": beve.Reflect,
	"beve.SetStructTag": beve.SetStructTag, "beve.Unmarshal": beve.Unmarshal, "beve.UnmarshalRegExp": beve.UnmarshalRegExp,
	"beve.UnmarshalTimestamp": beve.UnmarshalTimestamp, "beve.Valid": beve.Valid,
	"core.GetDecoderBytesFromPool": core.GetDecoderBytesFromPool, "core.GetDecoderFromPool": core.GetDecoderFromPool,
	"core.GetEncoderFromPool": core.GetEncoderFromPool, "core.GetEncoderFromPoolWithArena": core.GetEncoderFromPoolWithArena,
	"core.NewArenaPool": core.NewArenaPool, "core.NewDecoderWithArena": core.NewDecoderWithArena, "core.PutDecoderToPool": core.PutDecoderToPool,
	"core.PutEncoderToPool":   core.PutEncoderToPool,
	"extended.AppendDuration": extended.AppendDuration, "extended.AppendInterval": extended.AppendInterval,
	"extended.AppendRegExp": extended.AppendRegExp, "extended.AppendRegExpData": extended.AppendRegExpData,
	"extended.AppendTimestamp": extended.AppendTimestamp, "extended.AppendTimestampValue": extended.AppendTimestampValue,
	"extended.AppendTypedArray": extended.AppendTypedArray, "extended.AppendUUID": extended.AppendUUID,
	"extended.AppendUUIDString": extended.AppendUUIDString, "extended.DecodeDuration": extended.DecodeDuration,
	"extended.DecodeInterval": extended.DecodeInterval, "extended.DecodeRegExp": extended.DecodeRegExp,
	"extended.DecodeTimestamp": extended.DecodeTimestamp, "extended.DetectEncoding": extended.DetectEncoding,
	"extended.EncodeRegExp": extended.EncodeRegExp, "extended.EncodeTimestamp": extended.EncodeTimestamp,
	"extended.EncodeTypedArray": extended.EncodeTypedArray, "extended.GetExtensionID": extended.GetExtensionID,
	"extended.HasFieldIndex": extended.HasFieldIndex, "extended.IsExtension": extended.IsExtension, "extended.ReadFieldByPath": extended.ReadFieldByPath,
	"extended.ReadFieldsByName": extended.ReadFieldsByName, "extended.SupportsExtension": extended.SupportsExtension,
	"extended.UnmarshalUUID": extended.UnmarshalUUID, "extended.UnmarshalUUIDString": extended.UnmarshalUUIDString,
	"scalar.AppendUUIDText": scalar.AppendUUIDText, "scalar.BFloat16FromFloat32": scalar.BFloat16FromFloat32,
	"scalar.BFloat16FromFloat64": scalar.BFloat16FromFloat64, "scalar.BFloat16sFromFloat32s": scalar.BFloat16sFromFloat32s,
	"scalar.DurationOf": scalar.DurationOf, "scalar.Float16FromFloat32": scalar.Float16FromFloat32,
	"scalar.Float16FromFloat64": scalar.Float16FromFloat64, "scalar.Float16sFromFloat32s": scalar.Float16sFromFloat32s,
	"scalar.Int128FromInt64": scalar.Int128FromInt64, "scalar.Int128FromMagnitude": scalar.Int128FromMagnitude, "scalar.ParseInt128": scalar.ParseInt128,
	"scalar.ParseRegExpFlags": scalar.ParseRegExpFlags, "scalar.ParseUUID": scalar.ParseUUID, "scalar.ParseUint128": scalar.ParseUint128,
	"scalar.TimeOf": scalar.TimeOf, "scalar.TimestampOf": scalar.TimestampOf, "scalar.Uint128FromUint64": scalar.Uint128FromUint64,
	"msgpack.Append": msgpack.Append, "msgpack.Marshal": msgpack.Marshal, "msgpack.NewDecoder": msgpack.NewDecoder,
	"msgpack.NewDecoderBytes": msgpack.NewDecoderBytes, "msgpack.NewEncoder": msgpack.NewEncoder, "msgpack.NewView": msgpack.NewView,
	"msgpack.Unmarshal": msgpack.Unmarshal, "msgpack.Valid": msgpack.Valid, "msgpack.Validate": msgpack.Validate,
	"zebrapack.Append": zebrapack.Append, "zebrapack.Check": zebrapack.Check, "zebrapack.CheckBranches": zebrapack.CheckBranches,
	"zebrapack.CheckIDs": zebrapack.CheckIDs, "zebrapack.Decode": zebrapack.Decode, "zebrapack.Marshal": zebrapack.Marshal,
	"zebrapack.NewDecoder": zebrapack.NewDecoder, "zebrapack.NewDecoderBytes": zebrapack.NewDecoderBytes, "zebrapack.NewEncoder": zebrapack.NewEncoder,
	"zebrapack.ParseKind": zebrapack.ParseKind, "zebrapack.ParseSchema": zebrapack.ParseSchema, "zebrapack.SchemaOfType": zebrapack.SchemaOfType,
	"zebrapack.ToJSON": zebrapack.ToJSON, "zebrapack.ToMsgpack": zebrapack.ToMsgpack, "zebrapack.Unmarshal": zebrapack.Unmarshal,
	"zebrapack.Valid":     zebrapack.Valid,
	"jsonpack.NewDecoder": jsonpack.NewDecoder, "jsonpack.NewDecoderBytes": jsonpack.NewDecoderBytes, "jsonpack.NewEncoder": jsonpack.NewEncoder,
	"jsonpack.NewJSONPack": jsonpack.NewJSONPack, "jsonpack.ValidateSchema": jsonpack.ValidateSchema,
	"buffer.ByteLenVarInt": buffer.ByteLenVarInt, "buffer.ByteLenVarUint": buffer.ByteLenVarUint, "buffer.Create": buffer.Create,
	"buffer.From": buffer.From,
	"json.Append": json.Append, "json.AppendEscape": json.AppendEscape, "json.AppendUnescape": json.AppendUnescape, "json.Compact": json.Compact,
	"json.Escape": json.Escape, "json.Indent": json.Indent, "json.Marshal": json.Marshal, "json.MarshalIndent": json.MarshalIndent,
	"json.NewDecoder": json.NewDecoder, "json.NewDecoderBytes": json.NewDecoderBytes, "json.NewEncoder": json.NewEncoder,
	"json.NewTokenizer": json.NewTokenizer, "json.NewView": json.NewView, "json.Parse": json.Parse, "json.Unescape": json.Unescape,
	"json.Unmarshal": json.Unmarshal, "json.Valid": json.Valid,
	"iso8601.AppendDuration": iso8601.AppendDuration, "iso8601.AppendTime": iso8601.AppendTime, "iso8601.AppendTimeDigits": iso8601.AppendTimeDigits,
	"iso8601.Parse": iso8601.Parse, "iso8601.ParseBytes": iso8601.ParseBytes, "iso8601.ParseDuration": iso8601.ParseDuration,
	"iso8601.ParseFlexible": iso8601.ParseFlexible, "iso8601.Valid": iso8601.Valid, "iso8601.ValidBytes": iso8601.ValidBytes,
	"translator.AppendBEVE": translator.AppendBEVE, "translator.AppendJSON": translator.AppendJSON, "translator.FromJSON": translator.FromJSON,
	"translator.FromJSONString": translator.FromJSONString, "translator.FromJSONWithStats": translator.FromJSONWithStats,
	"translator.NewDirectTranslate": translator.NewDirectTranslate, "translator.ToJSON": translator.ToJSON,
	"translator.ToJSONIndent": translator.ToJSONIndent, "translator.ToJSONString": translator.ToJSONString,
	"translator.ToJSONWithStats": translator.ToJSONWithStats, "translator.Transcode": translator.Transcode,
	"translator.ValidateBEVE": translator.ValidateBEVE, "translator.ValidateJSON": translator.ValidateJSON,
	"patch.Set": patch.Set[any], "patch.Insert": patch.Insert[int], "patch.Append": patch.Append[string], "patch.Delete": patch.Delete,
	"patch.Apply": patch.Apply, "patch.ApplyJSON": patch.ApplyJSON, "patch.Merge": patch.Merge, "patch.MergeJSON": patch.MergeJSON, "patch.Diff": patch.Diff,
	"json/patch.Set": jsonpatch.Set[any], "json/patch.Insert": jsonpatch.Insert[int], "json/patch.Append": jsonpatch.Append[string], "json/patch.Delete": jsonpatch.Delete,
	"json/patch.Apply": jsonpatch.Apply, "json/patch.Merge": jsonpatch.Merge, "json/patch.Diff": jsonpatch.Diff,
	"msgpack/patch.Set": msgpackpatch.Set[any], "msgpack/patch.Insert": msgpackpatch.Insert[int], "msgpack/patch.Append": msgpackpatch.Append[string],
	"msgpack/patch.Delete": msgpackpatch.Delete, "msgpack/patch.Apply": msgpackpatch.Apply, "msgpack/patch.ApplyJSON": msgpackpatch.ApplyJSON,
	"msgpack/patch.Merge": msgpackpatch.Merge, "msgpack/patch.MergeJSON": msgpackpatch.MergeJSON, "msgpack/patch.Diff": msgpackpatch.Diff,
	"canonical.Append": canonical.Append, "canonical.Check": canonical.Check, "canonical.Marshal": canonical.Marshal,
	"json/canonical.Append": jsoncanonical.Append, "json/canonical.Check": jsoncanonical.Check, "json/canonical.Marshal": jsoncanonical.Marshal,
	"column.From": column.From, "column.Of": column.Of[any], "column.Equal": column.Equal[int], "column.Between": column.Between[string],
	"column.AtLeast": column.AtLeast[bool], "column.AtMost": column.AtMost[float64], "column.Func": column.Func[uint64],
	"json/column.From": jsoncolumn.From, "json/column.Of": jsoncolumn.Of[any], "json/column.Func": jsoncolumn.Func[string],
	"msgpack/column.From": msgpackcolumn.From, "msgpack/column.Of": msgpackcolumn.Of[any], "msgpack/column.Func": msgpackcolumn.Func[string],
}

// TestFunctionsOfZeros calls every function with zeros.
func TestFunctionsOfZeros(t *testing.T) {
	for name, f := range functions {
		v := reflect.ValueOf(f)
		for _, pointed := range []bool{false, true} {
			var args []reflect.Value
			for i := range v.Type().NumIn() {
				arg := reflect.Zero(v.Type().In(i))
				if pointed && arg.Kind() == reflect.Pointer {
					arg = reflect.New(arg.Type().Elem())
				}
				args = append(args, arg)
			}
			call := v.Call
			if v.Type().IsVariadic() {
				call = v.CallSlice
			}
			mustNotPanic(t, name, pointed, func() { call(args) })
		}
	}
}

// mustNotPanic calls f.
func mustNotPanic(t *testing.T, name string, pointed bool, f func()) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s, pointers to zeros %t: panic: %v", name, pointed, r)
		}
	}()
	f()
}

// TestZeroValuesAreAll finds what the tables lack.
func TestZeroValuesAreAll(t *testing.T) {
	have := map[string]bool{}
	for _, v := range zeros {
		name, _, _ := strings.Cut(reflect.TypeOf(v).String(), "[")
		have[name] = true
	}
	// Generated code and those who write formats call the functions of the others, which take
	// offsets and sizes that are in bounds.
	calledByUsers := map[string]bool{".": true, "core": true, "extended": true, "scalar": true, "msgpack": true, "zebrapack": true, "jsonpack": true,
		"jsonpack/buffer": true, "json": true, "iso8601": true, "translator": true, "patch": true, "canonical": true, "column": true, "beverun": false, "wire": false, "msgpack/msgp": false}
	for dir := range calledByUsers {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || files == nil {
			t.Fatalf("%s: %v, %v", dir, files, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				switch decl := decl.(type) {
				case *ast.FuncDecl:
					full := file.Name.Name + "." + decl.Name.Name
					if decl.Recv == nil && decl.Type.TypeParams == nil && decl.Name.IsExported() && calledByUsers[dir] && functions[full] == nil && strict[full] == "" {
						t.Errorf("%s declares %s, which is not tested", name, decl.Name.Name)
					}
				case *ast.GenDecl:
					for _, spec := range decl.Specs {
						spec, ok := spec.(*ast.TypeSpec)
						if !ok || spec.Assign.IsValid() || !spec.Name.IsExported() {
							continue
						}
						if _, ok := spec.Type.(*ast.InterfaceType); !ok && !have[file.Name.Name+"."+spec.Name.Name] {
							t.Errorf("%s declares %s, which is not tested", name, spec.Name.Name)
						}
					}
				}
			}
		}
	}
}
