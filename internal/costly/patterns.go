// Patterns that are compiled, and the cache of those that were compiled last.

package costly

import (
	"bytes"
	"encoding"
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/mem"
)

// The bounds of the compiled patterns that are kept: their number and their [patternCost].
const (
	cachedPatterns = 256
	cachedCost     = 4 << 20
	cachedMost     = cachedCost / 16 // of one
)

// expression is what *regexp.Regexp has. UnmarshalText compiles.
type expression interface {
	String() string
	UnmarshalText(text []byte) error
}

// unmarshalPattern is Unmarshal for patterns. Those that were compiled before are copied; whether one is too much does not
// depend on that.
func (c *Texts) unmarshalPattern(v encoding.TextUnmarshaler, text []byte, size int) error {
	into := reflect.ValueOf(v).Elem()
	if !Regexp.Is(into.Type()) { // it embeds one
		if err := c.Admit(Regexp, text, size); err != nil {
			return err
		}
		return Short(Regexp, v.UnmarshalText(text))
	}
	re, err := c.compile(into.Type(), text, size)
	if err == nil {
		into.Set(re)
	}
	return Short(Regexp, err)
}

// compile returns a compiled pattern of a message of size bytes, of type t, which is
// regexp.Regexp. It is shared and must not be changed: a user gets a copy, and may call
// Longest.
func (c *Texts) compile(t reflect.Type, pattern []byte, size int) (reflect.Value, error) {
	var none reflect.Value
	if len(pattern) > MaxPattern {
		return none, tooLong(Regexp, len(pattern))
	}
	// A copy of what is compiled is made of each, also of those that are repeated.
	if !c.spend(patternCopy, size) {
		return none, ErrProportion
	}
	if s, ok := c.seen[mem.String(pattern)]; ok && s.at <= c.cost {
		return s.re, nil
	}
	re, cost := patterns.find(mem.String(pattern))
	if re.IsValid() {
		if !c.spend(cost, size) {
			return none, ErrProportion
		}
	} else {
		if cost = patternCost(pattern); !c.spend(cost, size) {
			return none, ErrProportion
		}
		made := reflect.New(t)
		if err := made.Interface().(expression).UnmarshalText(bytes.Clone(pattern)); err != nil {
			return none, err
		}
		re = made.Elem()
		patterns.keep(&patternEntry{pattern: string(pattern), re: re, cost: cost})
	}
	c.remember(pattern, re, cost)
	return re, nil
}

// remember notes a pattern that need not be paid again. The first ones are not worth it,
// unless they are too large for the cache.
func (c *Texts) remember(pattern []byte, re reflect.Value, cost int64) {
	if c.cost < free/2 && cost <= cachedMost {
		return
	}
	if c.seen == nil {
		c.seen = map[string]paid{}
	}
	c.seen[string(pattern)] = paid{re, c.cost}
}

// patterns are the patterns compiled last.
var patterns patternCache

// patternCache keeps what was compiled, up to cachedPatterns and cachedCost, and forgets
// the one that was asked for least recently. It is safe for concurrent use.
type patternCache struct {
	mu     sync.Mutex
	cost   int64
	byText map[string]*patternEntry
	newest *patternEntry
	oldest *patternEntry
}

type patternEntry struct {
	pattern      string
	re           reflect.Value // a regexp.Regexp
	cost         int64
	newer, older *patternEntry
}

// find returns a pattern that was compiled before and what that cost, or no value.
func (c *patternCache) find(pattern string) (reflect.Value, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byText[pattern]
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
		c.byText = map[string]*patternEntry{}
	}
	if c.byText[e.pattern] != nil {
		return // another goroutine was faster
	}
	c.byText[e.pattern] = e
	c.link(e)
	c.cost += e.cost
	for len(c.byText) > cachedPatterns || c.cost > cachedCost {
		last := c.oldest
		c.unlink(last)
		delete(c.byText, last.pattern)
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
