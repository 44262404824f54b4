// The sides that are compared, and a client for each.

package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/examples/rest/orders"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/json"
)

// A side is a way to write what is sent, on both ends of a connection.
type side struct {
	name, contentType string
	service           func() http.Handler
	marshal           func(any) ([]byte, error)
	unmarshal         func([]byte, any) error
}

// The service of the example takes both formats; that of encoding/json does the same
// with the standard library alone.
var (
	sideBEVE = &side{"beve", httpbeve.TypeBEVE, exampleService, beve.Marshal, beve.Unmarshal}
	sideJSON = &side{"json", httpbeve.TypeJSON, exampleService, json.Marshal, json.Unmarshal}
	sideStd  = &side{"std-json", httpbeve.TypeJSON, newStdService, stdjson.Marshal, stdjson.Unmarshal}
)

func exampleService() http.Handler { return orders.NewService() }

// A client has one connection.
type client struct {
	side *side
	url  string
	http http.Client
	body bytes.Buffer
}

func newClient(url string, s *side) *client {
	return &client{side: s, url: url, http: http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// call sends in, unless it is nil, and reads the answer into out.
func (c *client) call(method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		data, err := c.side.marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Accept", c.side.contentType)
	if in != nil {
		r.Header.Set("Content-Type", c.side.contentType)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.body.Reset()
	if _, err := c.body.ReadFrom(resp.Body); err != nil {
		return err
	}
	switch {
	case resp.StatusCode == http.StatusNoContent:
		return nil
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s %s in %s: %s: %.200q", method, path, c.side.name, resp.Status, c.body.Bytes())
	}
	if got := resp.Header.Get("Content-Type"); got != c.side.contentType {
		return fmt.Errorf("%s %s in %s is answered in %q", method, path, c.side.name, got)
	}
	return c.side.unmarshal(c.body.Bytes(), out)
}
