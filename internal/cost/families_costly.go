package cost

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/beve-org/beve-go/wire"
)

// The formats of texts that types of the standard library read by their methods.
const (
	BEVETexts    = "texts in BEVE"
	MsgPackTexts = "texts in MessagePack"
	JSONTexts    = "texts in JSON"
	PackedTexts  = "texts by a schema"
)

// A list is a family before it has a format: texts as many as are about size bytes.
type list struct {
	name string
	// tiny says that a text takes less than what becomes of it, as an object does.
	tiny bool
	make func(size int) []string
}

// every makes texts, the i-th by text.
func every(text func(i int) string) func(size int) []string {
	return func(size int) []string {
		var all []string
		for n := 0; n < size; {
			s := text(len(all))
			all, n = append(all, s), n+len(s)+1
		}
		return all
	}
}

func lists() []list {
	digits := func(n int) string { return strings.Repeat("7918263545", n/10) }
	some := func(before string, n int, after string) func(size int) []string {
		text := before + digits(n) + after
		return every(func(int) string { return text })
	}
	numbered := func(format string) func(size int) []string {
		return every(func(i int) string { return fmt.Sprintf(format, i) })
	}
	return []list{
		{name: "one of digits", make: func(size int) []string { return []string{digits(size)} }},
		{name: "one fraction of digits", make: func(size int) []string { return []string{"0." + digits(size)} }},
		{name: "one ratio", make: func(size int) []string { return []string{digits(size/2) + "/" + "1" + digits(size/2)} }},
		{name: "one of bits", make: func(size int) []string { return []string{"0b" + strings.Repeat("1", size)} }},
		{name: "one of zeros", make: func(size int) []string { return []string{strings.Repeat("0", size)} }},
		{name: "one identifier of a number", make: func(size int) []string { return []string{"1.2." + digits(size)} }},
		{name: "one identifier of many numbers", make: func(size int) []string { return []string{"1.2" + strings.Repeat(".3", size/2)} }},
		{name: "one pattern", make: func(size int) []string { return []string{strings.Repeat("(a|b)*", size/6)} }},
		{name: "numbers of a digit", tiny: true, make: numbered("%.1[1]d")},
		{name: "numbers of 100 digits", make: some("", 100, "")},
		{name: "numbers of 10,000 digits", make: some("", 10_000, "")},
		{name: "numbers of 20,000 digits", make: some("", 20_000, "")},
		{name: "fractions of 1,000 digits", make: some("0.", 1_000, "")},
		{name: "ratios of 10,000 digits", make: some("1", 5_000, "/"+digits(4_990))},
		{name: "exponents of a hundred", tiny: true, make: numbered("%de300")},
		{name: "exponents of a thousand", tiny: true, make: numbered("%de1000")},
		{name: "exponents of ten thousand", tiny: true, make: numbered("%de-10000")},
		{name: "exponents of a million", tiny: true, make: numbered("%de999000")},
		{name: "exponents of minus a million", tiny: true, make: numbered("0.%de-999000")},
		{name: "exponents of a billion", tiny: true, make: numbered("%de-1000000000")},
		{name: "exponents in figures", tiny: true, make: numbered("%de1_0_0_0_0_0")},
		{name: "binary exponents", tiny: true, make: numbered("0x%dp9999000")},
		{name: "identifiers", tiny: true, make: numbered("1.2.840.%d")},
		{name: "identifiers of 120 digits", make: some("1.2.", 120, "")},
		{name: "identifiers of 50 numbers", make: numbered("1.2" + strings.Repeat(".3", 50) + ".%d")},
		{name: "texts that differ", tiny: true, make: numbered("x%d")},
		{name: "texts of repetitions", tiny: true, make: numbered("(x{999})%d")},
		{name: "texts of repetitions within repetitions", tiny: true, make: numbered("(((a{9}){9}){9})%d")},
		{name: "texts of classes", tiny: true, make: numbered(`(?i)\pL{9}%d`)},
		{name: "texts of one repetition", tiny: true, make: every(func(int) string { return "x{1000}" })},
		{name: "texts of 4,000 bytes", make: numbered(strings.Repeat("(a|b)", 800) + "%d")},
		{name: "texts that do not compile", make: every(func(int) string { return strings.Repeat("(", 900) })},
	}
}

// CostlyFamilies returns the families of texts that are in no proportion to what becomes of them, in all formats.
func CostlyFamilies() []Family {
	var all []Family
	for _, l := range lists() {
		add := func(format, kind string, encode func(texts []string) []byte) {
			all = append(all, Family{Name: format + kind + ": " + l.name, Format: format, Rows: l.tiny,
				Make: func(size int) []byte { return encode(l.make(size)) }})
		}
		add(BEVETexts, "", func(texts []string) []byte {
			b := wire.AppendArray(nil, len(texts))
			for _, s := range texts {
				b = wire.AppendString(b, s)
			}
			return b
		})
		add(BEVETexts, " as one array", func(texts []string) []byte { return wire.AppendStrings(nil, texts) })
		add(MsgPackTexts, "", func(texts []string) []byte {
			b := packArray(len(texts))
			for _, s := range texts {
				b = append(b, packText(s)...)
			}
			return b
		})
		add(MsgPackTexts, " as bin", func(texts []string) []byte {
			b := packArray(len(texts))
			for _, s := range texts {
				b = append(append(b, packHead(0xC6, len(s))...), s...)
			}
			return b
		})
		add(JSONTexts, "", func(texts []string) []byte {
			quoted := make([]string, len(texts))
			for i, s := range texts {
				quoted[i] = fmt.Sprintf("%q", s)
			}
			return []byte("[" + strings.Join(quoted, ",") + "]")
		})
		add(JSONTexts, " as numbers", func(texts []string) []byte { return []byte("[" + strings.Join(texts, ",") + "]") })
		add(PackedTexts, "", func(texts []string) []byte {
			b := binary.AppendUvarint(nil, uint64(len(texts)))
			for _, s := range texts {
				b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
			}
			return b
		})
	}
	return all
}
