package fault

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// nasty are the pieces of hostile names.
var nasty = []string{"a", "/", "~", "~1", " ", "\n", "\r", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u200b", "\u202e", "\u2028", "\u2066", "\ufeff",
	"\U000e0041", "\xff", "\xe2\x82", "é", "漢", "🎉", `"`, `\`, "'", "�", "0", "\t"}

func hostile(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(nasty[r.IntN(len(nasty))])
	}
	return b.String()
}

// check holds a text to what is promised of all texts of errors.
func check(t *testing.T, text string, most int) {
	t.Helper()
	if len(text) > most {
		t.Errorf("%d bytes, at most %d: %.100q", len(text), most, text)
	}
	if !utf8.ValidString(text) {
		t.Errorf("not UTF-8: %.200q", text)
	}
	for _, r := range text {
		if !unicode.IsPrint(r) {
			t.Errorf("holds %U: %.200q", r, text)
			break
		}
	}
}

func TestTextsOfErrorsAreShortAndHarmless(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		n := []int{1, 5, 30, 260, 520, 1030, 3000, 20000}[round%8]
		path, cause, goType := hostile(r, r.IntN(n)+1), hostile(r, r.IntN(n)+1), hostile(r, r.IntN(n)+1)
		check(t, (&DecodeError{Offset: -1 << 63, Path: Pointer(path), GoType: goType, Err: errors.New(cause), Format: hostile(r, n)}).Error(), MaxText)
		check(t, (&EncodeError{Path: Pointer(path), GoType: goType, Err: errors.New(cause)}).Error(), MaxText)
		check(t, Because(ErrLimit, cause).Error(), maxCauseText)
		check(t, (&Cause{ErrLimit, cause}).Error(), maxCauseText)
		check(t, OneLine(cause), MaxText)
		quoted := Quote(cause)
		check(t, quoted, maxQuoted+2)
		if whole := strconv.Quote(cause); len(whole) <= maxQuoted+2 && quoted != whole {
			t.Fatalf("%s, want %s", quoted, whole)
		} else if len(whole) > maxQuoted+2 {
			head, tail, cut := strings.Cut(quoted, Cut)
			if !cut || !strings.HasPrefix(whole, head) || !strings.HasSuffix(whole, tail) || len(quoted) < maxQuoted-30 {
				t.Fatalf("%s of %s", quoted, whole)
			}
		}
		if string(Quote([]byte(cause))) != quoted {
			t.Fatal("bytes are quoted in another way")
		}
		if Text(Text(cause)) != Text(cause) {
			t.Fatalf("%q changes again", Text(cause))
		}
	}
}

func TestPathsThatArePrintableAreNotQuoted(t *testing.T) {
	for path, want := range map[Pointer]string{
		"/a/é/漢 字/0":      "beve: /a/é/漢 字/0 at byte 1: x",
		"/a\nb":           `beve: "/a\nb" at byte 1: x`,
		`/a"b`:            `beve: "/a\"b" at byte 1: x`,
		`/a\nb`:           `beve: "/a\\nb" at byte 1: x`,
		"/a\u202eb":       `beve: "/a\u202eb" at byte 1: x`,
		"/\xff":           `beve: "/\xff" at byte 1: x`,
		"/at byte 7: \r ": `beve: "/at byte 7: \r " at byte 1: x`,
	} {
		if got := (&DecodeError{Offset: 1, Path: path, Err: errors.New("x")}).Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	long := Pointer(strings.Repeat("/漢", 10_000))
	got := (&DecodeError{Path: long, Err: errors.New("x")}).Error()
	if strings.Contains(got, `"`) || !strings.Contains(got, Cut) || !strings.HasSuffix(got, "/漢 at byte 0: x") || len(got) < 400 {
		t.Error(got)
	}
}

// TestTrailKeepsTheEnds compares a Trail that forgets with a path that was built whole.
func TestTrailKeepsTheEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 400 {
		var tr Trail
		var segments []string
		size := 0
		for limit := r.IntN(1 << (7 + round%12)); size < limit; {
			s := hostile(r, r.IntN(1<<r.IntN(8+round%10)))
			if r.IntN(2) == 0 {
				s = strings.Repeat("k", r.IntN(4))
			}
			tr.Key(s)
			segments = append(segments, s)
			size += len(s) + 1
			if cap(tr.text) > 4*manyText || cap(tr.ends) > 4*manyText {
				t.Fatalf("%d bytes and %d segments are kept", cap(tr.text), cap(tr.ends))
			}
		}
		var whole []byte
		for i := len(segments) - 1; i >= 0; i-- {
			whole = appendEscaped(append(whole, '/'), segments[i])
		}
		got := tr.Pointer()
		if len(whole) <= MaxPath {
			if string(got) != string(whole) {
				t.Fatalf("%q, want %q", got, whole)
			}
			continue
		}
		if want := Pointer(whole).Short(); got != want {
			t.Fatalf("%d bytes\n%q\nwant\n%q", len(whole), got, want)
		}
		if len(got) > MaxPath || len(got) < MaxPath-16 || !got.Valid() {
			t.Fatalf("%d bytes, valid: %v", len(got), got.Valid())
		}
	}
}

// TestWhatAnErrorCosts makes errors of long and deep paths and weighs the memory.
func TestWhatAnErrorCosts(t *testing.T) {
	const size = 4 << 20
	long := strings.Repeat("\x01", size)
	for name, make := range map[string]func() string{
		"long key":  func() string { var tr Trail; tr.Key(long); return (&DecodeError{Path: tr.Pointer()}).Error() },
		"long text": func() string { return Quote(long) + Text(long) + OneLine(long) },
		"deep": func() string {
			var tr Trail
			for range size {
				tr.Index(7)
			}
			return (&DecodeError{Path: tr.Pointer()}).Error()
		},
		"long inner": func() string {
			var tr Trail
			tr.Inner(Pointer(long))
			return (&DecodeError{Path: tr.Pointer()}).Error()
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		make()
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("%s: %d bytes", name, got)
		}
	}
}

// TestSegmentsTakeWhatTheirLengthsSay: differences count their operations before they write them.
func TestSegmentsTakeWhatTheirLengthsSay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		name := []byte(hostile(r, r.IntN(40)))
		if got := AppendKey([]byte("/a"), name); string(got) != string(Pointer("/a").Key(string(name))) || len(got) != 2+KeyLen(name) {
			t.Fatalf("%q of %q, which takes %d bytes", got, name, KeyLen(name))
		}
		i := r.Int() >> r.IntN(63)
		if got := AppendIndex(nil, i); string(got) != string(Pointer("").Index(i)) || len(got) != IndexLen(i) {
			t.Fatalf("%q of %d, which takes %d bytes", got, i, IndexLen(i))
		}
	}
}
