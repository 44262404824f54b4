package fault

import (
	"errors"
	"io"
	"testing"
)

func TestErrorTexts(t *testing.T) {
	cause := Because(ErrOverflow, "u64 4294967296 overflows int32")
	for _, c := range []struct {
		err  error
		want string
	}{
		{At(7, ErrTruncated), "beve: at byte 7: input ends inside a value"},
		{&DecodeError{Offset: 118, Path: "/users/3/age", Err: cause}, "beve: /users/3/age at byte 118: u64 4294967296 overflows int32"},
		{&DecodeError{Offset: 1, GoType: "int32", Err: cause}, "beve: at byte 1: u64 4294967296 overflows int32 (Go type int32)"},
		{&DecodeError{Offset: 1 << 40, Format: "msgpack", Err: ErrSyntax}, "msgpack: at byte 1099511627776: malformed input"},
		{&DecodeError{}, "beve: at byte 0: "},
		{&EncodeError{Path: "/users/3/next", Err: ErrCycle, GoType: "main.User"}, "beve: /users/3/next: cyclic value (Go type main.User)"},
		{&EncodeError{Err: ErrUnsupported, Format: "json"}, "json: encode: unsupported"},
		{cause, "u64 4294967296 overflows int32"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestErrorClasses(t *testing.T) {
	all := []error{ErrTruncated, ErrSyntax, ErrUTF8, ErrTrailing, ErrDepth, ErrLimit, ErrMismatch, ErrOverflow,
		ErrUnknownField, ErrDuplicate, ErrMissing, ErrUnsupported, ErrCycle}
	texts := map[string]bool{}
	for _, class := range all {
		if texts[class.Error()] {
			t.Errorf("two classes say %q", class)
		}
		texts[class.Error()] = true
		for _, err := range []error{
			class, Because(class, "particulars"), At(1, class), At(1, Because(class, "particulars")),
			&EncodeError{Err: Because(class, "particulars")},
		} {
			for _, other := range all {
				// Text that is not UTF-8 is malformed as well; no other class is two.
				want := other == class || class == ErrUTF8 && other == ErrSyntax
				if errors.Is(err, other) != want {
					t.Errorf("errors.Is(%v, %v) is %v", err, other, !want)
				}
			}
		}
	}
	own := &DecodeError{Err: io.ErrUnexpectedEOF}
	if !errors.Is(own, io.ErrUnexpectedEOF) {
		t.Error("the cause of a user's method is lost")
	}
	var cause *Cause
	if !errors.As(At(1, Because(ErrDepth, "x")), &cause) || cause.Sentinel != ErrDepth || cause.Detail != "x" {
		t.Error(cause)
	}
}

func TestPointerBuildsAndCutsSegments(t *testing.T) {
	segments := []string{"users", "", "a/b", "m~n", "~1", "~01", "é", "0", "/~/~"}
	var p Pointer
	for _, s := range segments {
		p = p.Key(s)
	}
	p = p.Index(12)
	if want := Pointer("/users//a~1b/m~0n/~01/~001/é/0/~1~0~1~0/12"); p != want {
		t.Fatalf("%q, want %q", p, want)
	}
	if !p.Valid() {
		t.Errorf("%q is not Valid", p)
	}
	rest := p
	for _, want := range append(segments, "12") {
		segment, next, ok := rest.Cut()
		if segment != want || !ok {
			t.Fatalf("%q cut from %q, want %q", segment, rest, want)
		}
		rest = next
	}
	if segment, next, ok := rest.Cut(); rest != "" || segment != "" || next != "" || ok {
		t.Error("more than there was", segment, next, ok)
	}
	if segment, next, ok := Pointer("a/b").Cut(); segment != "" || next != "a/b" || ok {
		t.Error("a segment without a slash", segment, next, ok)
	}
	if segment, next, ok := Pointer("/").Cut(); segment != "" || next != "" || !ok {
		t.Error("an empty segment", segment, next, ok)
	}
}

func TestPointerDoesNotShareMemory(t *testing.T) {
	p := Pointer("/a")
	x, y := p.Key("x"), p.Key("y")
	if x != "/a/x" || y != "/a/y" || p != "/a" {
		t.Error(p, x, y)
	}
}

func TestPointerValid(t *testing.T) {
	for p, want := range map[Pointer]bool{
		"": true, "/": true, "/a": true, "/a/": true, "//": true, "/~0~1": true,
		"a": false, "~0": false, "/~": false, "/~2": false, "/a~/b": false, "/~~0": false,
	} {
		if p.Valid() != want {
			t.Errorf("%q: %v", p, !want)
		}
	}
}

func TestTrailTurnsInsideOut(t *testing.T) {
	var tr Trail
	if tr.Pointer() != "" {
		t.Error("an empty trail is not the root")
	}
	tr.Inner("/x/~0y")
	tr.Inner("")
	tr.Index(10)
	tr.Key("a/b")
	tr.Key("")
	tr.Index(0)
	want := Pointer("/0//a~1b/10/x/~0y")
	if got := tr.Pointer(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := tr.Pointer(); got != want {
		t.Errorf("%q the second time", got)
	}
	tr.Reset()
	if tr.Pointer() != "" {
		t.Error("Reset leaves something")
	}
	tr.Key("k")
	if got := tr.Pointer(); got != "/k" {
		t.Errorf("%q after Reset", got)
	}
	for range 3000 {
		tr.Key("k")
	}
	if got := tr.Pointer(); len(got) != 2*3001 {
		t.Errorf("%d bytes", len(got))
	}
	tr.Reset()
	if cap(tr.text) != 0 || cap(tr.ends) != 0 {
		t.Error("Reset keeps large memory")
	}
}

func TestBudgetCountsLevelsFromTheRoot(t *testing.T) {
	// The root is level 1, so that of n levels n-1 can be entered.
	for _, c := range []struct{ limit, levels int }{{1, 1}, {2, 2}, {128, 128}, {0, DefaultMaxDepth}, {-5, DefaultMaxDepth}} {
		b := Limits{MaxDepth: c.limit}.Budget()
		for level := 2; level <= c.levels; level++ {
			if !b.Enter(1) {
				t.Fatalf("limit %d: level %d: %v", c.limit, level, b.Err())
			}
		}
		if b.Enter(1) {
			t.Fatalf("limit %d: level %d is entered", c.limit, c.levels+1)
		}
		if err := b.Err(); !errors.Is(err, ErrDepth) || errors.Is(err, ErrLimit) {
			t.Errorf("limit %d: %v", c.limit, err)
		}
	}
	b := Limits{MaxDepth: 2}.Budget()
	for range 10 {
		if !b.Enter(1) {
			t.Fatal("Leave does not give the level back")
		}
		b.Leave()
	}
}

func TestBudgetSpendsElementsForGood(t *testing.T) {
	b := Limits{MaxElements: 10}.Budget()
	for range 3 {
		if !b.Enter(3) {
			t.Fatal(b.Err())
		}
		b.Leave()
	}
	if b.Enter(2) {
		t.Fatal("11 of 10 elements")
	}
	if err := b.Err(); !errors.Is(err, ErrLimit) || errors.Is(err, ErrDepth) {
		t.Error(err)
	}
	b = Limits{MaxElements: 10}.Budget()
	if !b.Enter(10) {
		t.Error("10 of 10 elements")
	}
	b = Limits{}.Budget()
	if !b.Enter(DefaultMaxElements) || b.Enter(1) {
		t.Error("the default limit of elements")
	}
}

func TestLimitsOfBytes(t *testing.T) {
	if n := (Limits{}).StreamBytes(); n != DefaultMaxBytes {
		t.Error(n)
	}
	if n := (Limits{MaxBytes: 5}).StreamBytes(); n != 5 {
		t.Error(n)
	}
	if l := (Limits{MaxBytes: 5}); !l.Admits(5) || l.Admits(6) {
		t.Error("MaxBytes of 5")
	}
	if !(Limits{}).Admits(1 << 30) {
		t.Error("a message in memory has a limit although none is set")
	}
}

// TestFailureKeepsTheFirst fails within two levels, and again: the first error stays, and
// its path is that of the levels left since.
func TestFailureKeepsTheFirst(t *testing.T) {
	f := Failure{Format: "x"}
	f.Fail(7, "int", &DecodeError{Offset: 9, Path: "/inner/0", Err: ErrSyntax, Format: "y"})
	f.InIndex(3)
	if n := f.Fail(1, "string", ErrDepth); n != -1 {
		t.Errorf("Fail returned %d", n)
	}
	f.InKey("a/b")
	want := DecodeError{Offset: 9, Path: "/a~1b/3/inner/0", GoType: "int", Err: ErrSyntax, Format: "x"}
	if got := *f.Complete(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	f.Forget()
	f.FailMethod(10, "T", &DecodeError{Offset: 2, GoType: "U", Err: ErrSyntax})
	f.Move(20)
	if got := *f.Complete(); got.Offset != 20 || got.Path != "" || got.GoType != "U" {
		t.Errorf("after Forget: %+v", got)
	}
	f.Forget()
	f.FailMethod(10, "T", &DecodeError{Offset: 2, Err: ErrSyntax})
	if got := *f.Complete(); got.Offset != 12 || got.GoType != "T" {
		t.Errorf("the error of a method: %+v", got)
	}
	f.FailWhole(&DecodeError{Offset: 5, Path: "/whole", Err: ErrLimit})
	f.InKey("outer")
	f.Move(1)
	if got := *f.Complete(); got.Path != "/whole" || got.Offset != 5 {
		t.Errorf("a whole failure: %+v", got)
	}
}
