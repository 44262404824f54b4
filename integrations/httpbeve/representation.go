// What in a header speaks of one representation: the format, its bytes, and the tag that
// names them. Whoever translates a body mends these.

package httpbeve

import (
	"iter"
	"net/http"
	"strings"
)

// ofBytes are the fields that speak of the bytes of a body: of RFC 9110, of RFC 9530, and of what
// those replace. None is true of a translation. Last-Modified is: what is translated changes when
// its source does.
var ofBytes = []string{"Accept-Ranges", "Content-Digest", "Content-Length", "Content-Md5", "Content-Range", "Digest", "Repr-Digest"}

// translated says in a header that the body becomes another of a media type.
func translated(h http.Header, mediaType string) {
	for _, name := range ofBytes {
		h.Del(name)
	}
	h.Set("Content-Type", mediaType)
}

// tagSuffix tells the entity tag of a translated body from that of the JSON.
const tagSuffix = "-beve"

// suffixTag marks the entity tag of a response as that of the translation.
func suffixTag(h http.Header) {
	if tag := h.Get("ETag"); strings.HasSuffix(tag, `"`) && len(tag) > 1 {
		h.Set("ETag", strings.TrimSuffix(tag, `"`)+tagSuffix+`"`)
	}
}

// translateConditions makes the conditions of a request ones about the JSON that next has tagged.
// A condition of a change is about the state, which the client may have seen in either format. One
// of a read is about what the client has: the tag of the JSON does not stand for the translation.
func translateConditions(r *http.Request, answer bool) {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	for _, name := range []string{"If-Match", "If-None-Match"} {
		lines := r.Header.Values(name)
		held := reads && name == "If-None-Match" // to the representation
		if len(lines) == 0 || held && !answer {
			continue
		}
		var kept []string
		for tag := range entityTags(lines) {
			source, marked := strings.CutSuffix(tag, tagSuffix+`"`)
			if marked {
				tag = source + `"`
			}
			if marked || !held || tag == "*" {
				kept = append(kept, tag)
			}
		}
		switch {
		case len(kept) > 0:
			r.Header.Set(name, strings.Join(kept, ", "))
		case held:
			// Nothing can match. That is not the same as no list: without one the date would count.
			r.Header.Del("If-None-Match")
			r.Header.Del("If-Modified-Since")
		}
	}
	if answer {
		r.Header.Del("Range") // of the translation, which next does not have
		r.Header.Del("If-Range")
	}
}

// entityTags are those of the lists in the lines of a header, and "*". The text between the quotes
// of a tag may have commas.
func entityTags(lines []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range lines {
			for line != "" {
				end := 0
				for quoted := false; end < len(line) && (quoted || line[end] != ','); end++ {
					quoted = quoted != (line[end] == '"')
				}
				if tag := strings.Trim(line[:end], " \t"); tag != "" && !yield(tag) {
					return
				}
				line = line[min(end+1, len(line)):]
			}
		}
	}
}
