package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// jqFunctions is what the manual of jq 1.8 lists.
const jqFunctions = `abs/0 add/0 add/1 all/0 all/1 all/2 any/0 any/1 any/2 arrays/0 ascii_downcase/0 ascii_upcase/0 booleans/0
bsearch/1 builtins/0 capture/1 capture/2 combinations/0 combinations/1 contains/1 debug/0 debug/1 del/1 delpaths/1 empty/0
endswith/1 env/0 error/0 error/1 explode/0 finites/0 first/0 first/1 flatten/0 flatten/1 from_entries/0 fromdate/0
fromdateiso8601/0 fromjson/0 fromstream/1 getpath/1 gmtime/0 group_by/1 gsub/2 gsub/3 halt/0 halt_error/0 halt_error/1 has/1
have_decnum/0 have_literal_numbers/0 implode/0 in/1 IN/1 IN/2 index/1 INDEX/1 INDEX/2 indices/1 infinite/0 input/0
input_filename/0 input_line_number/0 inputs/0 inside/1 isempty/1 isfinite/0 isinfinite/0 isnan/0 isnormal/0 iterables/0 join/1
JOIN/2 JOIN/3 JOIN/4 keys/0 keys_unsorted/0 last/0 last/1 length/0 limit/2 localtime/0 ltrim/0 ltrimstr/1 map/1 map_values/1
match/1 match/2 max/0 max_by/1 min/0 min_by/1 mktime/0 modulemeta/0 nan/0 normals/0 not/0 now/0 nth/1 nth/2 nulls/0 numbers/0
objects/0 path/1 paths/0 paths/1 pick/1 range/1 range/2 range/3 recurse/0 recurse/1 recurse/2 repeat/1 reverse/0 rindex/1
rtrim/0 rtrimstr/1 scalars/0 scan/1 scan/2 select/1 setpath/2 skip/2 sort/0 sort_by/1 split/1 split/2 splits/1 splits/2
startswith/1 stderr/0 strflocaltime/1 strftime/1 strings/0 strptime/1 sub/2 sub/3 test/1 test/2 to_entries/0 toarray/0
toboolean/0 todate/0 todateiso8601/0 tojson/0 tonumber/0 tostream/0 tostring/0 transpose/0 trim/0 trimstr/1 truncate_stream/1
type/0 unique/0 unique_by/1 until/2 utf8bytelength/0 values/0 walk/1 while/2 with_entries/1
acos/0 acosh/0 asin/0 asinh/0 atan/0 atanh/0 cbrt/0 ceil/0 cos/0 cosh/0 erf/0 erfc/0 exp/0 exp10/0 exp2/0 expm1/0 fabs/0 floor/0
gamma/0 j0/0 j1/0 lgamma/0 log/0 log10/0 log1p/0 log2/0 logb/0 nearbyint/0 rint/0 round/0 significand/0 sin/0 sinh/0 sqrt/0
tan/0 tanh/0 tgamma/0 trunc/0 y0/0 y1/0 atan2/2 copysign/2 drem/2 fdim/2 fmax/2 fmin/2 fmod/2 frexp/0 hypot/2 jn/2 ldexp/2
modf/0 nextafter/2 nexttoward/2 pow/2 remainder/2 scalb/2 scalbln/2 yn/2 fma/3
@text/- @json/- @html/- @uri/- @urid/- @csv/- @tsv/- @sh/- @base64/- @base64d/- $ENV/- $__loc__/- $JQ_BUILD_CONFIGURATION/-`

// TestQueryHasTheFunctionsOfJQ: whatever the manual of jq lists there is, but for what the help says.
func TestQueryHasTheFunctionsOfJQ(t *testing.T) {
	help := beveOK(t, "query", "--help")
	missing := []string{"input_line_number", "$__loc__", "$JQ_BUILD_CONFIGURATION"}
	for _, f := range strings.Fields(jqFunctions) {
		name, arity, _ := strings.Cut(f, "/")
		expr := name
		switch arity {
		case "1", "2", "3", "4":
			expr += "(" + strings.Repeat("1; ", int(arity[0]-'1')) + "1)"
		}
		for _, args := range [][]string{{"query", "empty | " + expr, "-"}, {"where", "-", "empty | " + expr}} {
			r := beveIn(t, "1", args...)
			if args[0] == "where" && strings.HasPrefix(name, "input") && arity == "0" && name != "input_filename" {
				if r.code != exitUsage {
					t.Errorf("%q: %+v", args, r)
				}
				continue
			}
			if slices.Contains(missing, name) {
				if r.code != exitUsage || !strings.Contains(help, name) {
					t.Errorf("%s: %+v, and the help must say that it is not there", f, r)
				}
			} else if r.code != exitOK || r.out != "" || r.err != "" {
				t.Errorf("%q: %+v", args, r)
			}
		}
	}
}

func TestQueryTellsApartFromResults(t *testing.T) {
	in := file(t, "in.ndjson", []byte("[1,2.50]\n\"a\\tb\"\n"))
	for _, c := range []struct{ expr, out, errs string }{
		{"debug|length", "2\n3\n", "[\"DEBUG:\",[1,2.5]]\n[\"DEBUG:\",\"a\\tb\"]\n"},
		{"debug(length)|0", "0\n0\n", "[\"DEBUG:\",2]\n[\"DEBUG:\",3]\n"},
		{"stderr|length", "2\n3\n", "[1,2.5]a\tb"},
		{"input_filename", fmt.Sprintf("%q\n%q\n", in, in), ""},
		{"toarray|length", "2\n1\n", ""},
		{"have_literal_numbers,have_decnum", "false\nfalse\nfalse\nfalse\n", ""},
		{"try keys_unsorted catch \"no\"", "[0,1]\n\"no\"\n", ""},
		{"{b:1,a:2}|keys_unsorted", "[\"a\",\"b\"]\n[\"a\",\"b\"]\n", ""},
	} {
		for _, jobs := range []string{"1", "3"} {
			if r := beveIn(t, "", "query", "-c", "-j", jobs, c.expr, in); r.code != exitOK || r.out != c.out || r.err != c.errs {
				t.Errorf("%s: %+v", c.expr, r)
			}
		}
	}
	if r := beveIn(t, "1 2", "query", "[input_filename, input, input_filename]", "-"); r.out != "[null,2,null]\n" {
		t.Errorf("%+v", r)
	}
	if r := beveIn(t, "", "where", "-j", "3", in, "debug|type == \"string\""); r.out != "\"a\\tb\"\n" || strings.Count(r.err, "DEBUG:") != 3 {
		t.Errorf("%+v", r)
	}
}
