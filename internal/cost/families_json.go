package cost

import (
	"fmt"
	"strings"
)

// JSONFamilies returns the families of JSON texts.
func JSONFamilies() []Family {
	list := func(value func(i int) string) func(size int) []byte {
		return func(size int) []byte {
			b := []byte{'['}
			for i := 0; len(b) < size; i++ {
				if i > 0 {
					b = append(b, ',')
				}
				b = append(b, value(i)...)
			}
			return append(b, ']')
		}
	}
	one := func(value string) func(size int) []byte { return list(func(int) string { return value }) }
	members := func(member func(i int) string) func(size int) []byte {
		return func(size int) []byte {
			b := []byte{'{'}
			for i := 0; len(b) < size; i++ {
				if i > 0 {
					b = append(b, ',')
				}
				b = append(b, member(i)...)
			}
			return append(b, '}')
		}
	}
	nested := func(levels int, open, inner, end string) func(size int) []byte {
		return one(strings.Repeat(open, levels) + inner + strings.Repeat(end, levels))
	}
	text := func(before, c, after string) func(size int) []byte {
		return func(size int) []byte { return []byte(before + strings.Repeat(c, size/len(c)) + after) }
	}
	long := strings.Repeat("k", 4000)
	const hostile = "\u202eforged\u2028\u0085"
	all := []Family{
		{Name: "JSON nulls", Make: one("null")},
		{Name: "JSON digits", Make: one("0")},
		{Name: "JSON empty objects", Make: one("{}"), Rows: true},
		{Name: "JSON empty arrays", Make: one("[]")},
		{Name: "JSON empty strings", Make: one(`""`)},
		{Name: "JSON floats", Make: list(func(i int) string { return fmt.Sprintf("1.%de-300", i) })},
		{Name: "JSON floats of many digits", Make: one("0.1000000000000000055511151231257827021181583404541015625")},
		{Name: "JSON floats between floats", Make: one("9007199254740993" + strings.Repeat("0", 700) + ".0" + strings.Repeat("0", 700) + "1e-700")},
		{Name: "JSON objects of a member", Make: one(`{"":0}`), Rows: true},
		{Name: "JSON members that are alike", Make: members(func(i int) string { return fmt.Sprintf("%q:0", Alike(i)) })},
		{Name: "JSON members with long names", Make: members(func(i int) string { return fmt.Sprintf("%q:0", long+fmt.Sprint(i)) })},
		{Name: "JSON members with one name", Make: members(func(int) string { return `"k":0` })},
		{Name: "JSON members with one long name", Make: members(func(int) string { return `"` + long + `":0` })},
		{Name: "JSON members with escapes in names", Make: members(func(i int) string { return fmt.Sprintf(`"\u0041\n%d":0`, i) })},
		{Name: "JSON names that differ in case", Make: members(func(i int) string { return fmt.Sprintf(`"RESEMBLE%08dresemblE":0`, i) })},
		{Name: "JSON a member with a long name", Make: text(`{"`, "k", `":0}`)},
		{Name: "JSON a member with a long name, deep", Make: func(size int) []byte {
			return []byte(strings.Repeat(`{"k":`, 400) + `{"` + strings.Repeat("k", size) + `":0}` + strings.Repeat("}", 400))
		}},
		{Name: "JSON arrays nested", Make: nested(400, "[", "0", "]")},
		{Name: "JSON objects nested", Make: nested(400, `{"k":`, "0", "}")},
		{Name: "JSON objects with long names nested", Make: nested(400, `{"`+strings.Repeat("k", 50)+`":`, "0", "}")},
		{Name: "JSON a long string", Make: text(`"`, "s", `"`)},
		{Name: "JSON a long string of escapes", Make: text(`"`, `\n`, `"`)},
		{Name: "JSON a long string of long escapes", Make: text(`"`, `\u2028`, `"`)},
		{Name: "JSON a long string of pairs", Make: text(`"`, `\ud83d\ude00`, `"`)},
		{Name: "JSON a long string of halves", Make: text(`"`, `\ud83d`, `"`)},
		{Name: "JSON a number of many digits", Make: text("", "9", "")},
		{Name: "JSON a fraction of many digits", Make: text("0.", "9", "")},
		{Name: "JSON an exponent of many digits", Make: text("1e", "0", "1")},
		{Name: "JSON white space", Make: text("", " \n", "0")},
		{Name: "JSON white space after", Make: text("0", " \n", "")},
		{Name: "JSON white space between", Make: text("[0", " ", ",0]")},
		{Name: "JSON lines", Make: text("", "{}\n", ""), Rows: true},
		{Name: "JSON lines of digits", Make: text("", "0\n", "")},
		{Name: "JSON nulls, an error at the end", Make: func(size int) []byte { return append(one("null")(size), '!') }},
		{Name: "JSON objects, an error at the end", Make: func(size int) []byte { return append(one("{}")(size), '!') }, Rows: true},
		{Name: "JSON arrays deeper than allowed", Make: text("", "[", "")},
		{Name: "JSON objects deeper than allowed", Make: text("", `{"k":`, "")},
		{Name: "JSON objects with long names deeper than allowed", Make: text("", `{"`+strings.Repeat("k", 3000)+`":`, "")},
		{Name: "JSON a string without an end", Make: text(`"`, "s", "")},
		{Name: "JSON an error after a long name", Make: text(`{"`, "k", `":!}`)},
		{Name: "JSON an error after a name of marks", Make: text(`{"`, hostile, `":!}`)},
		{Name: "JSON an error deep in long names", Make: func(size int) []byte {
			return []byte(strings.Repeat(`{"`+hostile+strings.Repeat("k/", size/900)+`":`, 450) + "!")
		}},
		{Name: "JSON a string that is not UTF-8 at its end", Make: text(`"`, "s", "\xff\"")},
		{Name: "JSON a wrong type after a long name", Make: text(`{"`, hostile, `":0,"A":{}}`)},
	}
	for i := range all {
		all[i].Format = JSON
	}
	return all
}

