// Package cost holds readers to the cost law: what an input costs is in proportion to its
// length, whoever has written it. Tests pair each entry point of a format with each
// family of hostile inputs, let the inputs grow, and judge time, memory, output and the
// texts of errors.
//
// The law, of an input of n bytes:
//
//   - Time grows at most linearly, or no more than that of filling maps of the same size on
//     the same machine, and is at most [MaxNanos] for each byte; [RowsNanos] where a byte
//     becomes a map, or a part that is held apart; [Pieces] times that where each byte comes by
//     itself, and is looked at with what came before. These are nanoseconds of a machine that
//     fills maps at the usual pace: of one that takes twice as long they are half as much.
//   - Memory, all allocations together, is at most 64 n + 1 MB; [RowsFactor] n + 1 MB
//     where a row of a table becomes a map; 64 n more where a byte becomes a part that is
//     held apart; twice that where a text is made of a text.
//   - The output of a translator is at most 64 n + 1 MB.
//   - The text of an error has at most [MaxErrorText] bytes and only what can be printed.
//
// A format has its families in a file families_FORMAT.go, which tests of other modules
// can use, and its entries in FORMAT_test.go; a test finds exported functions that take
// input and have no entry.
//
// Time is judged in builds whose time means something: see [Timed].
package cost

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/testkit"
)

// The bounds of the law.
const (
	MaxNanos     = 100     // of time for each byte
	RowsNanos    = 400     // of time where a byte becomes a map, an object of its own, or a part
	Pieces       = 3       // times MaxNanos and RowsNanos where a byte is a piece of a stream
	MaxSlope     = 1.15    // of time over length, both on a logarithmic scale
	Factor       = 64      // of memory and output over input
	RowsFactor   = 420     // of memory where a row of a table becomes a map
	Free         = 1 << 20 // bytes of memory and output that are free
	MaxErrorText = 2 << 10
)

// An Entry is one way into the library.
type Entry struct {
	// Name is that of the function, with what tells it from other entries for the same
	// one: "beve.Unmarshal into []any".
	Name string
	// Formats are those of the families that it is given.
	Formats []string
	// Maps says that objects become maps.
	Maps bool
	// Calls says that the program calls the library again for each element, and Names
	// that it gets names of its own for each row of a table.
	Calls, Names bool
	// Parts says that a byte may become a part that is held apart, as a key and a place, or gone
	// into by itself.
	Parts bool
	// Twice says that the function is given another text that is as long, or makes its own of one.
	Twice bool
	// Pieces says that the input comes byte by byte.
	Pieces bool
	// Paths is how many times the function is given the path of the family.
	Paths int
	// Run gives the input to the function, and returns the length of its output, 0 where
	// it has none, and its error. It must not keep anything.
	Run func(data []byte) (output int, err error)
}

// A Family is a kind of hostile input that can be made in every length.
type Family struct {
	Name   string
	Format string
	// Rows says that the input has tables or objects whose rows take a few bytes each.
	Rows bool
	// Values is how many values a byte stands for, where that is more than one: booleans
	// that are packed eight to a byte. The law is for each value then.
	Values int
	// Path is the length of the path that functions are given with the input.
	Path int
	// Make returns an input of about size bytes. It must be the same each time.
	Make func(size int) []byte
}

// Sizes are the lengths that inputs grow through. [Check] goes on beyond the third
// where it has a reason to.
var Sizes = []int{24 << 10, 96 << 10, 384 << 10, 1536 << 10, 6 << 20}

// Options say how far a check goes.
type Options struct {
	// Sizes is how many of [Sizes] are tried of each pair.
	Sizes int
	// Stop ends the growth of a pair that took so long once.
	Stop time.Duration
	// Slack is what times may be more than the law allows, where other programs and
	// tests run at the same time: what is out of proportion is so by more.
	Slack float64
	// Pick, unless nil, chooses the pairs.
	Pick func(entry, family string) bool
}

// Usual returns the options of a test run: a short one in -short and where time means
// nothing, and the one of the step "cost" otherwise.
func Usual() Options {
	switch {
	case Slowed || testing.Short() && (testkit.Emulated || math.MaxInt == math.MaxInt32):
		// One pair of so many: an emulator and a detector of races take their time, and 32 bits differ in few.
		return Options{Sizes: 1, Pick: func(entry, family string) bool { return (len(entry)*31+len(family))%8 == 0 }}
	case testing.Short() || !Timed():
		return Options{Sizes: 1, Stop: 20 * time.Millisecond, Slack: 4}
	default:
		return Options{Sizes: 1, Stop: 100 * time.Millisecond, Slack: 4}
	}
}

// Check holds each pair of an entry and a family of one of its formats to the law.
func Check(t *testing.T, entries []Entry, families []Family, o Options) {
	t.Helper()
	// A collection in the middle of a short run would be taken for its cost.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	made := map[string][][]byte{}
	for i := range families {
		f := &families[i]
		of := entriesOf(entries, f.Format)
		for _, e := range of {
			if o.Pick == nil || o.Pick(e.Name, f.Name) {
				warm(e, f)
				p := pair{entry: e, family: f, inputs: made[f.Name], options: o}
				p.check(t)
				made[f.Name] = p.inputs
			}
		}
		delete(made, f.Name)
	}
}

