package features

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
)

// TestLargeValuesAreMadeOnce writes and reads large lists by generated code: what is allocated is not much more than the
// message, or than the value takes. Slices that double would take twice as much.
func TestLargeValuesAreMadeOnce(t *testing.T) {
	n := testkit.Long(1 << 15)
	for what, v := range map[string]*Slices{
		"points":   {Points: make([]Point, 8*n)},
		"pointers": {Pointers: many(n, func(i int) *Point { return &Point{int32(i), 1} })},
		"texts":    {Texts: many(n, func(i int) string { return fmt.Sprint("a text of some length, the number ", i) })},
		"names":    {MyTexts: many(n, func(i int) Text { return Text(fmt.Sprint("a text of some length, the number ", i)) })},
		"doubles":  {Doubles: make([]float64, 8*n)},
		"booleans": {MyBools: make([]Bool, 64*n)},
		"times":    {Times: many(2*n, func(i int) time.Time { return time.Unix(int64(i), 0).UTC() })},
		"nested":   {Nested: many(n, func(i int) []int16 { return []int16{int16(i), 1, 2} })},
		"maps":     {Maps: many(n/8, func(i int) map[string]int { return map[string]int{"a": i, "b": 2} })},
		"structs": {Anonymous: many(n, func(i int) struct {
			A int
			B string
		} {
			return struct {
				A int
				B string
			}{i, "some text"}
		})},
	} {
		var data []byte
		var err error
		spent := testkit.Allocated(func() { data, err = code(v).MarshalBEVE() })
		if err != nil {
			t.Fatal(err)
		}
		if most := 3 * len(data); mem.Foresees && int(spent) > most+1<<19 {
			t.Errorf("%s: %d bytes are allocated for a message of %d", what, spent, len(data))
		}
		if !mem.Unchecked {
			continue // this build copies text once more
		}
		read := new(Slices)
		before := testkit.Live()
		spent = testkit.Allocated(func() { err = code(read).UnmarshalBEVE(data) })
		if err != nil {
			t.Fatal(err)
		}
		takes := testkit.Live() - before
		if float64(spent) > 1.1*float64(takes)+1<<18 {
			t.Errorf("%s: %.2f times the %d bytes are allocated that stay", what, float64(spent)/float64(takes), takes)
		}
		runtime.KeepAlive(read)
		runtime.KeepAlive(data)
	}
}

func many[T any](n int, one func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = one(i)
	}
	return list
}
