// What is sent, and the log that the server sends it from.

package main

import (
	"fmt"
	"sync"
	"time"
)

// An Event is one event. Ids count from 1, without a gap.
type Event struct {
	ID     uint64    `json:"id"`
	At     time.Time `json:"at"`
	Topic  string    `json:"topic"`
	Values []float64 `json:"values"`
}

// A Position is what a client sends: the first says where to begin, those that follow
// acknowledge what it has handled since.
type Position struct {
	Name  string `json:"name"`
	After uint64 `json:"after"` // the id of the last event that it has handled, 0 for none
}

// A Message is what the server sends: an event, or why there are none.
type Message struct {
	Event   *Event `json:"event,omitempty"`
	Refusal string `json:"refusal,omitempty"`
}

// What a Log keeps at most, whatever its clients do.
const (
	maxEvents  = 1 << 16
	maxClients = 1000
)

// A Log keeps events until every client that it knows has acknowledged them, or there
// are too many. A client that asks for events that are dropped is told so.
type Log struct {
	mu        sync.Mutex
	events    []*Event
	dropped   uint64 // events before those that are kept
	positions map[string]uint64
	grown     chan struct{} // closed when there is another event
}

// NewLog returns a Log without events.
func NewLog() *Log {
	return &Log{positions: map[string]uint64{}, grown: make(chan struct{})}
}

// Append adds an event.
func (l *Log) Append(topic string, values []float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, &Event{ID: l.last() + 1, At: time.Now().UTC(), Topic: topic, Values: values})
	if len(l.events) > maxEvents {
		l.drop(maxEvents / 2)
	}
	close(l.grown)
	l.grown = make(chan struct{})
}

// last returns the id of the last event. The lock is held, here and in drop and check.
func (l *Log) last() uint64 { return l.dropped + uint64(len(l.events)) }

// drop forgets the first n events.
func (l *Log) drop(n int) {
	l.events = l.events[n:]
	l.dropped += uint64(n)
}

// check returns an error if the events after an id are not in the log: they are
// dropped, or of another log.
func (l *Log) check(id uint64) error {
	if id < l.dropped || id > l.last() {
		return fmt.Errorf("events after %d are not here, but those after %d to %d", id, l.dropped, l.last())
	}
	return nil
}

// after returns the events after an id, and a channel that is closed when there are
// more.
func (l *Log) after(id uint64) ([]*Event, <-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.check(id); err != nil {
		return nil, nil, err
	}
	return l.events[id-l.dropped:], l.grown, nil
}

// acknowledge notes what a client has, and drops what all of them have.
func (l *Log) acknowledge(p Position) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.check(p.After); err != nil {
		return err
	}
	before, known := l.positions[p.Name]
	if !known && len(l.positions) == maxClients {
		return fmt.Errorf("there are %d clients already", maxClients)
	}
	l.positions[p.Name] = max(p.After, before)
	least := l.last()
	for _, id := range l.positions {
		least = min(least, id)
	}
	if least > l.dropped {
		l.drop(int(least - l.dropped))
	}
	return nil
}
