// The service: handlers over orders that are kept in memory.

package orders

import (
	"cmp"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// MaxBody is the size of a request body in bytes above which it is refused.
const MaxBody = 1 << 20

// maxPage is how many orders a page has at most.
const maxPage = 500

// A Service is a store of orders, and the handler of its URLs.
type Service struct {
	http.Handler
	one, many httpbeve.Options

	mu     sync.RWMutex
	orders []*Order // by id; an Order that is stored does not change any more
}

// NewService returns a Service without orders.
func NewService() *Service {
	s := new(Service)
	s.many.MaxBody = MaxBody
	s.many.Decode.RejectUnknown = true
	s.many.Decode.Limits.MaxDepth = 16
	s.one = s.many
	s.one.ETag = true

	mux := http.NewServeMux()
	mux.Handle("PUT /orders/{id}", httpbeve.HandleWith(&s.one, s.put))
	mux.Handle("GET /orders/{id}", httpbeve.HandleWith(&s.one, s.get))
	mux.HandleFunc("DELETE /orders/{id}", s.delete)
	mux.Handle("POST /orders", httpbeve.HandleWith(&s.many, s.putAll))
	mux.Handle("GET /orders", httpbeve.HandleWith(&s.many, s.page))
	mux.HandleFunc("GET /export", s.export)
	s.Handler = mux
	return s
}

func (s *Service) put(r *http.Request, o Order) (Receipt, error) {
	id := r.PathValue("id")
	if o.ID != "" && o.ID != id {
		return Receipt{}, httpbeve.Errorf(http.StatusUnprocessableEntity, "/id: %q is not the %q of the URL", o.ID, id)
	}
	o.ID = id
	if err := o.complete(); err != nil {
		return Receipt{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, known := s.find(id); known {
		if err := s.one.CheckMatch(r, s.orders[i]); err != nil {
			return Receipt{}, err
		}
	} else if r.Header.Get("If-Match") != "" {
		return Receipt{}, httpbeve.Errorf(http.StatusPreconditionFailed, "there is no order %q", id)
	}
	s.store(&o)
	return Receipt{ID: o.ID, Total: o.Total}, nil
}

func (s *Service) putAll(_ *http.Request, all []*Order) ([]Receipt, error) {
	receipts := make([]Receipt, len(all))
	for i, o := range all {
		if o == nil {
			return nil, httpbeve.Errorf(http.StatusUnprocessableEntity, "/%d: there is no order", i)
		}
		if err := o.complete(); err != nil {
			return nil, err
		}
		receipts[i] = Receipt{ID: o.ID, Total: o.Total}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range all {
		s.store(o)
	}
	return receipts, nil
}

func (s *Service) get(r *http.Request, _ struct{}) (*Order, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, known := s.find(r.PathValue("id"))
	if !known {
		return nil, httpbeve.Errorf(http.StatusNotFound, "there is no order %q", r.PathValue("id"))
	}
	return s.orders[i], nil
}

func (s *Service) page(r *http.Request, _ struct{}) (Page, error) {
	limit := 50
	if text := r.FormValue("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxPage {
			return Page{}, httpbeve.Errorf(http.StatusBadRequest, "limit %q is not a number from 1 to %d", text, maxPage)
		}
		limit = n
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	after := r.FormValue("after")
	begin, known := s.find(after)
	if known {
		begin++
	}
	end := min(begin+limit, len(s.orders))
	p := Page{Orders: slices.Clone(s.orders[begin:end])}
	if end < len(s.orders) {
		p.Next = s.orders[end-1].ID
	}
	return p, nil
}

func (s *Service) delete(w http.ResponseWriter, r *http.Request) {
	if err := s.remove(r); err != nil {
		s.one.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Service) remove(r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, known := s.find(r.PathValue("id"))
	if !known {
		return httpbeve.Errorf(http.StatusNotFound, "there is no order %q", r.PathValue("id"))
	}
	if err := s.one.CheckMatch(r, s.orders[i]); err != nil {
		return err
	}
	s.orders = slices.Delete(s.orders, i, i+1)
	return nil
}

// export streams the orders that there are when it begins.
func (s *Service) export(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	all := slices.Clone(s.orders)
	s.mu.RUnlock()
	// A client that has gone is no failure of the service.
	_ = httpbeve.StreamWith(w, r, &s.many, withoutErrors(all))
}

func withoutErrors[T any](all []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range all {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// find returns the place of an order. The lock is held, here and in store.
func (s *Service) find(id string) (place int, known bool) {
	return slices.BinarySearchFunc(s.orders, id, func(o *Order, id string) int { return cmp.Compare(o.ID, id) })
}

func (s *Service) store(o *Order) {
	if i, known := s.find(o.ID); known {
		s.orders[i] = o
	} else {
		s.orders = slices.Insert(s.orders, i, o)
	}
}