// DeepJSONFamilies returns those that only package json reads, whose texts nest deeper
// than the limits of the others, or that hold many texts.
func DeepJSONFamilies() []Family {
	nested := func(levels int, open, inner, end string) func(size int) []byte {
		one := strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
		return func(size int) []byte { return []byte("[" + strings.Repeat(one+",", size/len(one)+1) + one + "]") }
	}
	text := func(before, c, after string) func(size int) []byte {
		return func(size int) []byte { return []byte(before + strings.Repeat(c, size/len(c)) + after) }
	}
	all := []Family{
		{Name: "JSON arrays nested to the limit", Make: nested(9_990, "[", "0", "]")},
		{Name: "JSON objects nested to the limit", Make: nested(9_990, `{"k":`, "0", "}"), Rows: true},
		{Name: "JSON objects in arrays nested to the limit", Make: nested(4_990, `[0,{"k":`, `"x"`, "},0]"), Rows: true},
		{Name: "JSON wrong elements, deep", Make: func(size int) []byte {
			return []byte(strings.Repeat("[", 9_000) + `"x"` + strings.Repeat(`,"x"`, size/4) + strings.Repeat("]", 9_000))
		}},
		{Name: "JSON wrong elements after a long name", Make: func(size int) []byte {
			return []byte(`{"` + strings.Repeat("k", size/2) + `":["x"` + strings.Repeat(`,"x"`, size/8) + `]}`)
		}},
		{Name: "JSON members that are unknown", Make: text(`{"k":0`, `,"":0`, "}")},
		{Name: "JSON numbers that do not fit", Make: text("[1e999", ",1e999", "]")},
		{Name: "JSON a number of many digits that does not fit", Make: text(`{"A":`, "9", "}")},
		{Name: "JSON a number in text of many digits that does not fit", Make: text(`{"A":"`, "9", `"}`)},
		{Name: "JSON text that is not a time", Make: text(`["2006`, "é", `"]`)},
		{Name: "JSON text that is not base64", Make: text(`"`, "\u202e", `"`)},
		{Name: "JSON arrays, one in another", Make: text("[", "[],", "0]")},
		{Name: "JSON small texts", Make: text("", "0 ", "")},
		{Name: "JSON small texts, wrong", Make: text("", `"x" `, "")},
		{Name: "JSON names that look alike when folded", Make: text(`{"k":0`, `,"\u017F\u212A":0`, "}")},
	}
	for i := range all {
		all[i].Format = JSON
	}
	return all
}
