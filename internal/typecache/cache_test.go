package typecache

import (
	"reflect"
	"sync"
	"testing"
)

var testTypes = []reflect.Type{
	reflect.TypeFor[int](),
	reflect.TypeFor[string](),
	reflect.TypeFor[[]byte](),
	reflect.TypeFor[map[string]int](),
	reflect.TypeFor[struct{ X int }](),
	reflect.TypeFor[*struct{ X int }](),
	reflect.TypeFor[any](),
	reflect.TypeFor[error](),
}

func TestZeroCacheIsEmptyAndUsable(t *testing.T) {
	var c Cache[*int]
	for _, typ := range testTypes {
		if v, ok := c.Load(typ); ok || v != nil {
			t.Errorf("Load(%v) of an empty cache = %v, %v", typ, v, ok)
		}
	}
	one := 1
	if got := c.LoadOrStore(testTypes[0], &one); got != &one {
		t.Errorf("LoadOrStore into an empty cache did not return the value stored")
	}
	if got, ok := c.Load(testTypes[0]); !ok || got != &one {
		t.Errorf("Load after LoadOrStore = %v, %v", got, ok)
	}
	if _, ok := c.Load(testTypes[1]); ok {
		t.Errorf("Load found a type that was never stored")
	}
}

func TestFirstStoreWins(t *testing.T) {
	var c Cache[int]
	if got := c.LoadOrStore(testTypes[0], 1); got != 1 {
		t.Fatalf("first LoadOrStore = %d, want 1", got)
	}
	if got := c.LoadOrStore(testTypes[0], 2); got != 1 {
		t.Errorf("second LoadOrStore = %d, want the first value 1", got)
	}
	if got, ok := c.Load(testTypes[0]); !ok || got != 1 {
		t.Errorf("Load = %d, %v, want 1, true", got, ok)
	}
}

func TestAZeroValueCanBeStored(t *testing.T) {
	var c Cache[int]
	c.LoadOrStore(testTypes[0], 0)
	if got, ok := c.Load(testTypes[0]); !ok || got != 0 {
		t.Errorf("Load = %d, %v, want 0, true", got, ok)
	}
	if got := c.LoadOrStore(testTypes[0], 7); got != 0 {
		t.Errorf("LoadOrStore replaced a stored zero by %d", got)
	}
}

func TestEachTypeKeepsItsOwnValue(t *testing.T) {
	var c Cache[int]
	for i, typ := range testTypes {
		c.LoadOrStore(typ, i)
	}
	// Twice each, so that both the fast slot and the map answer, in an order that keeps changing the slot.
	for range 3 {
		for i, typ := range testTypes {
			for range 2 {
				if got, ok := c.Load(typ); !ok || got != i {
					t.Fatalf("Load(%v) = %d, %v, want %d, true", typ, got, ok, i)
				}
			}
		}
	}
}

func TestConcurrentCompilersAgreeOnOneValue(t *testing.T) {
	const workers = 8
	for range 50 {
		var c Cache[*int]
		got := make([][]*int, workers)
		start := make(chan struct{})
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				<-start
				for i := range testTypes {
					typ := testTypes[(i+w)%len(testTypes)]
					own := w
					stored := c.LoadOrStore(typ, &own)
					if loaded, ok := c.Load(typ); !ok || loaded != stored {
						t.Errorf("Load(%v) does not agree with LoadOrStore", typ)
					}
				}
				for _, typ := range testTypes {
					v, _ := c.Load(typ)
					got[w] = append(got[w], v)
				}
			})
		}
		close(start)
		wg.Wait()
		for w := range workers {
			if !reflect.DeepEqual(got[w], got[0]) {
				t.Fatalf("worker %d sees other values than worker 0", w)
			}
			for i := range got[w] {
				if got[w][i] != got[0][i] {
					t.Fatalf("worker %d has another pointer for %v than worker 0", w, testTypes[i])
				}
			}
		}
	}
}

func TestLoadDoesNotAllocate(t *testing.T) {
	var c Cache[*int]
	for _, typ := range testTypes {
		c.LoadOrStore(typ, new(int))
	}
	i := 0
	if n := testing.AllocsPerRun(100, func() { c.Load(testTypes[i%2]); i++ }); n != 0 {
		t.Errorf("Load allocates %v times", n)
	}
}

func BenchmarkLoad(b *testing.B) {
	var c Cache[*int]
	for _, typ := range testTypes {
		c.LoadOrStore(typ, new(int))
	}
	b.Run("same", func(b *testing.B) {
		for b.Loop() {
			c.Load(testTypes[0])
		}
	})
	b.Run("alternating", func(b *testing.B) {
		i := 0
		for b.Loop() {
			c.Load(testTypes[i&7])
			i++
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			i := 0
			for pb.Next() {
				c.Load(testTypes[i>>6&7])
				i++
			}
		})
	})
}

func TestTargetIsThatOfPointers(t *testing.T) {
	var c Cache[string]
	x, y := 1, "two"
	if _, _, ok := c.Target(&x); ok {
		t.Error("an empty cache has a target")
	}
	c.LoadOrStore(reflect.TypeFor[*int](), "int")
	c.LoadOrStore(reflect.TypeFor[*string](), "string")
	c.LoadOrStore(reflect.TypeFor[int](), "no pointer")
	for range 2 { // the type of the call before, and another
		for v, want := range map[any]string{&x: "int", &y: "string"} {
			if got, p, ok := c.Target(v); !ok || got != want || p.Unsafe() != reflect.ValueOf(v).UnsafePointer() {
				t.Errorf("Target of a %T is %q at %v, %t", v, got, p, ok)
			}
			for _, none := range []any{nil, (*int)(nil), (*string)(nil), x, y, new(bool)} {
				if got, _, ok := c.Target(none); ok {
					t.Errorf("Target of a %T is %q", none, got)
				}
			}
		}
	}
}
