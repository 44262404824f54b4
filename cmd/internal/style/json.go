package style

// JSON appends JSON text to dst with colours: names, strings, numbers, and the words.
func (s Style) JSON(dst, text []byte) []byte {
	if !s.On {
		return append(dst, text...)
	}
	for i := 0; i < len(text); {
		start := i
		code := ""
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(text))
			code = "32"
			if i < len(text) && text[i] == ':' {
				code = "36"
			}
		case c == '-' || c >= '0' && c <= '9':
			for i < len(text) && isNumber(text[i]) {
				i++
			}
			code = "33"
		case c >= 'a' && c <= 'z':
			for i < len(text) && text[i] >= 'a' && text[i] <= 'z' {
				i++
			}
			if code = "35"; c == 'n' {
				code = "2"
			}
		default:
			i++
		}
		if code == "" {
			dst = append(dst, text[start:i]...)
			continue
		}
		dst = append(append(append(dst, "\x1b["...), code...), 'm')
		dst = append(append(dst, text[start:i]...), "\x1b[0m"...)
	}
	return dst
}

// isNumber reports whether c is in a number of JSON.
func isNumber(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}
