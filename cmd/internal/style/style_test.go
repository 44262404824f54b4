package style

import "testing"

func TestPlainLeavesNothingThatActs(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 林 😀": "plain é 林 😀", "": "", "a\nb": `a\u000ab`, "\x1b[31m": `\u001b[31m`, "\u202e": `\u202e`, "\x7f": `\u007f`,
		"\u0085": `\u0085`, "\xff": `\ufffd`, "\U000e0001": `\udb40\udc01`,
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	if got, want := Quote("a\"\\\n\t\r\x00é"), `"a\"\\\n\t\r\u0000é"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestClipAndPadCountRunes(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"", 3, ""}, {"abcd", 1, "…"}, {"äö", 3, "äö"}} {
		if got := Clip(c.text, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
	if got := Pad("äö", 4); got != "äö  " {
		t.Errorf("%q", got)
	}
	if got := Pad("abc", 2); got != "abc" {
		t.Errorf("%q", got)
	}
}

func TestStylesAreOffByDefault(t *testing.T) {
	var off Style
	on := Style{On: true}
	for name, f := range map[string]func(Style, string) string{
		"bold": Style.Bold, "dim": Style.Dim, "red": Style.Red, "green": Style.Green, "yellow": Style.Yellow, "cyan": Style.Cyan,
	} {
		if f(off, "x") != "x" || f(on, "x") == "x" || f(on, "") != "" {
			t.Error(name)
		}
	}
}

func TestWantedHonoursTheEnvironment(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	if !Wanted() {
		t.Error("not wanted")
	}
	t.Setenv("TERM", "dumb")
	if Wanted() {
		t.Error("wanted on a dumb terminal")
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	if Wanted() {
		t.Error("wanted in spite of NO_COLOR")
	}
}
