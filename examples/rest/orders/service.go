// The service: the handlers of the URLs.

package orders

import (
	"iter"
	"net/http"
	"strconv"

	"github.com/beve-org/beve-go/integrations/httpbeve"
)

// MaxBody is the size of a request body in bytes above which it is refused.
const MaxBody = 1 << 20

// maxPage is how many orders a page has at most.
const maxPage = 500

// A Service answers requests for the orders of its Store.
type Service struct {
	http.Handler
	Store     Store
	one, many httpbeve.Options
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
	if err := s.Store.Put(&o, s.unchanged(r)); err != nil {
		return Receipt{}, err
	}
	return Receipt{ID: o.ID, Total: o.Total}, nil
}

// unchanged checks that the client has seen the state that it replaces, if it asks
// for that by If-Match.
func (s *Service) unchanged(r *http.Request) Check {
	return func(now *Order) error {
		if now == nil && r.Header.Get("If-Match") != "" {
			return httpbeve.Errorf(http.StatusPreconditionFailed, "there is no order %q", r.PathValue("id"))
		}
		return s.one.CheckMatch(r, now)
	}
}

func (s *Service) putAll(_ *http.Request, all []*Order) ([]Receipt, error) {
	if err := s.Store.PutAll(all); err != nil {
		return nil, err
	}
	receipts := make([]Receipt, len(all))
	for i, o := range all {
		receipts[i] = Receipt{ID: o.ID, Total: o.Total}
	}
	return receipts, nil
}

func (s *Service) get(r *http.Request, _ struct{}) (*Order, error) {
	return s.Store.Get(r.PathValue("id"))
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
	return s.Store.Page(r.FormValue("after"), limit), nil
}

func (s *Service) delete(w http.ResponseWriter, r *http.Request) {
	if err := s.Store.Delete(r.PathValue("id"), s.unchanged(r)); err != nil {
		s.one.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// export streams the orders that exist when it begins.
func (s *Service) export(w http.ResponseWriter, r *http.Request) {
	// A client that has gone is not a failure of the service.
	_ = httpbeve.StreamWith(w, r, &s.many, withoutErrors(s.Store.All()))
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
