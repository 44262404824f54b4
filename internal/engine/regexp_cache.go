// Patterns that are compiled: what that may cost, and the cache of those that were
// compiled last.

package engine

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

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
	seen map[patternKey]reflect.Value
}

// compile returns a compiled pattern of a message of size bytes, of type t, which is
// regexp.Regexp. It is shared and must not be changed: a user gets a copy, and may call
// Longest. Whether it does so does not depend on what was compiled before.
func (c *compiling) compile(t reflect.Type, pattern []byte, flags RegExpFlags, size int) (reflect.Value, error) {
	var none reflect.Value
	if len(pattern) > MaxPattern {
		return none, fault.Because(fault.ErrLimit, "pattern of "+itoa(len(pattern))+" bytes; the most that is compiled is "+itoa(MaxPattern))
	}
	// A copy of what is compiled is made of each, also of those that are repeated.
	if !c.spend(patternCopy, size) {
		return none, errPatterns
	}
	if re, ok := c.seen[patternKey{mem.String(pattern), flags}]; ok {
		return re, nil
	}
	if re, cost := patterns.find(patternKey{mem.String(pattern), flags}); re.IsValid() {
		if !c.spend(cost, size) {
			return none, errPatterns
		}
		c.remember(pattern, flags, re, cost)
		return re, nil
	}
	text := []byte(JoinRegExp(string(pattern), flags))
	cost := patternCost(text)
	if !c.spend(cost, size) {
		return none, errPatterns
	}
	re := reflect.New(t)
	if err := re.Interface().(expression).UnmarshalText(text); err != nil {
		return none, fault.Because(fault.ErrMismatch, err.Error())
	}
	re = re.Elem()
	c.remember(pattern, flags, re, cost)
	patterns.keep(&patternEntry{key: patternKey{string(pattern), flags}, re: re, cost: cost})
	return re, nil
}

// remember notes a pattern that need not be paid again. The first ones are not worth it,
// unless they are too large for the cache.
func (c *compiling) remember(pattern []byte, flags RegExpFlags, re reflect.Value, cost int64) {
	if c.cost < compileFree/2 && cost <= cachedMost {
		return
	}
	if c.seen == nil {
		c.seen = map[patternKey]reflect.Value{}
	}
	c.seen[patternKey{string(pattern), flags}] = re
}

var errPatterns = fault.Because(fault.ErrLimit, "regular expressions that cost too much for the size of their message")

// spend accounts for a pattern, and reports whether it is within what the message allows.
func (c *compiling) spend(cost int64, size int) bool {
	c.cost += cost
	return c.cost <= compileFree+compileTimes*(c.read+int64(size))
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
	re           reflect.Value // a regexp.Regexp
	cost         int64
	newer, older *patternEntry
}

// find returns a pattern that was compiled before and what that cost, or no value.
func (c *patternCache) find(key patternKey) (reflect.Value, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[key]
	if e == nil {
		return reflect.Value{}, 0
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
