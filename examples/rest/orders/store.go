// The store: orders in memory.

package orders

import (
	"cmp"
	"net/http"
	"slices"
	"sync"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// A Store keeps orders in memory, sorted by id. An Order that is stored does not
// change any more, so that it is read without the lock. Errors are *httpbeve.Error, or
// what a check has returned.
type Store struct {
	mu     sync.RWMutex
	orders []*Order
}

// A Check says whether the state of an order may be replaced. It gets nil where no
// such order exists.
type Check func(now *Order) error

// Put completes an order and stores it.
func (s *Store) Put(o *Order, check Check) error {
	if err := o.complete(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := check(s.get(o.ID)); err != nil {
		return err
	}
	s.put(o)
	return nil
}

// PutAll stores all orders, or none if one is refused.
func (s *Store) PutAll(all []*Order) error {
	for i, o := range all {
		if o == nil {
			return httpbeve.Errorf(http.StatusUnprocessableEntity, "/%d: there is no order", i)
		}
		if err := o.complete(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range all {
		s.put(o)
	}
	return nil
}

// Get returns an order.
func (s *Store) Get(id string) (*Order, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	o := s.get(id)
	if o == nil {
		return nil, unknown(id)
	}
	return o, nil
}

// Page returns up to limit orders with ids after the one given.
func (s *Store) Page(after string, limit int) Page {
	s.mu.RLock()
	defer s.mu.RUnlock()
	begin, known := s.find(after)
	if known {
		begin++
	}
	end := min(begin+limit, len(s.orders))
	p := Page{Orders: slices.Clone(s.orders[begin:end])}
	if end < len(s.orders) {
		p.Next = s.orders[end-1].ID
	}
	return p
}

// All returns all orders.
func (s *Store) All() []*Order {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.orders)
}

// Delete removes an order.
func (s *Store) Delete(id string, check Check) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, known := s.find(id)
	if !known {
		return unknown(id)
	}
	if err := check(s.orders[i]); err != nil {
		return err
	}
	s.orders = slices.Delete(s.orders, i, i+1)
	return nil
}

func unknown(id string) error {
	return httpbeve.Errorf(http.StatusNotFound, "there is no order %q", id)
}

// find returns the place of an order. The lock is held, here and below.
func (s *Store) find(id string) (place int, known bool) {
	return slices.BinarySearchFunc(s.orders, id, func(o *Order, id string) int { return cmp.Compare(o.ID, id) })
}

func (s *Store) get(id string) *Order {
	if i, known := s.find(id); known {
		return s.orders[i]
	}
	return nil
}

func (s *Store) put(o *Order) {
	if i, known := s.find(o.ID); known {
		s.orders[i] = o
	} else {
		s.orders = slices.Insert(s.orders, i, o)
	}
}
