// Package inorder runs work on several goroutines at a time, and hands on what it gives in the order in which the work came.
package inorder

import "sync"

// Run calls next until it reports false, and work on what each call gives: next on one goroutine, work on as many as
// there are workers. take gets the results in the order of next, on the goroutine of the caller. At most workers+ahead
// pieces are between next and the end of take, so that memory is bounded by what these take; ahead is at least 1.
//
// An error of take ends the run, and is returned when nothing runs any more: neither next nor work is called after it, but for
// calls that have begun.
func Run[P, R any](workers, ahead int, next func() (P, bool), work func(P) R, take func(R) error) error {
	type task struct {
		piece  P
		result chan R
	}
	var (
		stop   = make(chan struct{})
		tasks  = make(chan task)
		order  = make(chan task, workers+ahead-1) // and one is with take
		ending sync.WaitGroup
	)
	ending.Go(func() {
		defer close(order)
		defer close(tasks)
		for {
			piece, ok := next()
			if !ok {
				return
			}
			t := task{piece, make(chan R, 1)}
			select {
			case order <- t:
			case <-stop:
				return
			}
			select {
			case tasks <- t:
			case <-stop:
				return
			}
		}
	})
	for range workers {
		ending.Go(func() {
			for t := range tasks {
				t.result <- work(t.piece)
			}
		})
	}
	var err error
	for t := range order {
		if err = take(<-t.result); err != nil {
			break
		}
	}
	close(stop)
	ending.Wait()
	return err
}

// Spare keeps what one piece has left for the next to use. Unlike a sync.Pool it keeps it when memory is collected, which
// is often where little else is in use.
type Spare[T any] chan T

// Keep returns a Spare for what the pieces of a Run take.
func Keep[T any](workers int) Spare[T] { return make(Spare[T], 2*workers+2) }

// Get returns one of what was put, or the zero value.
func (s Spare[T]) Get() (x T) {
	select {
	case x = <-s:
	default:
	}
	return x
}

// Put keeps x if there is room.
func (s Spare[T]) Put(x T) {
	select {
	case s <- x:
	default:
	}
}
