package migrate

var tinylib = &Library{
	ID:   "msgp",
	Name: "tinylib/msgp",
	Packages: []Package{{
		Path: "github.com/tinylib/msgp/msgp",
		Here: here + "/msgpack/msgp",
		Symbols: []Symbol{
			{"Reader.R", Rewrite, "`Read`, `ReadFull`, `Buffered`, `CopyNext` of the Reader", "it is the buffer of another package"},
			{"Reader.SetMaxRecursionDepth Reader.GetMaxRecursionDepth", Same, "", "the depth is 512 before it is set, not 100000"},
			{"ReadFile WriteFile", Same, "", "files are read and written, not mapped"},
			{"AppendJSONNumber", Differs, "", "integers beyond `int64` are unsigned integers, not floats"},
			{"EncoderToBytes", Differs, "", "panics with the error of a method, as its signature has no result for it"},
		},
	}, {
		Path: "github.com/tinylib/msgp/msgp/setof",
		Here: here + "/msgpack/msgp/setof",
	}},
	Commands: []Command{
		{"go run github.com/tinylib/msgp", "go run " + here + "/cmd/zebrapack -msgp"},
		{"go tool msgp", "go tool zebrapack -msgp"},
		{"msgp", "zebrapack -msgp"},
	},
	Differences: []Difference{
		{"bytes of generated code", "", "the same, by `zebrapack -msgp`"},
		{"a missing field", "leaves what the target held", "is cleared"},
		{"a field twice", "the last one wins", "an error"},
		{"nesting", "up to 100,000", "up to 512, unless it is set"},
		{"an error", "compares by `==`", "has offset and path: ask `errors.Is`"},
	},
}