// warm runs what is done once for all.
func warm(e *Entry, f *Family) {
	e.Run(f.Make(2000)) //nolint:errcheck // not judged
}

func entriesOf(entries []Entry, format string) (of []*Entry) {
	for i := range entries {
		for _, f := range entries[i].Formats {
			if f == format {
				of = append(of, &entries[i])
			}
		}
	}
	return of
}

// pair is an entry and a family that are being judged.
type pair struct {
	entry   *Entry
	family  *Family
	options Options
	inputs  [][]byte // of each size
	took    []time.Duration
	memory  []uint64 // that was allocated
}

func (p *pair) input(i int) []byte {
	for len(p.inputs) <= i {
		p.inputs = append(p.inputs, p.family.Make(Sizes[len(p.inputs)]))
	}
	return p.inputs[i]
}

// weight is what the law multiplies.
func (p *pair) weight(i int) int {
	return len(p.input(i))*max(p.family.Values, 1) + p.entry.Paths*p.family.Path
}

func (p *pair) check(t *testing.T) {
	t.Helper()
	wanted, timed := p.options.Sizes, Timed()
	for i := 0; i < wanted && i < len(Sizes); i++ {
		took, fine := p.first(t, i)
		p.took = append(p.took, took)
		if !fine || took > p.options.Stop && !p.suspect() {
			break
		}
		// What is slow or grows too fast is followed until it is clear.
		if !timed || wanted == 1 || !p.suspect() {
			continue
		}
		if p.nanos(i) < 4*p.allowed() {
			if p.again(2, 2*longest); !p.suspect() {
				continue
			}
		}
		if p.took[i] > longest || p.took[i] > floor && p.nanos(i) > 4*p.allowed() {
			break
		}
		wanted = max(wanted, i+2)
	}
	if timed && p.guilty() {
		last := len(p.took) - 1
		// What takes long and is far from the law is so on a busy machine too.
		far := p.took[last] > longest && p.nanos(last) > 4*p.allowed()
		if far || !testkit.Patiently(func() bool { p.again(1, 20*longest); return !p.guilty() }) {
			t.Errorf("%s of %s: %s", p.entry.Name, p.family.Name, p.times())
		}
	}
}

// first runs the pair once on the input of size i and judges all but time.
func (p *pair) first(t *testing.T, i int) (took time.Duration, fine bool) {
	t.Helper()
	data := p.input(i)
	output, took, got, err := p.run(data)
	p.memory = append(p.memory, got)
	fine = true
	say := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s of %d bytes of %s: %s", p.entry.Name, len(data), p.family.Name, fmt.Sprintf(format, args...))
		fine = false
	}
	factor := Factor
	if p.entry.Maps && p.family.Rows {
		factor = RowsFactor
		if p.entry.Names {
			factor += Factor
		}
	}
	if p.entry.Calls {
		factor += Factor
	}
	if p.entry.Parts {
		factor += Factor
	}
	if p.entry.Twice {
		factor *= 2
	}
	if Slowed {
		factor *= 2 // views are copies
	}
	most := uint64(factor*p.weight(i) + Free)
	if got > most && !testkit.Raced {
		// A buffer that others have left may be just too short, and grow by more than a new one. Two
		// collections empty the pools.
		runtime.GC()
		runtime.GC()
		_, _, got, _ = p.run(data) //nolint:errcheck // judged before
	}
	if got > most && !testkit.Raced {
		say("%d bytes allocated, %d for each byte", got, got/uint64(len(data)))
	}
	if most := Factor*p.weight(i) + Free; output > most {
		say("%d bytes of output, %d for each byte", output, output/len(data))
	}
	if err != nil {
		if why := BadErrorText(err); why != "" {
			say("%s", why)
		}
	}
	return took, fine
}

// run runs the pair once, and returns what it took of time and memory as well.
func (p *pair) run(data []byte) (output int, took time.Duration, allocated uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	clock := testkit.Clock()
	output, err = p.entry.Run(data)
	took = clock()
	runtime.ReadMemStats(&after)
	return output, took, after.TotalAlloc - before.TotalAlloc, err
}

// BadErrorText says what the law has against the text of an error, "" if nothing.
func BadErrorText(err error) string {
	text := err.Error()
	if len(text) > MaxErrorText {
		return fmt.Sprintf("an error of %d bytes: %.120q…", len(text), text)
	}
	if !utf8.ValidString(text) {
		return fmt.Sprintf("an error that is not UTF-8: %.120q", text)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		return fmt.Sprintf("an error that cannot be printed from byte %d on: %.120q", i, text)
	}
	return ""
}

// again takes the least time of some more runs, alternating between the sizes, those that take no more than so long.
func (p *pair) again(runs int, most time.Duration) {
	for range runs {
		for i := range p.took {
			if p.took[i] > most {
				continue
			}
			if p.took[i] > collected {
				runtime.GC() // what the run before has left is not of this one
			}
			clock := testkit.Clock()
			p.entry.Run(p.input(i)) //nolint:errcheck // judged in the first run
			if took := clock(); p.took[i] == 0 || took < p.took[i] {
				p.took[i] = took
			}
		}
	}
}

