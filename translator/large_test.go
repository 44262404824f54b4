package translator_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// causes are what errors are told apart by.
var causes = []error{
	translator.ErrTruncated, translator.ErrSyntax, translator.ErrUTF8, translator.ErrTrailing, translator.ErrDepth,
	translator.ErrLimit, translator.ErrOverflow, translator.ErrUnsupported,
}

// sameFailure reports whether two errors have the same cause and path. A message in
// memory that is too short for a count in it fails there; in pieces it fails where it
// ends, or for what comes before that, or at once if the count is beyond the limits.
func sameFailure(whole, pieces error) bool {
	var x, y *translator.DecodeError
	if !errors.As(whole, &x) || !errors.As(pieces, &y) {
		return false
	}
	if errors.Is(whole, translator.ErrTruncated) {
		return strings.HasPrefix(string(y.Path), string(x.Path)) && y.Offset+1 >= x.Offset
	}
	for _, cause := range causes {
		if errors.Is(whole, cause) != errors.Is(pieces, cause) {
			return false
		}
	}
	return x.Path == y.Path && x.Offset == y.Offset
}

// checkPieces asserts that a message which comes byte by byte and is printed in
// pieces gives the text and the failure that it gives as a whole.
func checkPieces(t *testing.T, message []byte, o translator.Options) {
	t.Helper()
	var whole, pieces bytes.Buffer
	s1, err1 := translator.Transcode(&whole, bytes.NewReader(message), translator.BEVEToJSON, o)
	s2, err2 := translator.TranscodeHolding(&pieces, iotest.OneByteReader(bytes.NewReader(message)), translator.BEVEToJSON, o, 1)
	if err1 == nil {
		if err2 != nil || s1 != s2 || !bytes.Equal(whole.Bytes(), pieces.Bytes()) {
			t.Fatalf("%.100x: %s and %+v as a whole, %s, %+v and %v in pieces", message, whole.Bytes(), s1, pieces.Bytes(), s2, err2)
		}
		return
	}
	if !sameFailure(err1, err2) || s1.Values != s2.Values || !bytes.HasPrefix(pieces.Bytes(), whole.Bytes()) {
		t.Fatalf("%.100x: %.300v as a whole, %.300v in pieces", message, err1, err2)
	}
}

func TestValuesInPiecesPrintAsWholeOnes(t *testing.T) {
	for _, dir := range []string{"glaze", "rust", "crafted", "extended"} {
		vectors(t, dir, func(t *testing.T, v vector, message []byte) {
			o := translator.Options{LegacyTypeTag: strings.Contains(v.Name, "typetag")}
			checkPieces(t, message, o)
			o.NonFiniteError, o.TimeNanos = true, true
			checkPieces(t, message, o)
		})
	}
	vectors(t, "malformed", func(t *testing.T, v vector, message []byte) {
		if v.Class != "depth" || len(message) < 1<<16 {
			checkPieces(t, message, translator.Options{})
		}
	})
}

// TestAlteredValuesInPieces changes every byte of small messages, and cuts them.
func TestAlteredValuesInPieces(t *testing.T) {
	for _, text := range []string{
		`{"a":[1,-2.5,"text",null,true],"é":{"b":"\n","":[[]]},"long":"` + strings.Repeat("x", 100) + `"}`,
		`[true,false,true,false,true,false,true,false,true]`, `["one","two",""]`, `[1,2,300]`, `[1.5,2.5,-0.0]`,
	} {
		message, err := translator.Options{TypedArrays: true}.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range message {
			checkPieces(t, message[:i], translator.Options{})
			was := message[i]
			for _, x := range []byte{0x01, 0x04, 0x08, 0x40, 0x80, 0xFF} {
				message[i] = was ^ x
				checkPieces(t, message, translator.Options{})
			}
			message[i] = was
		}
		for _, limits := range []translator.Limits{{MaxDepth: 1}, {MaxDepth: 2}, {MaxElements: 1}, {MaxElements: 5}, {MaxBytes: 10}} {
			checkPieces(t, message, translator.Options{Limits: limits})
		}
	}
}

