package structs

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
)

type (
	leaf   struct{ A, B int32 }
	Middle struct {
		X int64
		*Leaf
	}
	Leaf struct{ C, D int16 }
	root struct {
		First uint8
		*Middle
		leaf
	}
	hidden struct{ E int }
	locked struct{ *hidden }
)

// TestPathLeadsWhereReflectionDoes follows and makes the paths of promoted fields.
func TestPathLeadsWhereReflectionDoes(t *testing.T) {
	typ := reflect.TypeFor[root]()
	for _, name := range []string{"First", "X", "C", "D", "A", "B"} {
		f, _ := typ.FieldByName(name)
		path := PathOf(typ, f.Index)
		var v root
		p := mem.Of(&v)
		wantHops := map[string]int{"X": 1, "C": 2, "D": 2}[name]
		if len(path.Hops) != wantHops || path.Direct() != (wantHops == 0) {
			t.Fatalf("%s: %d hops, not %d", name, len(path.Hops), wantHops)
		}
		if _, ok := path.Follow(p); ok != (wantHops == 0) {
			t.Errorf("%s: nil pointers are followed: %v", name, ok)
		}
		if missing := path.Missing(p); (missing != nil) != (wantHops > 0) {
			t.Errorf("%s: %v is missing", name, missing)
		}
		asked := 0
		if _, _, ok := path.Make(p, func(int) bool { asked++; return asked < wantHops }); ok != (wantHops == 0) {
			t.Errorf("%s: a pointer is made although its memory was refused", name)
		}
		v = root{}
		paid := 0
		q, at, ok := path.Make(p, func(size int) bool { paid += size; return true })
		if !ok || at != nil {
			t.Fatalf("%s cannot be made: %v", name, at)
		}
		want := reflect.ValueOf(&v).Elem().FieldByIndex(f.Index)
		if q.Unsafe() != want.Addr().UnsafePointer() {
			t.Errorf("%s is made elsewhere than reflection finds it", name)
		}
		if again, ok := path.Follow(p); !ok || again.Unsafe() != q.Unsafe() || path.Missing(p) != nil {
			t.Errorf("%s: what was made is not followed", name)
		}
		if size := []int{0, int(reflect.TypeFor[Middle]().Size()), int(reflect.TypeFor[Middle]().Size() + reflect.TypeFor[Leaf]().Size())}[wantHops]; paid != size {
			t.Errorf("%s: %d bytes are paid for, not %d", name, paid, size)
		}
	}
	f, _ := reflect.TypeFor[locked]().FieldByName("E")
	path := PathOf(reflect.TypeFor[locked](), f.Index)
	var v locked
	if _, at, ok := path.Make(mem.Of(&v), func(int) bool { return true }); ok || at == nil || at.Err() == nil || v.hidden != nil {
		t.Errorf("a pointer to an unexported struct is set: %v", v.hidden)
	}
	v.hidden = &hidden{}
	if _, ok := path.Follow(mem.Of(&v)); !ok {
		t.Error("a pointer to an unexported struct that is there is not followed")
	}
}

// TestOrderAgreesWithAList plays random objects, in order and out of it, and compares with
// a plain list of what came.
func TestOrderAgreesWithAList(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		fields := rng.IntN(200)
		came := make([]bool, fields)
		var o Order
		o.Begin(fields, fields+10)
		for left := fields + 10; ; {
			if o.Left != left {
				t.Fatalf("%d members are left, not %d", o.Left, left)
			}
			limit := min(fields, o.Expected+left)
			for i := o.Expected; i < limit; i++ {
				if came[i] {
					limit = i
				}
			}
			if got := o.Limit(fields); got != limit && (limit > o.Expected || got > limit) {
				t.Fatalf("limit of %d is %d, not %d", o.Expected, got, limit)
			}
			for i := range came {
				if o.Has(i) != came[i] {
					t.Fatalf("Has(%d) is %v", i, !came[i])
				}
			}
			if all := !containsFalse(came); o.All(fields) && !all || all && fields < 64 && !o.All(fields) {
				t.Fatalf("All(%d) is %v", fields, o.All(fields))
			}
			if left == 0 || fields == 0 {
				break
			}
			if n := limit - o.Expected; n > 0 && rng.IntN(2) == 0 {
				to := o.Expected + 1 + rng.IntN(n)
				for i := o.Expected; i < to; i++ {
					came[i] = true
					left--
				}
				if !o.Reached(to) {
					t.Fatal("members that came in order are not noted")
				}
				continue
			}
			if o.Reached(o.Expected) {
				t.Fatal("no member came, and one is noted")
			}
			i := rng.IntN(fields)
			if came[i] {
				left--
				o.Left--
				continue
			}
			if rng.IntN(2) == 0 {
				o.Expect(i)
				continue
			}
			came[i] = true
			left--
			o.Took(i)
		}
	}
}

