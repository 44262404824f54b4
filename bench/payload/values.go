// The values. They come from a generator with a fixed seed, which is written out
// here so that no release of Go changes them.

package payload

import (
	"fmt"
	"strings"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

// elements is the length of the long arrays, and rows that of the tables.
const (
	elements = 10_000
	rows     = 1_000
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// float returns a number with all its digits between 0 and 1.
func (r *random) float() float64 { return float64(r.next()>>11) / (1 << 53) }

// money returns an amount with two decimals.
func (r *random) money(limit int) float64 { return float64(r.below(limit*100)) / 100 }

func (r *random) of(words []string) string { return words[r.below(len(words))] }

func (r *random) bool() bool { return r.next()&1 == 1 }

// date returns a time within some years, with milliseconds.
func (r *random) date() time.Time {
	return time.UnixMilli(1_600_000_000_000 + int64(r.below(150_000_000_000))).UTC()
}

func (r *random) some(words []string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = r.of(words)
	}
	return list
}

var (
	first  = []string{"Ada", "Grace", "Linus", "Barbara", "Edsger", "Margaret", "Dennis", "Frances", "Donald", "Radia", "Zoë", "Jürgen"}
	last   = []string{"Lovelace", "Hopper", "Liskov", "Dijkstra", "Hamilton", "Ritchie", "Allen", "Knuth", "Perlman", "Müller", "Okafor", "Tanaka"}
	cities = []string{"Oslo", "Lisbon", "Kraków", "Nairobi", "Osaka", "Montréal", "Santiago", "Wellington", "Reykjavík", "Springfield"}
	tags   = []string{"new", "vip", "beta", "gift", "eu", "wholesale", "returning", "newsletter", "b2b", "trial"}
	states = []string{"created", "paid", "packed", "shipped", "delivered"}
	words  = []string{"steel", "bottle", "lamp", "desk", "wireless", "charger", "cotton", "shirt", "blue", "oak", "chair", "travel", "mug", "paper", "notebook"}
)

func (r *random) name() string { return r.of(first) + " " + r.of(last) }

func email(name string) string {
	ascii := strings.NewReplacer(" ", ".", "ë", "e", "ü", "u")
	return strings.ToLower(ascii.Replace(name)) + "@example.com"
}

func (r *random) id() string {
	a, b := r.next(), r.next()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", uint32(a), uint16(a>>32), a>>52, 0x8000|b>>50, b&(1<<48-1))
}

func (r *random) title() string {
	return r.of(words) + " " + r.of(words) + " " + r.of(words)
}

func small() *Small {
	r := random(1)
	name := "Grace Hopper"
	return &Small{
		ID: 9_007_199_254, Account: 48_213, Name: name, Email: email(name), Region: "eu-west-1",
		Active: true, Tags: r.some(tags, 3), Created: r.date(),
	}
}

func person() *Person {
	return &Person{
		Name: "a3f9c2e07b18d465", BirthDay: time.UnixMilli(1_605_000_123_456).UTC(),
		Phone: "5550134567", Siblings: 3, Spouse: true, Money: 0.8372910475,
	}
}

func (r *random) address() Address {
	return Address{
		Street: fmt.Sprintf("%d %s Street", 1+r.below(200), r.of(last)), City: r.of(cities),
		Zip: fmt.Sprintf("%05d", r.below(100_000)), Country: "NO", Lat: r.float()*180 - 90, Lon: r.float()*360 - 180,
	}
}

func order() *Order {
	r := random(2)
	name := r.name()
	o := &Order{
		ID: r.id(), Number: 2_024_000_817, Status: "shipped", Currency: "EUR",
		Customer: Customer{ID: 771_204, Name: name, Email: email(name), Phone: "+47 555 01 345", VIP: true, Since: r.date()},
		Billing:  r.address(), Shipping: r.address(),
		Parcel: &Parcel{Carrier: "Nordic Post", Tracking: "NP" + r.id()[:8], Pieces: 2},
		Labels: map[string]string{"channel": "web", "campaign": "autumn", "warehouse": "osl-2", "priority": "normal", "gift": "no", "locale": "nb-NO"},
		Notes:  []string{"Leave at the door if nobody answers.", "Kunde ønsker faktura på e-post.", "Second parcel follows on Monday."},
	}
	for range 37 {
		o.Items = append(o.Items, Item{
			SKU: strings.ToUpper(r.id()[:8]), Title: r.title(), Quantity: int32(1 + r.below(5)), Price: r.money(200),
			Discount: r.money(10), Grams: uint32(20 + r.below(5000)), Taxable: r.bool(), Options: r.some(tags, 2),
		})
	}
	for range 2 {
		o.Payments = append(o.Payments, Payment{ID: r.id(), Method: "card", Amount: r.money(1000), At: r.date()})
	}
	for _, s := range states {
		o.History = append(o.History, Event{At: r.date(), Status: s, By: r.name()})
	}
	o.Subtotal, o.Tax, o.Total = r.money(4000), r.money(400), r.money(5000)
	o.Created, o.Updated = r.date(), r.date()
	return o
}

func large() *Large {
	r := random(3)
	l := &Large{Total: 184_220, Cursor: r.id(), Records: make([]Record, rows)}
	for i := range l.Records {
		name := r.name()
		l.Records[i] = Record{
			ID: 1_000_000 + int64(i)*7, Name: name, Email: email(name), City: r.of(cities), Age: int32(18 + r.below(70)),
			Score: r.money(100), Active: r.bool(), Tags: r.some(tags, 1+r.below(3)), Updated: r.date(),
		}
	}
	return l
}

func table() *[]Row {
	r := random(4)
	list := make([]Row, rows)
	for i := range list {
		list[i] = Row{
			ID: int64(i), Time: 1_700_000_000_000 + int64(i)*250, Device: uint32(r.below(1 << 20)),
			X: r.float()*2000 - 1000, Y: r.float()*2000 - 1000, Z: r.float() * 100,
			Count: int32(r.below(2000) - 1000), OK: r.below(20) != 0,
		}
	}
	return &list
}

// dynamic returns a document of the kind that configuration and search engines
// send. Its integers are int64, which is what codecs give back, and its arrays
// []any.
func dynamic() *map[string]any {
	r := random(5)
	hits := make([]any, 36)
	for i := range hits {
		hits[i] = map[string]any{
			"id": r.id(), "score": r.float() * 10, "rank": int64(i + 1), "title": r.title(), "active": r.bool(), "parent": nil,
			"author": map[string]any{"name": r.name(), "posts": int64(r.below(100_000))},
			"tags":   []any{r.of(tags), r.of(tags), r.of(tags)},
			"point":  []any{r.float() * 90, r.float() * 180},
		}
	}
	facets := map[string]any{}
	for _, city := range cities {
		facets[city] = map[string]any{"count": int64(r.below(5000)), "share": r.float(), "open": r.bool()}
	}
	return &map[string]any{
		"took": int64(12), "timed_out": false, "max_score": 9.75, "hits": hits, "facets": facets,
		"query": map[string]any{"text": "blue oak chair", "from": int64(0), "size": int64(36), "fields": []any{"title", "tags", "author.name"}},
	}
}

func fill[T any](n int, next func(i int) T) *[]T {
	list := make([]T, n)
	for i := range list {
		list[i] = next(i)
	}
	return &list
}

func float64s() *[]float64 {
	r := random(6)
	return fill(elements, func(int) float64 { return r.float()*2e6 - 1e6 })
}

func float32s() *[]float32 {
	r := random(7)
	return fill(elements, func(int) float32 { return float32(r.float()*2e6 - 1e6) })
}

func uint16s() *[]uint16 {
	r := random(8)
	return fill(elements, func(int) uint16 { return uint16(r.next()) })
}

// int32s returns numbers of mixed magnitude, half of them negative.
func int32s() *[]int32 {
	r := random(9)
	return fill(elements, func(int) int32 { return int32(r.next()) >> (r.next() % 24) })
}

func bools() *[]bool {
	r := random(10)
	return fill(elements, func(int) bool { return r.bool() })
}

func texts() *[]string {
	r := random(11)
	return fill(rows, func(int) string {
		if r.below(4) == 0 {
			return r.of(cities)
		}
		return strings.Join(r.some(words, 1+r.below(6)), " ")
	})
}

func complexes() *[]complex128 {
	r := random(12)
	return fill(elements, func(int) complex128 { return complex(r.float()-0.5, r.float()-0.5) })
}

func matrix() *beve.Matrix[float64] {
	r := random(13)
	return &beve.Matrix[float64]{Layout: scalar.RowMajor, Extents: []int{100, 100}, Data: *fill(elements, func(int) float64 { return r.float() })}
}

// NestedValue returns the value of the comparison with C++.
func NestedValue() *Nested {
	return &Nested{
		Fixed: NestedFixed{
			Ints:    []int32{0, 1, 2, 3, 4, 5, 6},
			Floats:  []float32{0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
			Doubles: []float64{3288398.238, 233e22, 289e-1, 0.928759872, 0.22222848, 0.1, 0.2, 0.3, 0.4},
		},
		Names: NestedNames{Name0: "James", Name1: "Abraham", Name2: "Susan", Name3: "Frank", Name4: "Alicia"},
		Deep: NestedDeep{
			Text: "here is some text", Other: "Hello World", Flag: false,
			Inner: NestedInner{
				Vectors: [][3]float64{{0.12345, 0.23456, 0.001345}, {0.3894675, 97.39827, 297.92387}, {18.18, 87.289, 2988.298}},
				ID:      "298728949872",
			},
		},
		Texts: []string{"Cat", "Dog", "Elephant", "Tiger"},
		Text:  "Hello world", Number: 3.14, Flag: true, Other: false,
	}
}

// NestedEscapedValue returns the same with the text that JSON has to escape.
func NestedEscapedValue() *NestedEscaped {
	n := NestedValue()
	return &NestedEscaped{
		Fixed: n.Fixed, Names: n.Names,
		Deep: EscapedDeep{
			Text: n.Deep.Text, Other: n.Deep.Other, Escape: "{\"some key\":\"some string value\"}", Flag: n.Deep.Flag, Inner: n.Deep.Inner,
		},
		Texts: n.Texts, Text: n.Text, Number: n.Number, Flag: n.Flag, Other: n.Other,
	}
}
