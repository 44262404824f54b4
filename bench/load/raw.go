// Requests that a service must refuse and that no ordinary client makes, written to
// the connection as bytes.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// A rawRequest is the bytes of one. Unless it is open, the client sends nothing more,
// and says so.
type rawRequest struct {
	kind, head, body string
	open             bool
	answers          int
}

func rawRequests() []*rawRequest {
	const put = "PUT /orders/raw HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
	return []*rawRequest{
		{kind: "Content-Length beyond the body", head: put + "Content-Length: 1000\r\n", body: `{"id":"raw"}`, answers: 1},
		// The rest of the body is taken for the next request.
		{kind: "Content-Length within the body", head: put + "Content-Length: 5\r\n", body: `{"id":"raw"}` + "\r\n\r\n", answers: 2},
		{kind: "Content-Length twice", head: put + "Content-Length: 5\r\nContent-Length: 6\r\n", body: "{}", answers: 1},
		{kind: "malformed chunks", head: put + "Transfer-Encoding: chunked\r\n", body: "5\r\n{\"id\"\r\nxyz\r\n", answers: 1},
		{kind: "chunks that end", head: put + "Transfer-Encoding: chunked\r\n", body: "ffffffff\r\n{\"id\"", answers: 1},
		{kind: "body that does not arrive", head: put + "Content-Length: 1000\r\n", body: `{"id":`, open: true, answers: 1},
	}
}

// send writes the request on a connection of its own, and returns an error unless it
// gets as many answers as there must be, all of them refusals.
func (x *rawRequest) send(url string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", x.kind, err)
		}
	}()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience + 30*time.Second)); err != nil {
		return err
	}
	if _, err := io.WriteString(conn, x.head+"\r\n"+x.body); err != nil {
		return err
	}
	if !x.open {
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			return err
		}
	}
	in := bufio.NewReader(conn)
	for range x.answers {
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
		if resp.StatusCode < 400 || resp.StatusCode > 499 {
			return errors.New(resp.Status)
		}
	}
	return nil
}
