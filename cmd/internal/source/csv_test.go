package source

import (
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/translator"
)

// TestEveryCellIsAValue: whatever a cell holds, BEVE can hold what is read of it.
func TestEveryCellIsAValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cells := []string{"", "007", "1e400", "1e-400", "-0", "0e5", "0.0e-400", "3.141592653589793238", strings.Repeat("9", 60), strings.Repeat("9", 36), "true", "NaN", "1.5", "-12"}
	for range 20_000 {
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = "0123456789012345678901234567890123456789.e-+E"[r.IntN(45)]
		}
		cells = append(cells, string(b))
	}
	for _, text := range cells {
		json := appendCell(nil, cell{text: []byte(text)})
		if _, err := translator.FromJSON(json); err != nil {
			t.Errorf("%s is read as %s: %v", text, json, err)
		}
	}
	for text, number := range map[string]bool{"1.5": true, "-12": true, "0.1": true, "1e3": true, "007": false, "1e400": false, "3.141592653589793238": false, "3.141592653589793": true} {
		if Bare([]byte(text)) != number {
			t.Errorf("%s: a number is %v", text, !number)
		}
	}
}

func TestTheFirstRowTellsTheSeparator(t *testing.T) {
	for head, want := range map[string]byte{
		"": ',', "\n\n": ',', "a": ',', "a,b": ',', "a;b": ';', "a\tb": '\t', "a|b": '|', "a b": ',', "a:b": ',',
		"a;b|c": ';', "a;b|c|d": '|', "a;b,c;d": ',', "a;b\nc,d": ';', "a;b\rc,d": ';', "\n\r\na;b": ';', "\ufeffa;b": ';', "\ufeff\"a\";b": ';',
		`"a;b"`: ',', `"a;b"|c`: '|', `"a,b";c`: ';', "\"a\n,\";b;c\n": ';', `"a""b,c";d`: ';', "a;" + strings.Repeat("b", 200_000) + ",c": ';',
	} {
		for _, slow := range []bool{false, true} {
			var in io.Reader = strings.NewReader(head)
			if slow && len(head) < 1000 {
				in = iotest.OneByteReader(in)
			}
			told := ""
			s, err := OpenReader("x.csv", in, Options{OnGuess: func(text string) { told = text }})
			if err != nil || s.separator != want || (told == "") != (want == ',') {
				t.Errorf("%.40q: %q, %v, %s", head, s.separator, err, told)
			}
			rest, err := io.ReadAll(s)
			if err != nil || string(rest) != head {
				t.Errorf("%.40q: %d bytes are left, %v", head, len(rest), err)
			}
			if s, err = OpenReader("x", strings.NewReader(head), Options{Separator: '^'}); err != nil || s.separator != '^' || s.Format != CSV {
				t.Errorf("%.40q: %v, %v", head, s, err)
			}
		}
	}
}

func TestSeparatorsHaveNames(t *testing.T) {
	for text, want := range map[string]byte{";": ';', "semicolon": ';', ",": ',', "comma": ',', "\t": '\t', `\t`: '\t', "tab": '\t', "|": '|', "bar": '|', " ": ' ', ":": ':', "^": '^',
		"": 0, "\"": 0, "\n": 0, "\r": 0, "ab": 0, "ä": 0, "\x00": 0, "\xff": 0} {
		if got, err := ParseSeparator(text); got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// A first row that beve writes is read as it was, whatever the names of the columns are.
func TestTitlesAreNotCutWhereTheyWereNot(t *testing.T) {
	for _, name := range []string{"a;b", "a|b", "a\tb", "a;b|c", `a";"b`, ";"} {
		text := `"` + strings.ReplaceAll(name, `"`, `""`) + "\"\n1\n"
		s, err := OpenReader("x.csv", strings.NewReader(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Values().Next()
		if got, _ := translator.ToJSON(v.Data); err != nil || string(got) != "{"+strconv.Quote(name)+":1}" {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
