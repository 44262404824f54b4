// Step 0: the service as it is, on encoding/json.

package main

import (
	"encoding/json"
	"io"
	"net/http"
)

// export0 writes orders as lines of JSON.
func export0(w io.Writer, orders []Order) error {
	for i := range orders {
		line, err := json.Marshal(&orders[i])
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// read0 reads an order from its stored form.
func read0(data []byte) (Order, error) {
	var o Order
	err := json.Unmarshal(data, &o)
	return o, err
}

// place0 answers an order with its receipt.
func place0(w http.ResponseWriter, r *http.Request) {
	var o Order
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(Receipt{o.ID, o.Total()}); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
}
