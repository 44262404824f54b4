// Patterns that are compiled: what that may cost, and the cache of those that were
// compiled last.

package engine

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// CompileRegExp returns a new regexp.Regexp for a pattern, from the cache of those
// compiled before where it can.
func CompileRegExp(pattern []byte, flags RegExpFlags) (*regexp.Regexp, error) {
	var c compiling
	re, err := c.compile(pattern, flags, len(pattern))
	if err != nil {
		return nil, err
	}
	fresh := *re // its own: a user may call Longest
	return &fresh, nil
}

// The bounds of the compiled patterns that are kept: their number and their [patternCost].
const (
	cachedPatterns = 256
	cachedCost     = 4 << 20
	cachedMost     = cachedCost / 16 // of one
)

// The bounds of the cost of the patterns of one message: compiling can take thousands of
// times their length. Patterns that are repeated count once.
const (
	compileFree  = 1 << 20
	compileTimes = 32
)

// compiling is what the patterns of a message have cost.
type compiling struct {
	cost int64
	read int64 // how much of the message was read before, where that comes in pieces
	seen map[patternKey]*regexp.Regexp
}

// compile returns a compiled pattern of a message of size bytes, which is shared and must
// not be changed. Whether it does so does not depend on what was compiled before.
func (c *compiling) compile(pattern []byte, flags RegExpFlags, size int) (*regexp.Regexp, error) {
	if len(pattern) > MaxPattern {
		return nil, fault.Because(fault.ErrLimit, "pattern of "+itoa(len(pattern))+" bytes; the most that is compiled is "+itoa(MaxPattern))
	}
	// A copy of what is compiled is made of each, also of those that are repeated.
	if !c.spend(patternCopy, size) {
		return nil, errPatterns
	}
	if re := c.seen[patternKey{mem.String(pattern), flags}]; re != nil {
		return re, nil
	}
	if re, cost := patterns.find(patternKey{mem.String(pattern), flags}); re != nil {
		if !c.spend(cost, size) {
			return nil, errPatterns
		}
		c.remember(pattern, flags, re, cost)
		return re, nil
	}
	// The cost of parsing is bounded by the text, and then that of compiling by the result.
	text := JoinRegExp(string(pattern), flags)
	cost := patternCost(text)
	if !c.spend(cost, size) {
		return nil, errPatterns
	}
	if strings.IndexByte(text, '{') >= 0 {
		tree, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			return nil, fault.Because(fault.ErrMismatch, err.Error())
		}
		grown := instCost * instructions(tree)
		if cost += grown; !c.spend(grown, size) {
			return nil, errPatterns
		}
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fault.Because(fault.ErrMismatch, err.Error())
	}
	c.remember(pattern, flags, re, cost)
	patterns.keep(&patternEntry{key: patternKey{string(pattern), flags}, re: re, cost: cost})
	return re, nil
}

// remember notes a pattern that need not be paid again. The first ones are not worth it,
// unless they are too large for the cache.
func (c *compiling) remember(pattern []byte, flags RegExpFlags, re *regexp.Regexp, cost int64) {
	if c.cost < compileFree/2 && cost <= cachedMost {
		return
	}
	if c.seen == nil {
		c.seen = map[patternKey]*regexp.Regexp{}
	}
	c.seen[patternKey{string(pattern), flags}] = re
}

var errPatterns = fault.Because(fault.ErrLimit, "regular expressions that cost too much for the size of their message")

// spend accounts for a pattern, and reports whether it is within what the message allows.
func (c *compiling) spend(cost int64, size int) bool {
	c.cost += cost
	return c.cost <= compileFree+compileTimes*(c.read+int64(size))
}

// The approximate cost of the parts of a pattern, in bytes of memory while it is compiled:
// the pattern itself, a copy of it, each of its bytes, a class of Unicode, one that is
// folded, which takes more time still, and an instruction.
const (
	patternBase = 512
	patternCopy = 192
	patternByte = 400
	classCost   = 16 << 10
	foldedCost  = 48 << 10
	instCost    = 400
)

// patternCost returns what it costs at most to parse a pattern, and to compile it if
// nothing in it is repeated by number.
func patternCost(text string) int64 {
	class := int64(classCost)
	if strings.Contains(text, "(?") {
		class = foldedCost
	}
	classes := strings.Count(text, `\p`) + strings.Count(text, `\P`)
	return patternBase + patternByte*int64(len(text)) + class*int64(classes)
}

// instructions returns about how many instructions a parsed pattern becomes.
func instructions(re *syntax.Regexp) int64 {
	n := int64(2)
	if re.Op == syntax.OpLiteral {
		n += int64(len(re.Rune))
	}
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	if re.Op == syntax.OpRepeat {
		return n * int64(max(re.Max, re.Min+1, 1))
	}
	return n
}

// patterns are the patterns compiled last.
var patterns patternCache

// patternCache keeps what was compiled, up to cachedPatterns and cachedCost, and forgets
// the one that was asked for least recently. It is safe for concurrent use.
type patternCache struct {
	mu     sync.Mutex
	cost   int64
	byText map[patternKey]*patternEntry
	newest *patternEntry
	oldest *patternEntry
}

type patternKey struct {
	pattern string
	flags   RegExpFlags
}

type patternEntry struct {
	key          patternKey
	re           *regexp.Regexp
	cost         int64
	newer, older *patternEntry
}

// find returns a pattern that was compiled before and what that cost, or nil.
func (c *patternCache) find(key patternKey) (*regexp.Regexp, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[key]
	if e == nil {
		return nil, 0
	}
	if e != c.newest {
		c.unlink(e)
		c.link(e)
	}
	return e.re, e.cost
}

// keep adds a pattern that was just compiled.
func (c *patternCache) keep(e *patternEntry) {
	if e.cost > cachedMost {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byText == nil {
		c.byText = map[patternKey]*patternEntry{}
	}
	if c.byText[e.key] != nil {
		return // another goroutine was faster
	}
	c.byText[e.key] = e
	c.link(e)
	c.cost += e.cost
	for len(c.byText) > cachedPatterns || c.cost > cachedCost {
		last := c.oldest
		c.unlink(last)
		delete(c.byText, last.key)
		c.cost -= last.cost
	}
}

// link makes e the newest, and unlink takes it out of the order.
func (c *patternCache) link(e *patternEntry) {
	e.newer, e.older = nil, c.newest
	if c.newest != nil {
		c.newest.newer = e
	} else {
		c.oldest = e
	}
	c.newest = e
}

func (c *patternCache) unlink(e *patternEntry) {
	if e.newer != nil {
		e.newer.older = e.older
	} else {
		c.newest = e.older
	}
	if e.older != nil {
		e.older.newer = e.newer
	} else {
		c.oldest = e.newer
	}
}
