// This file lays out a whole JSON text over lines.

package jsontext

// AppendIndent appends src with line breaks and indentation: every member and
// element on its own line, which begins with prefix and one copy of indent per
// level. The first line has no prefix, empty objects and arrays stay closed up,
// and white space around tokens of src goes. src must be one valid JSON text; of
// anything else the layout is unspecified, but the tokens are kept.
func AppendIndent(dst, src []byte, prefix, indent string) []byte {
	depth := 0
	opened := false // the last token opened an object or array
	for i := 0; i < len(src); {
		c := src[i]
		if isSpace(c) {
			i++
			continue
		}
		if opened && c != '}' && c != ']' {
			depth++
			dst = appendLine(dst, prefix, indent, depth)
		}
		if c == '"' {
			next, _, err := ScanString(src, i)
			if err != nil {
				next = len(src)
			}
			dst = append(dst, src[i:next]...)
			i, opened = next, false
			continue
		}
		i++
		switch c {
		case '{', '[':
			dst = append(dst, c)
			opened = true
			continue
		case ',':
			dst = append(dst, c)
			dst = appendLine(dst, prefix, indent, depth)
		case ':':
			dst = append(dst, ':', ' ')
		case '}', ']':
			if !opened {
				depth = max(depth-1, 0)
				dst = appendLine(dst, prefix, indent, depth)
			}
			dst = append(dst, c)
		default:
			dst = append(dst, c)
		}
		opened = false
	}
	return dst
}

func appendLine(dst []byte, prefix, indent string, depth int) []byte {
	dst = append(dst, '\n')
	dst = append(dst, prefix...)
	if indent == "" {
		return dst
	}
	for range depth {
		dst = append(dst, indent...)
	}
	return dst
}

// AppendCompact appends src, one valid JSON text, without the white space between
// its tokens. With html, <, >, &, U+2028 and U+2029 are escaped, which only strings
// can hold.
func AppendCompact(dst, src []byte, html bool) []byte {
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '"':
			end := SkipString(src, i)
			if end < 0 {
				end = len(src)
			}
			if html {
				dst = appendHTML(dst, src[i:end])
			} else {
				dst = append(dst, src[i:end]...)
			}
			i = end
		case isSpace(c):
			i++
		default:
			start := i
			for i < len(src) && !isSpace(src[i]) && src[i] != '"' {
				i++
			}
			dst = append(dst, src[start:i]...)
		}
	}
	return dst
}

// appendHTML appends the text of a string with what HTML minds escaped.
func appendHTML(dst, s []byte) []byte {
	const hex = "0123456789abcdef"
	start := 0
	for i, c := range s {
		switch {
		case isHTML(c):
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			start = i + 1
		case c == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2]&^1 == 0xA8:
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', '2', '0', '2', hex[s[i+2]&15])
			start = i + 3
		}
	}
	return append(dst, s[start:]...)
}
