package migrate

const here = "github.com/beve-org/beve-go"

var stdJSON = &Library{
	ID:   "json",
	Name: "encoding/json",
	Packages: []Package{{
		Path: "encoding/json",
		Here: here + "/json",
		Own:  []string{"Decoder", "Encoder"},
	}, {
		Path: "encoding/json/v2",
		Rest: Rewrite,
		Note: "package `json` is version 1: keep version 2 where its options and methods are used",
	}, {
		Path: "encoding/json/jsontext",
		Rest: Rewrite,
		Note: "`json.View` and `json.Tokenizer` walk texts here",
	}, {
		Path: "github.com/go-json-experiment/json",
		Rest: Rewrite,
		Note: "package `json` is version 1: keep version 2 where its options and methods are used",
	}},
	Differences: []Difference{
		{"bytes", "", "the same"},
		{"types of errors", "", "the same"},
		{"a `*json.Decoder` or `*json.Encoder`", "", "is a type of its own, which functions of other packages do not take: the package documentation says how to pass one on"},
		{"a Decoder of a nil reader", "panics", "an error"},
		{"a reader that returns nothing a hundred times", "hangs", "`io.ErrNoProgress`"},
		{"a writer that takes less and does not say why", "no error", "`io.ErrShortWrite`"},
	},
}

// ToBEVE is what changes where a program leaves JSON behind for BEVE.
var ToBEVE = []Difference{
	{"members, their order, `omitempty`, `omitzero`, `string`, `-`", "", "the same; a tag `beve` comes before the tag `json`"},
	{"`[]byte`", "base64", "an array of bytes"},
	{"maps with integer keys", "keys are text", "keys are integers; in an `any` they are a `map[int64]any` or `map[uint64]any`"},
	{"numbers in an `any`", "`float64`", "`int64` or `float64`; `uint64` beyond `int64`"},
	{"arrays in an `any`", "`[]any`", "`[]int64`, `[]float64`, `[]string` and so on where all elements are alike; `[]any` with `GenericArrays`"},
	{"NaN and the infinities", "an error", "numbers"},
	{"names that differ in case", "match", "do not match"},
	{"text that is not UTF-8", "becomes U+FFFD", "an error"},
	{"null into a number or a string", "leaves the old value", "sets it to zero"},
	{"an array longer than the Go array", "the rest is dropped", "an error"},
	{"`time.Time`", "text, RFC 3339", "the same text; a timestamp with `Extended`"},
	{"types with methods of JSON", "are written by them", "become the BEVE value that their JSON describes"},
}

var segmentio = &Library{
	ID:   "segmentio",
	Name: "segmentio/encoding",
	Packages: []Package{{
		Path:   "github.com/segmentio/encoding/json",
		Here:   here + "/json",
		Writes: []string{"Marshal", "MarshalIndent", "Append", "Encoder.Encode"},
		Reads:  []string{"Unmarshal", "Parse", "Decoder.Decode"},
		Symbols: []Symbol{
			{"Append", Differs, "", "a RawMessage and what MarshalJSON returns lose their spaces, which they keep there without EscapeHTML"},
		},
	}, {
		Path: "github.com/segmentio/encoding/iso8601",
		Here: here + "/iso8601",
	}, {
		Path: "github.com/segmentio/encoding/proto",
		Rest: Rewrite,
		Note: "Protocol Buffers are not among the formats; `zebrapack` has numbered fields",
	}, {
		Path: "github.com/segmentio/encoding/thrift",
		Rest: Rewrite,
		Note: "Thrift is not among the formats; `zebrapack` has numbered fields",
	}},
	Tag:     "json",
	Methods: []string{"MarshalJSON", "MarshalText"},
	Fields: []FieldRule{
		{Rule: Duration, What: "a `time.Duration`", Note: "holds a time.Duration, which is a number of nanoseconds here: write it with FormatDurations and read it with ParseDurations to keep the text"},
		{Rule: OmitZero, What: "a field with `omitzero`", Written: true, Note: "is left out here where it is zero: omitzero means nothing there"},
		{Rule: SameNames, What: "two fields of one name", Written: true, Note: "has the name of another field: neither is written here, and both are there"},
		{Rule: Interfaces, What: "an interface", Written: true, Together: true, Note: "holds values whose types are not seen: durations in it are numbers here, and a nil map in a field with omitempty is null"},
	},
	Differences: []Difference{
		{"`time.Duration`", "text, `\"1s\"`; reads numbers too", "a number; text with `FormatDurations`, both are read with `ParseDurations`"},
		{"keys of maps that are durations", "text with quotes of its own", "text of the number, as `encoding/json` writes them"},
		{"`omitzero`", "means nothing", "leaves zero values out"},
		{"a nil map in an `any` with `omitempty`", "is left out", "is null, as in `encoding/json`"},
		{"years before 0 and after 9999", "are written", "an error, as in `encoding/json`"},
		{"two fields of one name", "both are written", "neither is, as in `encoding/json`"},
		{"bytes after a value", "an error, after the value is decoded", "an error, and nothing is decoded"},
		{"`Decoder.InputOffset`", "where the next value starts", "where the last one ends"},
		{"nesting", "has no bound", "up to 10,000"},
		{"types of errors", "", "the same; texts are those of `encoding/json`"},
	},
}