// large is a number of elements that no test should hold.
func large() int {
	if testing.Short() {
		return testkit.Long(1 << 18)
	}
	return 1 << 20
}

// TestTranscodeHoldsNoLargeValue prints containers of many megabytes in memory that
// does not depend on their size.
func TestTranscodeHoldsNoLargeValue(t *testing.T) {
	n := large()
	size := []byte{byte(n<<2) | 2, byte(n >> 6), byte(n >> 14), byte(n >> 22)}
	for name, c := range map[string]struct{ start, pattern string }{
		"array":   {"\x05" + string(size), "\x05\x08\x11\x07\x02\x10text"},
		"strings": {"\x3c" + string(size), "\x28ten bytes."},
		"numbers": {"\x64" + string(size), "\x00\x00\x00\x00\x00\x00\xf0\x3f"},
		"object":  {"\x03\x08\x04a\x00\x04b\x03" + string(size), "\x0ckey\x31\x00\x01"},
	} {
		src := io.MultiReader(strings.NewReader(c.start), &endless{pattern: []byte(c.pattern), n: n * len(c.pattern)})
		var stats translator.TranscodeStats
		var err error
		got := testkit.Allocated(func() {
			stats, err = translator.Transcode(io.Discard, src, translator.BEVEToJSON, translator.Options{})
		})
		if err != nil || stats.Values != 1 || stats.BytesRead != int64(len(c.start)+n*len(c.pattern)) {
			t.Errorf("%s: %+v %v", name, stats, err)
		}
		if got > 16<<20 {
			t.Errorf("%s: %d bytes allocated for %d", name, got, stats.BytesRead)
		}
	}
}

// slow is a source that can be read again and gives a few bytes at a time.
type slow struct {
	*bytes.Reader
	most int
}

func (r slow) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.most)]) }

// checkRereading asserts that a text that is translated in pieces gives the message
// and the failure that it gives as a whole.
func checkRereading(t *testing.T, text []byte, o translator.Options, most int) {
	t.Helper()
	var whole, pieces bytes.Buffer
	s1, err1 := translator.Transcode(&whole, bytes.NewReader(text), translator.JSONToBEVE, o)
	s2, err2 := translator.TranscodeHolding(&pieces, slow{bytes.NewReader(text), most}, translator.JSONToBEVE, o, most)
	if err1 == nil {
		if err2 != nil || s1 != s2 || !bytes.Equal(whole.Bytes(), pieces.Bytes()) {
			t.Fatalf("%.300q: %.100x and %+v as a whole, %.100x, %+v and %v in pieces", text, whole.Bytes(), s1, pieces.Bytes(), s2, err2)
		}
		return
	}
	if s1.Values != s2.Values || fmt.Sprint(err1) != fmt.Sprint(err2) {
		t.Fatalf("%.300q: %v as a whole, %v in pieces", text, err1, err2)
	}
}

func TestTextsInPiecesGiveWholeMessages(t *testing.T) {
	list := strings.TrimSuffix(strings.Repeat("1,", 200), ",")
	texts := []string{
		`[]`, `{}`, ` [ ] `, `[[],{},[[]]] {} []`, `{"a":[1,-2.5,"text",null,true],"\u00e9":{"b":"\n","":[[]]}}`, `[` + list + `]`,
		`{"before":[` + list + `],"a":{"b":[[` + list + `],null]},"after":0}`, `[true,false,true,false,true,false,true,false,true]`,
		`[true,false,true,false,true,false,true,false]`, `["one","two",""," \\ \"]{,"]`, `[1,2,-300]`, `[1.5,2.5,-0.0,7]`,
		`[1.5,9007199254740993]`, `[1000,10000000000000`, `[1000,10000000000000 `, `[1,-2.5e`, `[true,fal`, `[340282366920938463463374607431768211455,-1]`, `[18446744073709551616]`, `[1e400]`, `[1,]`, `[,1]`,
		`[1 2]`, `{"a" 1}`, `{"a":1,}`, `{1:2}`, `{"a":1 "b":2}`, `[tru]`, `[true,fals]`, `["a\x"]`, "[\"\xff\"]", "{\"\xff\":1}", `[1,2`, `["a`, `{"a":`, `{"a"`, `{`, `[1,`,
		`[nul`, `[-]`, `[01]`, `[1.]`, `{"a":{"b":[0,{"c":x}]}}`, `[]]`, `[}`, `{]`, "[1,\x00]", `["\ud83d\ude00","\ud83d"]`,
	}
	for _, text := range texts {
		for _, o := range []translator.Options{{}, {TypedArrays: true}, {Limits: translator.Limits{MaxDepth: 2}}, {Limits: translator.Limits{MaxElements: 3}}} {
			for _, most := range []int{1, 2, 16, 100} {
				checkRereading(t, []byte(text), o, most)
				checkRereading(t, []byte(text+"\n"+text), o, most)
			}
		}
	}
}

