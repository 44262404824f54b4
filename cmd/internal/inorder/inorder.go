// Package inorder runs work on several goroutines at a time, and hands on what it gives in the order in which the work came.
package inorder

import "sync"

// Run calls next until it reports false, and work on what each call gives, on as many goroutines as there are workers.
// take gets the results in the order of next. Each worker calls next itself, and take when its result is the next in
// order or has become that, so that what it reads and writes is in the cache of its processor. next runs on one
// goroutine at a time, and so does take, but not always on the same one. At most workers+ahead pieces are between next
// and the end of take, so that memory is bounded by what these take; ahead is at least 1.
//
// An error of take ends the run, and is returned when nothing runs any more: neither next nor work is called after it, but for
// pieces that have begun.
func Run[P, R any](workers, ahead int, next func() (P, bool), work func(P) R, take func(R) error) error {
	r := runner[R]{take: take, results: make([]result[R], workers+ahead)}
	r.room.L = &r.mu
	var reading sync.Mutex // and with it goes the order of pieces
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for {
				reading.Lock()
				n, ok := r.begin()
				var piece P
				if ok {
					if piece, ok = next(); !ok {
						r.noMore()
					}
				}
				reading.Unlock()
				if !ok {
					return
				}
				r.done(n, work(piece))
			}
		})
	}
	running.Wait()
	return r.err
}

// runner orders results.
type runner[R any] struct {
	take func(R) error

	mu      sync.Mutex
	room    sync.Cond   // for another piece, or the end
	results []result[R] // of the pieces from taken on, in a ring
	begun   int         // pieces that next has given, or will
	taken   int         // and those that have passed take
	taking  bool        // a worker is with take
	ended   bool
	err     error
}

type result[R any] struct {
	value R
	ready bool
}

// begin waits until another piece may be there, and returns its number, or false if there is to be none.
func (r *runner[R]) begin() (n int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.ended && r.begun-r.taken == len(r.results) {
		r.room.Wait()
	}
	if r.ended {
		return 0, false
	}
	r.begun++
	return r.begun - 1, true
}

// noMore says that next has given all.
func (r *runner[R]) noMore() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
}

func (r *runner[R]) end() {
	r.ended = true
	r.room.Broadcast()
}

// done puts the result of piece n in its place, and takes what can be taken, unless somebody does so already.
func (r *runner[R]) done(n int, value R) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[n%len(r.results)] = result[R]{value, true}
	if r.taking {
		return
	}
	r.taking = true
	for r.err == nil {
		first := &r.results[r.taken%len(r.results)]
		if !first.ready {
			break
		}
		value := first.value
		*first = result[R]{}
		r.mu.Unlock()
		err := r.take(value)
		r.mu.Lock()
		if r.err = err; err != nil {
			r.end()
		}
		r.taken++
		r.room.Signal()
	}
	r.taking = false
}

// Spare keeps what one piece has left for the next to use. Unlike a sync.Pool it keeps it when memory is collected, which
// is often where little else is in use. What was put last is got first, since more of it is in the cache of a processor. A nil
// Spare has nothing.
type Spare[T any] struct {
	most int

	mu   sync.Mutex
	kept []T
}

// Keep returns a Spare for what the pieces of a Run take.
func Keep[T any](workers int) *Spare[T] { return KeepMost[T](2*workers + 2) }

// KeepMost returns a Spare that keeps at most n.
func KeepMost[T any](n int) *Spare[T] { return &Spare[T]{most: n} }

// Get returns one of what was put, or the zero value.
func (s *Spare[T]) Get() (x T) {
	if s == nil {
		return x
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.kept) - 1; n >= 0 {
		var none T
		x, s.kept[n] = s.kept[n], none
		s.kept = s.kept[:n]
	}
	return x
}

// Put keeps x if there is room.
func (s *Spare[T]) Put(x T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) < s.most {
		s.kept = append(s.kept, x)
	}
}