// collected is the time from which on a run begins without the garbage of the one before.
const collected = 50 * time.Millisecond

// longest is how long a pair may take for a larger input to be tried.
const longest = 500 * time.Millisecond

// floor is the time below which nothing is judged: it is made of what comes on top.
const floor = 2 * time.Millisecond

// nanos is the time of size i for each byte.
func (p *pair) nanos(i int) float64 { return float64(p.took[i]) / float64(p.weight(i)) }

// allowed is what nanos may be.
func (p *pair) allowed() float64 {
	slack := max(p.options.Slack, 1)
	if p.entry.Pieces {
		slack *= Pieces
	}
	switch {
	case p.entry.Calls && p.entry.Twice: // each element becomes a text, and that another one
		return 4 * RowsNanos * slack
	case p.entry.Calls:
		return 2 * RowsNanos * slack
	case p.family.Rows, p.entry.Parts:
		return RowsNanos * slack
	}
	return MaxNanos * slack
}

// slope returns by which power of its length the time of size i has grown from the one
// before.
func (p *pair) slope(from, to int) float64 {
	return math.Log(float64(p.took[to])/float64(p.took[from])) / math.Log(float64(p.weight(to))/float64(p.weight(from)))
}

// suspect reports whether a larger input would say more.
func (p *pair) suspect() bool {
	last := len(p.took) - 1
	if p.nanos(last) > p.allowed()*3/4 {
		return true
	}
	return last > 0 && p.took[last] > floor/4 && p.nanos(last) > cheap && p.slope(last-1, last) > MaxSlope
}

// Growth is followed from so many nanoseconds for each byte on, and judged from half of
// the law on: below, it is that of maps in memory that no longer is near the processor.
const cheap = 15.0

// guilty reports whether the times are against the law.
func (p *pair) guilty() bool {
	last := len(p.took) - 1
	if p.took[last] < floor {
		return false
	}
	slow := p.nanos(last) > p.allowed()
	// Growth shows in the largest inputs: fixed costs hide it in small ones. It has to
	// show over a factor of sixteen, which a step from one cache to the next does not.
	grows := last >= 2 && p.nanos(last) > p.allowed()/2 && p.slope(last-1, last) > MaxSlope && p.slope(last-2, last) > MaxSlope
	if !slow && !grows {
		return false
	}
	m := p.plain()
	// Who takes less memory than a map is excused by less.
	share := min(1, float64(p.memory[last])/float64(ofLarge*len(p.input(last))))
	excess := func(from int) bool {
		return p.slope(from, last) > MaxSlope*(1+share*max(m.slope(from, last)-1, 0))
	}
	return slow && p.nanos(last) > p.allowed()*p.pace(m) || grows && excess(last-1) && excess(last-2)
}

// plain returns what p is compared with: the times of filling maps that take as much memory as p
// does. Where they no longer fit the caches and the collector has to walk them, each value costs
// more, whoever fills it.
func (p *pair) plain() *pair {
	m := &pair{family: p.family, inputs: p.inputs, took: make([]time.Duration, len(p.took))}
	m.entry = &Entry{Name: "plain maps", Run: func(data []byte) (int, error) {
		at := slices.IndexFunc(p.inputs, func(in []byte) bool { return len(in) == len(data) })
		fillMaps(len(data), p.memory[at])
		return 0, nil
	}}
	m.again(3, 20*longest)
	return m
}

// pace is how much longer maps take to fill than usual.
func (p *pair) pace(m *pair) float64 {
	last := len(p.took) - 1
	usual := mapNanos*float64(len(p.input(last))) + memoryNanos*float64(p.memory[last])
	return max(float64(m.took[last])/usual, 1)
}

// What [fillMaps] takes of time for each byte of input and of memory, where all is near the
// processor: measured at the first of [Sizes], on a machine of the year 2024.
const (
	mapNanos    = 14
	memoryNanos = 0.26
)

// Memory that [fillMaps] takes: bytes for each byte of n, and for a map of one value.
const ofLarge, ofSmall = 16, 384

// fillMaps fills a map with a value for each eighth of n bytes, and others of one value each with
// the rest of the memory.
func fillMaps(n int, memory uint64) {
	m := map[string]any{}
	for i := 0; i < n; i += 8 {
		m[strconv.Itoa(i)] = i
	}
	if len(m) < n/8 {
		panic("the map has lost keys")
	}
	small := make([]map[string]any, max(int64(memory)-int64(ofLarge*n), 0)/ofSmall)
	for i := range small {
		small[i] = map[string]any{"": i}
	}
	runtime.KeepAlive(small)
}

func (p *pair) times() string {
	var b strings.Builder
	for i, took := range p.took {
		fmt.Fprintf(&b, "%d bytes %v (%.0f ns for each), ", len(p.input(i)), took.Round(time.Microsecond), p.nanos(i))
	}
	return b.String() + "out of proportion"
}