func TestRealDocumentsInPieces(t *testing.T) {
	files, err := filepath.Glob("../testdata/corpora/*.json.gz")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text := testkit.Gunzip(t, f)
		if testing.Short() && len(text) > 1<<20 {
			continue // the others have every construct, too
		}
		for _, typed := range []bool{false, true} {
			checkRereading(t, text, translator.Options{TypedArrays: typed}, 4096)
		}
	}
	for _, data := range testkit.Untar(t, "../testdata/json-suite/test_parsing.tar.gz", ".json") {
		checkRereading(t, data, translator.Options{}, 64)
	}
}

// FuzzPieces: what is translated in pieces is what it is as a whole, both ways.
func FuzzPieces(f *testing.F) {
	f.Add([]byte(`[1,2.5,"x"] {"a":[true,false],"b":{}}`), false)
	f.Add([]byte("\x05\x08\x11\x01\x3c\x04\x04a"), true)
	f.Fuzz(func(t *testing.T, data []byte, toJSON bool) {
		if toJSON {
			checkPieces(t, data, translator.Options{})
			return
		}
		checkRereading(t, data, translator.Options{}, 1)
		checkRereading(t, data, translator.Options{TypedArrays: true}, 20)
	})
}

// long is an array of that many elements, which can be read again.
type long struct {
	element string
	n, at   int64
}

func (r *long) size() int64 { return r.n*int64(len(r.element)) + 1 }

func (r *long) Read(p []byte) (int, error) {
	k := 0
	for k < len(p) && r.at < r.size() {
		next := "["
		if r.at > 0 {
			next = r.element[(r.at-1)%int64(len(r.element)):]
			if last := r.size() - 1 - r.at; last < int64(len(next)) {
				next = next[:last] + "]" // for the last comma
			}
		}
		n := copy(p[k:], next)
		k, r.at = k+n, r.at+int64(n)
	}
	if k == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return k, nil
}

func (r *long) Seek(off int64, whence int) (int64, error) {
	if whence == io.SeekCurrent {
		off += r.at
	}
	r.at = off
	return off, nil
}

// TestTranscodeHoldsNoLargeText is TestTranscodeHoldsNoLargeValue in the other
// direction.
func TestTranscodeHoldsNoLargeText(t *testing.T) {
	for _, element := range []string{`{"id":1,"name":"x"},`, `1.25,`, `"some text",`, `true,`} {
		for _, typed := range []bool{false, true} {
			src := &long{element: element, n: int64(large())}
			var stats translator.TranscodeStats
			var err error
			got := testkit.Allocated(func() {
				stats, err = translator.Transcode(io.Discard, src, translator.JSONToBEVE, translator.Options{TypedArrays: typed})
			})
			if err != nil || stats.Values != 1 || stats.BytesRead != src.size() {
				t.Errorf("%s: %+v %v", element, stats, err)
			}
			if got > 8<<20 {
				t.Errorf("%s: %d bytes allocated for %d", element, got, src.size())
			}
		}
	}
}

// changing is a source that is another when it is read again.
type changing struct {
	*bytes.Reader
	then []byte
}

func (r *changing) Seek(off int64, whence int) (int64, error) {
	if whence == io.SeekStart && r.then != nil {
		r.Reader, r.then = bytes.NewReader(r.then), nil
	}
	return r.Reader.Seek(off, whence)
}

