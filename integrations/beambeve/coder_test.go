package beambeve

import (
	"bytes"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
)

// shopKey is a key that has a map, whose order in memory is any.
type shopKey struct {
	Name  string            `json:"name"`
	Where map[string]string `json:"where"`
}

// note refers to itself, which Beam's own rows cannot.
type note struct {
	ID   int   `json:"id"`
	Next *note `json:"next"`
}

func byShop(o order) (shopKey, int) {
	where := map[string]string{}
	for _, word := range strings.Fields("north east south west up down left right") {
		where[word] = word
	}
	return shopKey{"shop", where}, o.ID
}

func countOrders(k shopKey, values func(*int) bool) int {
	n := 0
	for v := 0; values(&v); {
		n++
	}
	return n + 1000*len(k.Where)
}

func noteID(n *note) int { return n.ID*10 + n.Next.ID }

func TestKeysWithMapsAreGrouped(t *testing.T) {
	err := run(t, func(s beam.Scope) {
		groups := beam.GroupByKey(s, beam.ParDo(s, byShop, beam.CreateList(s, orders(200))))
		passert.Equals(s, beam.ParDo(s, countOrders, groups), 8200)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPointersAndRecursiveTypesAreElements(t *testing.T) {
	err := run(t, func(s beam.Scope) {
		notes := beam.CreateList(s, []*note{{ID: 1, Next: &note{ID: 2}}, {ID: 3, Next: &note{ID: 4}}})
		passert.Equals(s, beam.ParDo(s, noteID, beam.Reshuffle(s, notes)), 12, 34)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPredeclaredTypesAreReadAndWritten(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "numbers")
	err := run(t, func(s beam.Scope) {
		files := Write[float64](s, prefix, beam.Create(s, 1.5, 2.5, 6.0), WriteOptions{})
		passert.Equals(s, ReadAll[float64](s, files, ReadOptions{}), 1.5, 2.5, 6.0)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCoderIsBEVEAndDeterministic(t *testing.T) {
	typ := reflect.TypeFor[shopKey]()
	if c := beam.NewCoder(typex.New(typ)); !c.IsDeterministic() {
		t.Errorf("coder %v is not deterministic", c)
	}
	key, _ := byShop(order{})
	first, err := encodeElement(typ, key)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		key, _ := byShop(order{})
		again, err := encodeElement(typ, key)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("%x, then %x, %v", first, again, err)
		}
	}
	back, err := decodeElement(typ, first)
	if err != nil || !reflect.DeepEqual(back, key) {
		t.Errorf("%v came back as %v, %v", key, back, err)
	}
}

func TestCoderNamesWhatIsWrong(t *testing.T) {
	_, err := encodeElement(reflect.TypeFor[faultyFS](), faultyFS{})
	if err == nil || !strings.Contains(err.Error(), "beambeve.faultyFS is not registered") {
		t.Errorf("an unregistered type: %v", err)
	}
	data := encode(t, []order{{ID: 1}})
	_, err = decodeElement(reflect.TypeFor[order](), data[:len(data)-1])
	if err == nil || !strings.Contains(err.Error(), "at byte") {
		t.Errorf("truncated: %v", err)
	}
	_, err = encodeElement(reflect.TypeFor[order](), order{Shop: "\xff"})
	if err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("not UTF-8: %v", err)
	}
}
