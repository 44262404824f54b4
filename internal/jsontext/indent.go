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
	for range depth {
		dst = append(dst, indent...)
	}
	return dst
}