var vmihailenco = &Library{
	ID:   "msgpack",
	Name: "vmihailenco/msgpack",
	Packages: []Package{{
		Path:   "github.com/vmihailenco/msgpack/v5",
		Here:   here + "/msgpack",
		Rest:   Rewrite,
		Values: []string{"Marshal", "Encoder.Encode", "Unmarshal", "Decoder.Decode"},
		Symbols: []Symbol{
			{"Marshal Unmarshal NewEncoder NewDecoder Encoder Decoder Encoder.Encode Decoder.Decode Decoder.Skip", Same, "", ""},
			{"Encoder.Reset Decoder.Reset", Same, "", ""},
			{"RawMessage", Renamed, "Raw", ""},
			{"RawMessage.EncodeMsgpack RawMessage.DecodeMsgpack", Rewrite, "`Encode`, `Decode`", "a Raw is known by its type"},
			{"Marshaler Unmarshaler MarshalerUnmarshaler", Rewrite, "an interface of your own", "types are known by their methods `MarshalMsgpack` and `UnmarshalMsgpack`"},
			{"CustomEncoder CustomDecoder", Rewrite, "`RegisterAdapter`", "types are known by their methods `EncodeMsgpack` and `DecodeMsgpack`, which keep that package's import"},
			{"Encoder.SetCustomStructTag Decoder.SetCustomStructTag", Rewrite, "`StructTag` of the options", ""},
			{"Encoder.SetSortMapKeys Encoder.EncodeMapSorted", Rewrite, "`EncodeOptions.Deterministic`", "for all types of maps"},
			{"Decoder.DisallowUnknownFields", Rewrite, "`DecodeOptions.RejectUnknown`", ""},
			{"Encoder.UseArrayEncodedStructs", Rewrite, "`as_array` of `_msgpack`, for each type", ""},
			{"Encoder.SetOmitEmpty", Rewrite, "`omitempty` of `_msgpack`, for each type", ""},
			{"Encoder.UseCompactInts Encoder.UseCompactFloats", Rewrite, "nothing", "integers are always short, and floats stay floats"},
			{"Encoder.UseInternedStrings Decoder.UseInternedStrings Encoder.WithDict Decoder.WithDict Encoder.ResetDict Decoder.ResetDict", Rewrite, "nothing", "strings are written out"},
			{"Decoder.UseLooseInterfaceDecoding Decoder.SetMapDecoder Decoder.DecodeInterfaceLoose", Rewrite, "nothing", "an `any` has `int64`, `uint64`, `float64`; decode into the type that is wanted"},
			{"Decoder.UsePreallocateValues Decoder.DisableAllocLimit", Rewrite, "`DecodeOptions.Limits`", ""},
			{"Decoder.Buffered", Rewrite, "`bytes.NewReader(d.Buffered())`", "it returns the bytes"},
			{"Decoder.Query", Rewrite, "`View.At`", "a path is a JSON Pointer; loop over `View.Elements` for `*`"},
			{"Decoder.DecodeRaw", Rewrite, "`Decoder.ViewRaw`", "which aliases the buffer"},
			{"Encoder.EncodeMulti Decoder.DecodeMulti", Rewrite, "a call for each value", ""},
			{"Encoder.EncodeValue Decoder.DecodeValue", Rewrite, "`Encode(v.Interface())`, `Decode(v.Addr().Interface())`", ""},
			{"Encoder.Writer Encoder.ResetWriter Decoder.ResetReader Decoder.ReadFull", Rewrite, "nothing", "keep the writer or reader yourself"},
			{"GetEncoder PutEncoder GetDecoder PutDecoder", Rewrite, "`CodecOf`", "coders are pooled inside; `Append` takes a buffer"},
			{"Encoder.EncodeNil Encoder.EncodeBool Encoder.EncodeString Encoder.EncodeBytes Encoder.EncodeTime Encoder.EncodeDuration Encoder.EncodeMap", Rewrite, "`msgp.Writer`: `WriteNil`, `WriteBool`, `WriteString` and so on", "value by value"},
			{"Encoder.EncodeInt Encoder.EncodeInt8 Encoder.EncodeInt16 Encoder.EncodeInt32 Encoder.EncodeInt64 Encoder.EncodeUint Encoder.EncodeUint8 Encoder.EncodeUint16 Encoder.EncodeUint32 Encoder.EncodeUint64 Encoder.EncodeFloat32 Encoder.EncodeFloat64", Rewrite, "`msgp.Writer`: `WriteInt64`, `WriteUint64`, `WriteFloat64` and so on", "value by value"},
			{"Encoder.EncodeArrayLen Encoder.EncodeMapLen Encoder.EncodeBytesLen Encoder.EncodeExtHeader", Rewrite, "`msgp.Writer`: `WriteArrayHeader`, `WriteMapHeader`, `WriteBytesHeader`, `WriteExtension`", ""},
			{"Decoder.PeekCode Decoder.DecodeNil Decoder.DecodeBool Decoder.DecodeString Decoder.DecodeBytes Decoder.DecodeTime Decoder.DecodeDuration Decoder.DecodeInterface Decoder.DecodeSlice Decoder.DecodeMap Decoder.DecodeTypedMap Decoder.DecodeUntypedMap", Rewrite, "`msgp.Reader`: `NextType`, `ReadNil`, `ReadBool`, `ReadString` and so on", "value by value"},
			{"Decoder.DecodeInt Decoder.DecodeInt8 Decoder.DecodeInt16 Decoder.DecodeInt32 Decoder.DecodeInt64 Decoder.DecodeUint Decoder.DecodeUint8 Decoder.DecodeUint16 Decoder.DecodeUint32 Decoder.DecodeUint64 Decoder.DecodeFloat32 Decoder.DecodeFloat64", Rewrite, "`msgp.Reader`: `ReadInt64`, `ReadUint64`, `ReadFloat64` and so on", "value by value"},
			{"Decoder.DecodeArrayLen Decoder.DecodeMapLen Decoder.DecodeBytesLen Decoder.DecodeExtHeader", Rewrite, "`msgp.Reader`: `ReadArrayHeader`, `ReadMapHeader`, `ReadBytesHeader`, `ReadExtension`", ""},
			{"Register", Rewrite, "methods `MarshalMsgpack` and `UnmarshalMsgpack`", ""},
			{"RegisterExt RegisterExtEncoder RegisterExtDecoder UnregisterExt", Rewrite, "`msgp.RegisterExtension`", ""},
			{"Version", Rewrite, "nothing", ""},
		},
		Methods: []Method{
			{"EncodeMsgpack", Rewrite, "`msgpack.RegisterAdapter`", "the method keeps its import of that package; the program says once how its coders are made"},
			{"DecodeMsgpack", Rewrite, "`msgpack.RegisterAdapter`", "the method keeps its import of that package; the program says once how its coders are made"},
		},
	}, {
		Path: "github.com/vmihailenco/msgpack/v5/msgpcode",
		Rest: Rewrite,
		Note: "what a byte begins says `msgp.NextType`",
	}, {
		Path: "github.com/vmihailenco/msgpack/v4",
		Rest: Rewrite,
		Note: "move to version 5 first, which has the same bytes",
	}, {
		Path: "github.com/vmihailenco/msgpack",
		Rest: Rewrite,
		Note: "move to version 5 first, which has the same bytes",
	}},
	Tags: []Tag{{"msgpack", "intern", Rewrite, "strings are written out; the option is an error"}},
	Fields: []FieldRule{
		{NamedByJSON, "is named by its tag json here: StructTag: \"=msgpack\" in the options keeps the name"},
		{Embedded, "is a field here: Inline: true in the options promotes its fields"},
	},
}
