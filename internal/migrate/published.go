package migrate

var original = &Library{
	ID:   "beve",
	Name: "The first beve-go",
	Packages: []Package{{
		Path:   here,
		Here:   here,
		Unless: "NewView",
		Symbols: []Symbol{
			{"ZeroCopyBytes", Renamed, "Lease", ""},
			{"BinaryMarshaler", Renamed, "Marshaler", ""},
			{"BinaryUnmarshaler", Renamed, "Unmarshaler", ""},
			{"RawMessage", Renamed, "Raw", ""},
			{"UnmarshalAuto UnmarshalTyped", Renamed, "Unmarshal", "which reads every form"},
			{"NewDecoder", Differs, "`NewDecoder`, `NewDecoderBytes`", "of a reader or of bytes: it took either"},
			{"Encoder.Encode", Rewrite, "`Encoder.Encode`, `Encoder.Marshal`", "it returns an error alone; the bytes are the result of `Marshal`"},
			{"Encoder.Close", Rewrite, "nothing", "an Encoder holds nothing between values"},
			{"Encoder.Indent Encoder.SetEscapeHTML", Rewrite, "nothing", "they did nothing"},
			{"NewStreamEncoder NewStreamEncoderSize StreamEncoder StreamEncoder.Encode StreamEncoder.Flush StreamEncoder.Close", Rewrite, "`NewEncoder`", "around a `bufio.Writer`, if that is wanted"},
			{"NewStreamDecoder NewStreamDecoderSize StreamDecoder StreamDecoder.Decode StreamDecoder.Close", Rewrite, "`NewDecoder`", "reads value by value; `Elements` loops over an array"},
			{"InvalidUnmarshalError UnsupportedError", Rewrite, "`errors.Is(err, beve.ErrUnsupported)`", "`DecodeError` has offset and path"},
			{"StructTag", Rewrite, "`SetStructTag`, `EncodeOptions.StructTag`", ""},
			{"Version", Rewrite, "nothing", ""},
			{"MarshalWithOptions MarshalOptions", Rewrite, "`EncodeOptions.Marshal`", "`Extended` and `MinTableRows` stand for `UseTypedSchema` and `MinArraySize`"},
			{"DecodeIndexedObject DecodeTypedArray DecodeTypedNestedArray", Rewrite, "`Unmarshal`", "which reads every form"},
			{"EncodeTypedArray EncodeTypedNestedArray", Rewrite, "`MarshalTyped`", ""},
			{"EncodeTimestamp DecodeTimestamp DecodeDuration EncodeRegExp DecodeRegExp UnmarshalUUID UnmarshalUUIDString", Rewrite, "`extended.*`", ""},
			{"EncodeRegExpString", Rewrite, "`extended.EncodeRegExp`", "with flags for the booleans"},
			{"DecodeRegExpString", Rewrite, "`extended.DecodeRegExp`", "with flags for the booleans"},
			{"DecodeInterval", Rewrite, "`extended.DecodeInterval`", "it returns an `Interval` and an error"},
			{"DetectEncoding IsExtension GetExtensionID SupportsExtension", Rewrite, "`extended.*`", ""},
			{"GetCapabilities Capabilities NegotiateFormat", Rewrite, "nothing", "`Marshal` writes what every reader knows, and `Extended` asks for more"},
			{"FlagCaseInsensitive", Rewrite, "`extended.FlagIgnoreCase`", ""},
			{"FlagMultiline FlagDotAll FlagUnicode FlagGlobal", Rewrite, "`extended.*`", ""},
		},
	}, {
		Path:   here + "/core",
		Here:   here + "/core",
		Unless: "PutDecoderToPool",
		Symbols: []Symbol{
			{"Encoder Decoder NewDecoder Buffer", Rewrite, "`beve.Encoder`, `beve.Decoder`", ""},
			{"ClearEncoderCache ClearDecoderCache", Rewrite, "nothing", "options belong to calls"},
			{"UnsupportedError", Rewrite, "`errors.Is(err, beve.ErrUnsupported)`", ""},
			{"BufferLease", Rewrite, "`beve.Lease`", ""},
		},
	}},
	Differences: []Difference{
		{"lengths from 64 on", "the highest byte first, in early versions", "the lowest byte first, as BEVE has it: convert such data to JSON with the version that wrote it"},
		{"`time.Time`", "an integer, nanoseconds since 1970, where it stands alone", "text, RFC 3339; `Time: TimeUnixNano` writes that integer, and both are read"},
		{"names of fields", "tag `beve`, then `json`", "the same"},
		{"the option `inline` of a tag", "promotes a struct", "is ignored: embed the struct"},
	},
}

var jsonpack = &Library{
	ID:   "jsonpack",
	Name: "arloliu/jsonpack",
	Packages: []Package{{
		Path: "github.com/arloliu/jsonpack",
		Here: here + "/jsonpack",
		Symbols: []Symbol{
			{"EncodeError.Name DecodeError.Name", Rewrite, "`EncodeError.Path`, `DecodeError.Path`", "the text has the name of the schema"},
		},
	}, {
		Path: "github.com/arloliu/jsonpack/buffer",
		Here: here + "/jsonpack/buffer",
		Symbols: []Symbol{
			{"Buffer.*Unsafe", Rewrite, "the name without `Unsafe`", "it does the same, and checks"},
			{"Buffer.EnsureCap Buffer.Grow Buffer.Seek", Differs, "", "a failure is kept and returned by `Err`, where it panicked"},
			{"Buffer*Error BytesBufNegativeReadError", Differs, "", "a failure is kept and returned by `Err`, where it panicked"},
		},
	}},
}

var zebrapack = &Library{
	ID:   "zebrapack",
	Name: "glycerine/zebrapack",
	Packages: []Package{{
		Path: "github.com/glycerine/zebrapack/msgp",
		Here: here + "/msgpack/msgp",
		Symbols: []Symbol{
			{"NilBitsStack NilTracker Reader.NilTracker Reader.*AlwaysNil* OnlyNilSlice AppendNegativeOneAndStringAsBytes MaxNestedStructPointerDepth ShowFound ConcreteFactory *.NextStructName", Rewrite, "nothing", "generated code used them: generate it again"},
			{"PreSave PostLoad", Rewrite, "interfaces of your own", "the methods `PreSaveHook` and `PostLoadHook` are called as before"},
			{"Reader.R", Rewrite, "`Read`, `ReadFull`, `Buffered`, `CopyNext` of the Reader", "it is the buffer of another package"},
		},
	}, {
		Path: "github.com/glycerine/zebrapack/zebra",
		Rest: Rewrite,
		Note: "`zebrapack.Schema`, by `ParseSchema` and `SchemaOf`, has the same fields under shorter names",
		Symbols: []Symbol{
			{"Schema.ZebraToMsgp2", Rewrite, "`zebrapack.ToMsgpack`", ""},
			{"Schema.WriteToGo", Rewrite, "`zebrapack -schema-to-go`", ""},
			{"Schema.UnmarshalMsg Schema.ZebraUnmarshalMsg", Rewrite, "`zebrapack.ParseSchema`", ""},
			{"Schema.MarshalMsg Schema.ZebraMarshalMsg", Rewrite, "`Schema.AppendMsgpack`", ""},
			{"Zkind Ztype", Rewrite, "`zebrapack.Kind`, `zebrapack.Type`", ""},
			{"ZkindFromString", Rewrite, "`zebrapack.ParseKind`", ""},
		},
	}},
	Commands: []Command{
		{"go run github.com/glycerine/zebrapack", "go run " + here + "/cmd/zebrapack"},
	},
}
