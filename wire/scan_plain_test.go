// The fast walk along common children against the careful one.

package wire

import (
	"math/rand/v2"
	"testing"
)

// objects returns an array of n objects as services write them: short keys, short
// strings, numbers, an array of strings.
func objects(n int) []byte {
	msg := AppendArray(nil, n)
	for i := range n {
		msg = AppendObject(msg, 8)
		msg = AppendUint(AppendText(msg, "id"), uint64(1e6+i))
		msg = AppendString(AppendText(msg, "email"), "somebody.else@example.com")
		msg = AppendString(AppendText(msg, "name"), "Zoë")
		msg = AppendFloat64(AppendText(msg, "score"), 0.5)
		msg = AppendBool(AppendText(msg, "active"), true)
		msg = AppendNumbers(AppendText(msg, "counts"), []uint16{1, 2, 3})
		msg = AppendArray(AppendText(msg, "none"), 0)
		msg = AppendStrings(AppendText(msg, "tags"), []string{"new", "customer", "newsletter", ""})
	}
	return msg
}

// carefully is Next without the fast walk.
func (s *Scanner) carefully(src []byte) (end int, err error) {
	s.final = true
	f, next, err := s.begin(src)
	if err == nil {
		s.push(f, next)
	}
	for s.depth > 0 && err == nil {
		f := s.frame(s.depth - 1)
		if f.left > 0 {
			err = s.child(f, src)
			continue
		}
		done := true
		if f.kind >= KindIndexed {
			done, err = s.turn(f, src)
		} else {
			s.budget.Leave()
		}
		if done {
			s.depth--
		}
	}
	if err != nil {
		err.(*DecodeError).Path = s.path(src)
		return 0, err
	}
	return s.off, nil
}

func comparePlain(t *testing.T, src []byte, l Limits) {
	t.Helper()
	var plain, careful Scanner
	plain.Reset(l, true)
	careful.Reset(l, true)
	end, err := plain.Next(src, true)
	wantEnd, wantErr := careful.carefully(src)
	if end != wantEnd || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("% X, %+v: %d, %v; carefully %d, %v", src, l, end, err, wantEnd, wantErr)
	}
	if err == nil && plain.budget != careful.budget {
		t.Fatalf("% X: left of the budget: %+v; carefully %+v", src, plain.budget, careful.budget)
	}
	b := l.Budget()
	b.RejectUnusedBits(true)
	end, err = SkipWithin(src, 0, &b)
	if end != wantEnd || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("% X, %+v: skipped %d, %v; carefully %d, %v", src, l, end, err, wantEnd, wantErr)
	}
	if err == nil && b != careful.budget {
		t.Fatalf("% X: skipped, %+v is left of the budget; carefully %+v", src, b, careful.budget)
	}
}

var plainLimits = []Limits{{}, {MaxDepth: 3}, {MaxElements: 20}}

func TestPlainScanIsTheCarefulScan(t *testing.T) {
	msg := objects(3)
	random := rand.New(rand.NewPCG(1, 2))
	for _, l := range plainLimits {
		for n := range len(msg) + 1 {
			comparePlain(t, msg[:n:n], l)
		}
		for range 20_000 {
			broken := append([]byte(nil), msg...)
			for range 1 + random.IntN(3) {
				broken[random.IntN(len(broken))] = byte(random.Uint32())
			}
			comparePlain(t, broken, l)
		}
	}
}

func FuzzPlainScan(f *testing.F) {
	f.Add(objects(1), uint8(0))
	f.Fuzz(func(t *testing.T, src []byte, limits uint8) {
		comparePlain(t, src, plainLimits[int(limits)%len(plainLimits)])
	})
}

func TestSkipElementsIsSkipForEachElement(t *testing.T) {
	const n = 5
	msg := objects(n)
	for cut := 2; cut <= len(msg); cut++ {
		src := msg[:cut:cut]
		for count := range n + 1 {
			want, wantErr := 2, error(nil)
			each, all := Limits{}.Budget(), Limits{}.Budget()
			each.Enter(n)
			all.Enter(n)
			for range count {
				if want, wantErr = SkipWithin(src, want, &each); wantErr != nil {
					break
				}
			}
			got, err := SkipElements(src, 2, count, KindArray, &all)
			if (err == nil) != (wantErr == nil) || err == nil && (got != want || each != all) {
				t.Fatalf("%d of %d bytes: %d, %v, %+v; one by one %d, %v, %+v", cut, len(msg), got, err, all, want, wantErr, each)
			}
			if err != nil && err.(*DecodeError).Offset != wantErr.(*DecodeError).Offset {
				t.Fatalf("%d of %d bytes: %v; one by one %v", cut, len(msg), err, wantErr)
			}
		}
	}
	texts := AppendStrings(nil, []string{"a", "\xff", "b"})
	b := Limits{}.Budget()
	if _, err := SkipElements(texts, 2, 2, KindStringArray, &b); err == nil || err.(*DecodeError).Path != "/1" {
		t.Errorf("text that is not UTF-8: %v", err)
	}
	if next, err := SkipElements(texts, 2, 1, KindStringArray, &b); next != 4 || err != nil {
		t.Errorf("one text: %d, %v", next, err)
	}
}

func BenchmarkSkip(b *testing.B) {
	msg := objects(1000)
	b.SetBytes(int64(len(msg)))
	for b.Loop() {
		if n, err := Skip(msg, 0); err != nil || n != len(msg) {
			b.Fatal(n, err)
		}
	}
}
