// Package source opens what the commands read: files and standard input in any of
// the formats, compressed or not, and cuts them into values.
//
// Everything is a stream. A [Source] is the decompressed bytes, [Values] the
// BEVE values of it one after another, whatever the format is. Memory is bounded
// by the largest value, never by the file.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is how values are written.
type Format uint8

// The formats. Unknown is decided by looking at the bytes.
const (
	Unknown Format = iota
	JSON           // one or more values, concatenated or each on its line
	NDJSON         // one value per line; on input the same as JSON
	BEVE           // one value or a stream of them, delimited or not
	MsgPack        // one or more values of MessagePack or ZebraPack; read only
	CSV            // rows of cells between commas, the first with the names of the columns
	TSV            // the same between tabs

	// Parquet is read as the stream of rows that it stands for, so
	// that an open source is BEVE.
	Parquet
	// Arrow is neither read nor written here: its files are named so that users are told
	// what writes them.
	Arrow
)

// ErrArrow is the error for files of Arrow.
var ErrArrow = errors.New("files of Arrow are not read: make it Parquet, as pyarrow does by parquet.write_table(feather.read_table(name), \"out.parquet\")")

// ErrUTF16 is the error for text that begins with a byte order mark of UTF-16.
var ErrUTF16 = errors.New("text of UTF-16: make it UTF-8, as iconv -f utf-16 -t utf-8 does")

// String returns the name that the flags take.
func (f Format) String() string {
	switch f {
	case JSON:
		return "json"
	case NDJSON:
		return "ndjson"
	case BEVE:
		return "beve"
	case MsgPack:
		return "msgpack"
	case CSV:
		return "csv"
	case TSV:
		return "tsv"
	case Parquet:
		return "parquet"
	case Arrow:
		return "arrow"
	}
	return "unknown"
}

// IsRows reports whether the format is rows of cells.
func (f Format) IsRows() bool { return f == CSV || f == TSV }

// IsJSON reports whether the format is text.
func (f Format) IsJSON() bool { return f == JSON || f == NDJSON }

// Compression is what wraps a format.
type Compression uint8

// The compressions.
const (
	Plain Compression = iota
	Gzip
	Zstd
)

// String returns the name of the compression.
func (c Compression) String() string {
	switch c {
	case Gzip:
		return "gzip"
	case Zstd:
		return "zstd"
	}
	return "none"
}

// Kind is a format and its compression.
type Kind struct {
	Format      Format
	Compression Compression
}

// or returns k with what it does not say taken from other.
func (k Kind) or(other Kind) Kind {
	return Kind{Format: cmp.Or(k.Format, other.Format), Compression: cmp.Or(k.Compression, other.Compression)}
}

var formats = map[string]Format{
	"json": JSON, "ndjson": NDJSON, "jsonl": NDJSON, "beve": BEVE,
	"msgpack": MsgPack, "mp": MsgPack, "mpk": MsgPack, "zebrapack": MsgPack,
	"csv": CSV, "tsv": TSV, "tab": TSV, "parquet": Parquet, "arrow": Arrow, "feather": Arrow, "arrows": Arrow,
}

// Endings lists how the names of the formats that are written end.
const Endings = ".beve, .json, .ndjson, .jsonl, .csv or .tsv, perhaps with .gz or .zst, or .parquet"

var compressions = map[string]Compression{"gz": Gzip, "zst": Zstd}

// ParseKind reads the value of --from or --to: a format, and optionally a
// compression after a dot, as in "beve.zst".
func ParseKind(name string) (Kind, error) {
	format, compression, compressed := strings.Cut(strings.ToLower(name), ".")
	k := Kind{Format: formats[format], Compression: compressions[compression]}
	if k.Format == Unknown || compressed && k.Compression == Plain {
		return Kind{}, fmt.Errorf("unknown format %q: want json, ndjson, beve, msgpack, csv or tsv, perhaps with .gz or .zst, or parquet", name)
	}
	return k, nil
}

// KindOf tells a file's kind by its name. The format of a name that says nothing
// is Unknown.
func KindOf(name string) Kind {
	ending, compression := endings(name)
	return Kind{formats[ending], compression}
}

// ForeignEnding returns the ending of a name, before that of a compression, if it has
// one that is of another format than those here.
func ForeignEnding(name string) string {
	ending, _ := endings(name)
	if formats[ending] != Unknown || slices.Contains(silent, ending) {
		return ""
	}
	return ending
}

// silent are endings that say nothing of the format.
var silent = []string{"dat", "data", "bin", "tmp"}

// endings returns the ending of a name without its dot, and the compression that one
// after it says.
func endings(name string) (string, Compression) {
	name = strings.ToLower(filepath.Base(name))
	ending := filepath.Ext(name)
	c, ok := compressions[strings.TrimPrefix(ending, ".")]
	if ok {
		ending = filepath.Ext(strings.TrimSuffix(name, ending))
	}
	return strings.TrimPrefix(ending, "."), c
}