func containsFalse(list []bool) bool {
	for _, v := range list {
		if !v {
			return true
		}
	}
	return false
}

// TestKeyComparesItsBytesAlone holds keys of every length against inputs that differ in
// one byte.
func TestKeyComparesItsBytesAlone(t *testing.T) {
	for n := range 40 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i*7 + 1)
		}
		k, tail := NewKey(b)
		if tail != string(b[min(n, WordBytes):]) {
			t.Errorf("%d bytes: tail %q", n, tail)
		}
		src := make([]byte, n+WordBytes)
		for at := range src {
			copy(src, b)
			clear(src[n:])
			src[at] ^= 0x80
			if want := at < min(n, WordBytes); k.Differs(src, 0) != want {
				t.Errorf("%d bytes: a difference at %d: %v", n, at, !want)
			}
		}
		if none := NoKey; !none.Differs(src, 0) {
			t.Error("an input is NoKey")
		}
	}
}

// TestRunsEndAtGaps makes runs of every length, those that a byte cannot count too.
func TestRunsEndAtGaps(t *testing.T) {
	for n := range 600 {
		runs := make([]uint8, n)
		scalar := func(i int) bool { return i%301 != 300 }
		Runs(n, scalar, func(i int, run uint8) { runs[i] = run })
		for i := range runs {
			want := 0
			for i+want < n && scalar(i+want) && want < 255 {
				want++
			}
			if int(runs[i]) != want {
				t.Fatalf("%d members: the run at %d is %d, not %d", n, i, runs[i], want)
			}
		}
	}
}

// TestRoomCoversWhatStepsStore walks random tables as an engine does, with each choice of
// members left out, and asks that no store goes beyond the room that was made.
func TestRoomCoversWhatStepsStore(t *testing.T) {
	const (
		opKey uint8 = iota
		opScalar
		opText
		opAsk
	)
	rng := rand.New(rand.NewPCG(3, 9))
	for range 3000 {
		var steps []Step[uint8, int]
		members := make([]Member[uint8, int], rng.IntN(8))
		for i := range members {
			m := &members[i]
			m.Head, m.Op = make([]byte, 1+rng.IntN(60)), opScalar+uint8(rng.IntN(2))
			switch rng.IntN(3) {
			case 0:
				m.Omit = omit.Rule{Kind: omit.Zero8}
			case 1:
				m.Omit = omit.Rule{Kind: omit.Ask, Ask: func(mem.Pointer) bool { return false }}
			}
			steps = AppendMember(steps, i, m, opKey, opAsk)
		}
		const scalar = 9
		need := Room(len(steps), func(i int) Bound {
			s := &steps[i]
			b := Bound{Bytes: int(s.N), Variable: s.Op == opText, Optional: members[s.Field].Omit.Kind != omit.Never}
			if s.Op == opScalar {
				b.Bytes += scalar
			}
			return b
		}, func(i, room int) { steps[i].Next = int32(room) })
		for range 20 {
			room, head := need, 0
			for i := 0; i < len(steps); i++ {
				s := &steps[i]
				if s.Op == opAsk || s.Omit != omit.Never {
					if rng.IntN(2) == 0 {
						i += int(s.Span)
						if s.Op != opAsk {
							i--
						}
						continue
					}
					if s.Op == opAsk {
						continue
					}
				}
				if room < Slack {
					t.Fatalf("step %d of %d has %d bytes of room", i, len(steps), room)
				}
				room -= int(s.N)
				head += int(s.N)
				switch s.Op {
				case opScalar:
					room -= scalar
				case opText:
					room = int(s.Next)
				}
			}
			if room < Slack {
				t.Fatalf("%d bytes of room are left after the last step", room)
			}
		}
	}
}

// TestSeenMembersAreRemembered holds the set of members that came to one of booleans.
func TestSeenMembersAreRemembered(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{1, 63, 64, 65, 128, 129, 300} {
		var s Seen
		s.Hold(n)
		want := make([]bool, n)
		for range 40 {
			if i := rng.IntN(n); rng.IntN(2) == 0 {
				s.Add(i)
				want[i] = true
			} else {
				run := rng.IntN(min(n-i, 70) + 1)
				s.AddRun(i, run)
				for j := range run {
					want[i+j] = true
				}
			}
			next := n
			for i := n - 1; i >= 0; i-- {
				if want[i] {
					next = i
				}
				if s.Has(i) != want[i] {
					t.Fatalf("%d members: Has(%d) is %v", n, i, !want[i])
				}
				if got := s.After(i); got != next && (next < n || got < n) {
					t.Fatalf("%d members: After(%d) is %d, not %d", n, i, got, next)
				}
			}
		}
	}
}