func TestTranscodeNoticesThatTheSourceChanged(t *testing.T) {
	for first, then := range map[string]string{
		`[1,2,3,4]`: `[1,2,3] `, `[1,2,3] `: `[1,2,3,4]`, `[true,true]`: `[true,1]   `, `["a","b"]`: `["a",true]`, `[1,2,3,45]`: `[1,2,3,"a"]`,
		`{"a":1}`: `{}     `, `[1,2,3,4,5]`: `[1,2,300,5]`, `[1,20,30]`: `[1,2,300]`, `[1,2,3]`: `[1,-2]`, `[10,2]`: `[-1,2]`, `[100,2]`: `[1.5,2]`, `[[[1]]]`: `[1,2,3`,
	} {
		o := translator.Options{TypedArrays: true}
		src := &changing{bytes.NewReader([]byte(first + " ")), []byte(then + " ")}
		var out bytes.Buffer
		_, err := translator.TranscodeHolding(&out, struct {
			io.Reader
			io.Seeker
		}{iotest.OneByteReader(src), src}, translator.JSONToBEVE, o, 1)
		if err == nil {
			t.Errorf("%s, then %s: %x", first, then, out.Bytes())
		}
	}
}

// TestLargeValuesObeyLimits: what is beyond the limits far inside of a value that is
// read twice takes no memory in proportion.
func TestLargeValuesObeyLimits(t *testing.T) {
	hostile, most, elements := testkit.Long(24<<20), testkit.Long(2<<20), testkit.Long(1<<20)
	start := "[" + strings.Repeat("1,", elements)
	for name, c := range map[string]struct {
		text   string
		limits translator.Limits
		want   error
	}{
		"depth":       {start + strings.Repeat("[", hostile), translator.Limits{}, translator.ErrDepth},
		"few levels":  {start + "[[1]]]", translator.Limits{MaxDepth: 3}, translator.ErrDepth},
		"elements":    {start + "1]", translator.Limits{MaxElements: int64(elements)}, translator.ErrLimit},
		"bytes":       {start + "1]", translator.Limits{MaxBytes: int64(most)}, translator.ErrLimit},
		"long number": {start + strings.Repeat("1", hostile) + "]", translator.Limits{MaxBytes: int64(most)}, translator.ErrLimit},
		"long text":   {start + `"` + strings.Repeat("x", hostile) + `"]`, translator.Limits{MaxBytes: int64(most)}, translator.ErrLimit},
	} {
		for _, typed := range []bool{false, true} {
			o := translator.Options{TypedArrays: typed, Limits: c.limits}
			var err error
			got := testkit.Allocated(func() {
				_, err = translator.Transcode(io.Discard, strings.NewReader(c.text), translator.JSONToBEVE, o)
			})
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %.200v", name, err)
			}
			if got > uint64(hostile) {
				t.Errorf("%s: %d bytes allocated for %d", name, got, len(c.text))
			}
		}
	}
}

// TestLargeValuesPassOnForeignErrors: an error of the source or the destination in the
// middle of a value is returned as it is.
func TestLargeValuesPassOnForeignErrors(t *testing.T) {
	broken := &translator.DecodeError{Offset: 3, Err: errors.New("broken")}
	text := []byte(`[[1,2,[3,4]],{"a":[5,6]},7]`)
	message, err := translator.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		src := slow{bytes.NewReader(text), 1}
		_, err := translator.TranscodeHolding(io.Discard, struct {
			io.Reader
			io.Seeker
		}{io.MultiReader(io.LimitReader(src, int64(n)), iotest.ErrReader(broken)), src}, translator.JSONToBEVE, translator.Options{}, 1)
		if err != broken || broken.Offset != 3 || broken.Path != "" {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
	for n := range message {
		src := iotest.OneByteReader(io.MultiReader(bytes.NewReader(message[:n]), iotest.ErrReader(broken)))
		_, err := translator.TranscodeHolding(io.Discard, src, translator.BEVEToJSON, translator.Options{}, 1)
		if err != broken || broken.Offset != 3 || broken.Path != "" {
			t.Errorf("after %d bytes of BEVE: %v", n, err)
		}
	}
}
