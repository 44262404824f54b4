package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestReadSaysWhatBytesMean(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		stdout string
		stderr string
	}{
		{"1107", 0, "7\n", ""},
		{"05 04 11 07", 0, "[7]\n", ""},
		{"(0504)*3 00", 0, "[[[null]]]\n", ""},
		{"0E041107", 0, "{\"$tag\":[1,7]}\na reader may refuse it\n", ""},
		{"-stream 1806 08", 0, "{\"$stream\":[true,false]}\n", ""},
		{"-extended 0E0000", 0, "[]\n", ""},
		{"0204", 1, "", "refused: a SIZE that the bytes left cannot pay for at byte 2\n"},
		{"", 1, "", "refused: the message ends too early at byte 0\n"},
		{"0G", 2, "", "\"0G\": encoding/hex: invalid byte: U+0047 'G'\n"},
		{"(00)*9999999999", 2, "", ""},
		{"-nosuch 00", 2, "", ""},
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(c.args), nil, &stdout, &stderr)
		if status != c.status || stdout.String() != c.stdout || c.stderr != "" && stderr.String() != c.stderr {
			t.Errorf("read %s: %d, %q, %q", c.args, status, stdout.String(), stderr.String())
		}
	}
}
