// Structs of all shapes against encoding/json, and the memory they are written to.

package json_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/json"
)

// Types that begin or end in what is left out, that hold others, and that hold
// themselves in several ways.
type (
	point   struct{ X, Y int }
	nothing struct{}
	maybe   struct {
		A int    `json:",omitempty"`
		B string `json:",omitempty"`
	}
	maybeFirst struct {
		A int `json:",omitempty"`
		B int
	}
	maybeLast struct {
		A int
		B []int `json:",omitempty"`
	}
	asks struct {
		At   time.Time      `json:",omitzero"`
		Map  map[string]int `json:",omitempty"`
		Last int
	}
	nested struct {
		Before  point
		Nothing nothing
		Maybe   maybe
		First   maybeFirst
		Last    maybeLast
		Asks    asks
		Omitted point     `json:",omitzero"`
		Inner   maybeLast `json:",omitzero"`
		Deep    struct {
			Point  point
			Deeper struct{ Deepest struct{ Points [2]point } }
		}
	}
	emptyThenMore struct {
		Nothing nothing
		After   int
	}
	tree struct {
		Value int
		Left  *tree
		Right *tree
		All   []tree
		Few   [1]*tree
		Named map[string]tree
		Any   any
	}
	// knot is compiled first as a part of one of its own parts.
	knot     struct{ Part *knotPart }
	knotPart struct {
		Whole knot
		Parts knotParts
	}
	knotParts [2]*knotPart
)

func TestStructsOfAllShapes(t *testing.T) {
	full := nested{
		Before: point{1, -2}, Maybe: maybe{B: "b"}, First: maybeFirst{A: 1}, Last: maybeLast{B: []int{1}},
		Asks: asks{At: time.Unix(1, 0), Map: map[string]int{"a": 1}}, Omitted: point{X: 1}, Inner: maybeLast{A: 1},
	}
	leaf := tree{Value: 1}
	part := &knotPart{}
	for _, v := range []any{
		nothing{}, maybe{}, maybe{A: 1}, maybe{B: "x"}, maybe{1, "x"}, maybeFirst{}, maybeFirst{A: 5}, maybeLast{}, maybeLast{B: []int{}},
		asks{}, asks{Last: 1}, nested{}, full, emptyThenMore{}, []nested{full, {}, full}, map[string]nested{"x": full},
		tree{Left: &leaf, Right: &tree{All: []tree{leaf, {}}}, Few: [1]*tree{&leaf}, Named: map[string]tree{"n": leaf}, Any: leaf},
		[]any{full, &full, nothing{}}, part, knotPart{Whole: knot{part}, Parts: knotParts{part, nil}}, knotParts{part}, knot{part},
	} {
		checkMarshal(t, v)
	}
}

// TestKeysOfEveryLength has names that end at every place of the blocks in which text is
// stored, in structs within structs and with members of every kind after them.
func TestKeysOfEveryLength(t *testing.T) {
	kinds := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[string](), reflect.TypeFor[bool](),
		reflect.TypeFor[*int](), reflect.TypeFor[[]int](), reflect.TypeFor[float64](), reflect.TypeFor[any](), reflect.TypeFor[point]()}
	for n := 1; n <= 140; n++ {
		for _, option := range []string{"", ",omitempty", ",omitzero", ",string"} {
			var fields []reflect.StructField
			for i, kind := range kinds {
				name := fmt.Sprintf("%c%s", 'A'+i, strings.Repeat("n", n-1))
				fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: kind, Tag: reflect.StructTag(fmt.Sprintf(`json:"%s%s"`, name, option))})
			}
			inner := reflect.StructOf(fields)
			fields[8].Type = inner
			outer := reflect.New(reflect.StructOf(append(fields, fields[0], fields[8])[:9])).Elem()
			checkMarshal(t, outer.Interface())
			outer.Field(0).SetInt(-128)
			outer.Field(1).SetUint(1<<64 - 1)
			outer.Field(2).SetString("text")
			outer.Field(5).Set(reflect.ValueOf([]int{1, 2}))
			outer.Field(8).Field(3).SetBool(true)
			checkMarshal(t, outer.Addr().Interface())
		}
	}
}

// TestStructsTooLargeToJoin nests structs until their steps are too many for one program,
// and has members whose steps are.
func TestStructsTooLargeToJoin(t *testing.T) {
	typ := reflect.TypeFor[point]()
	for depth := range 9 {
		var fields []reflect.StructField
		for i := range 2 + depth%3 {
			tag := reflect.StructTag([]string{"", `json:",omitzero"`, `json:"` + strings.Repeat("k", 90) + `"`}[(depth+i)%3])
			fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: typ, Tag: tag})
		}
		typ = reflect.StructOf(fields)
		v := reflect.New(typ)
		checkMarshal(t, v.Interface())
		fill(rand.New(rand.NewPCG(1, uint64(depth))), v.Elem(), 20)
		checkMarshal(t, v.Interface())
	}
}

// TestAppendStaysWithinItsBuffer writes into buffers of every capacity: whole words and
// blocks are stored where fewer bytes count, and none of them may lie after the end.
func TestAppendStaysWithinItsBuffer(t *testing.T) {
	guards := bytes.Repeat([]byte{0xEE}, 4096)
	memory := make([]byte, len(guards))
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 9))
		v := reflect.New(randomType(rng, 3))
		fill(rng, v.Elem(), 4)
		checkMarshal(t, v.Interface())
		flags := json.SortMapKeys
		if seed%2 == 0 {
			flags |= json.EscapeHTML
		}
		text, err := json.Append(nil, v.Interface(), flags)
		if err != nil || len(text) > len(memory)/2 {
			continue
		}
		for size := 0; size <= len(text)+100; size += 1 + size/64 {
			copy(memory, guards)
			got, err := json.Append(memory[:3:3+size], v.Interface(), flags)
			if err != nil || !bytes.Equal(got[3:], text) {
				t.Fatalf("seed %d, %d bytes of room: %s, %v\nwant %s", seed, size, got[3:], err, text)
			}
			if behind := memory[3+size:]; !bytes.Equal(behind, guards[:len(behind)]) {
				t.Fatalf("seed %d: more than %d bytes are written", seed, size)
			}
		}
	}
}
