package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

// count is how many events the tests send.
const count = 6

// newEvents returns a log with events.
func newEvents() *Log {
	l := NewLog()
	for i := range count {
		l.Append("topic", []float64{float64(i), 0.5})
	}
	return l
}

// start serves a log and returns the address, and a function that ends the server.
func start(t *testing.T, addr string, events *Log, report func(error)) (string, func()) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, l, events, report) }()
	end := sync.OnceFunc(func() {
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return l.Addr().String(), end
}

// errCut is what both ends of a connection see that was cut.
var errCut = errors.New("cut")

// cutConn passes on so many bytes in each direction, and is closed at the next.
type cutConn struct {
	net.Conn
	in, out int
}

func (c *cutConn) Read(p []byte) (int, error) {
	if c.in == 0 {
		return 0, errors.Join(errCut, c.Close())
	}
	n, err := c.Conn.Read(p[:min(len(p), c.in)])
	c.in -= n
	return n, err
}

func (c *cutConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p[:min(len(p), c.out)])
	if c.out -= n; err == nil && n < len(p) {
		err = errors.Join(errCut, c.Close())
	}
	return n, err
}

// follow runs a client over connections that are cut where cuts says, and returns the
// events that it has handled and the bytes of the last connection.
func follow(t *testing.T, addr string, cuts func(connection int) (in, out int)) (events []Event, in, out int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	var last *cutConn
	connections := 0
	c := &Client{Name: "test", Pause: time.Microsecond}
	c.Dial = func(ctx context.Context) (net.Conn, error) {
		conn, err := dialer(addr)(ctx)
		if err != nil {
			return nil, err
		}
		in, out = cuts(connections)
		connections++
		last = &cutConn{conn, in, out}
		return last, nil
	}
	c.Handle = func(e Event) error {
		if events = append(events, e); e.ID == count {
			stop()
		}
		return nil
	}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return events, in - last.in, out - last.out
}

// checkEvents checks that each event is there once.
func checkEvents(t *testing.T, how string, events []Event) {
	t.Helper()
	if len(events) != count {
		t.Fatalf("%s: %d events of %d", how, len(events), count)
	}
	for i, e := range events {
		if e.ID != uint64(i)+1 || e.Topic != "topic" || !slices.Equal(e.Values, []float64{float64(i), 0.5}) {
			t.Fatalf("%s: event %d is %+v", how, i, e)
		}
	}
}

const uncut = 1 << 20

func TestNoneIsLostAndNoneDoubledWhereverTheConnectionIsCut(t *testing.T) {
	addr, _ := start(t, "127.0.0.1:0", newEvents(), func(error) {})
	events, in, out := follow(t, addr, func(int) (int, int) { return uncut, uncut })
	checkEvents(t, "uncut", events)
	if in < 50*count || out < 10*count {
		t.Fatalf("%d bytes in, %d bytes out", in, out)
	}
	once := func(in, out int) {
		t.Helper()
		how := fmt.Sprintf("cut after %d bytes in, %d bytes out", in, out)
		addr, end := start(t, "127.0.0.1:0", newEvents(), func(error) {})
		defer end()
		events, _, _ := follow(t, addr, func(connection int) (int, int) {
			if connection > 0 {
				return uncut, uncut
			}
			return in, out
		})
		checkEvents(t, how, events)
	}
	for n := range in {
		once(n, uncut)
	}
	for n := range out {
		once(uncut, n)
	}
}

func TestEventsArriveThoughEveryConnectionIsCut(t *testing.T) {
	const longest = 120 // bytes of a message with an event, at most
	for in := longest; in < 3*longest; in += 7 {
		addr, end := start(t, "127.0.0.1:0", newEvents(), func(error) {})
		events, _, _ := follow(t, addr, func(connection int) (int, int) { return in + connection%5, uncut })
		checkEvents(t, fmt.Sprintf("cut after %d bytes", in), events)
		end()
	}
}

func TestClientsGoOnWhenTheServerIsStartedAgain(t *testing.T) {
	events := NewLog()
	addr, end := start(t, "127.0.0.1:0", events, func(error) {})
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	handled := make(chan Event)
	c := &Client{Name: "test", Dial: dialer(addr), Pause: time.Millisecond, Handle: func(e Event) error {
		handled <- e
		return nil
	}}
	ran := make(chan error, 1)
	go func() { ran <- c.Run(ctx) }()
	var all []Event
	for i := range count {
		if i%2 == 1 {
			end()
		}
		events.Append("topic", []float64{float64(i), 0.5})
		if i%2 == 1 {
			_, end = start(t, addr, events, func(error) {})
		}
		all = append(all, <-handled)
	}
	checkEvents(t, "with restarts", all)
	stop()
	if err := <-ran; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestLogsDropWhatAllClientsHave(t *testing.T) {
	l := newEvents()
	for _, p := range []Position{{"a", 0}, {"b", 0}, {"a", 4}, {"b", 3}, {"b", 2}} {
		if err := l.acknowledge(p); err != nil && p != (Position{"b", 2}) {
			t.Fatal(err)
		}
	}
	if _, _, err := l.after(2); err == nil {
		t.Error("event 3 is still there")
	}
	if some, _, err := l.after(3); err != nil || len(some) != count-3 || some[0].ID != 4 {
		t.Error(some, err)
	}
	if err := l.acknowledge(Position{"a", count + 1}); err == nil {
		t.Error("an event of the future was acknowledged")
	}
	for i := range maxClients - 2 {
		if err := l.acknowledge(Position{fmt.Sprint(i), count}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.acknowledge(Position{"one more", count}); err == nil {
		t.Error("too many clients")
	}
	for range maxEvents {
		l.Append("topic", nil)
	}
	if _, _, err := l.after(count); err == nil || len(l.events) > maxEvents {
		t.Errorf("%d events are kept, %v", len(l.events), err)
	}
}

func TestAClientOfAnotherLogIsRefused(t *testing.T) {
	reported := make(chan error, 1)
	addr, _ := start(t, "127.0.0.1:0", newEvents(), func(err error) { reported <- err })
	c := &Client{Name: "test", Dial: dialer(addr), Last: 1000, Handle: func(Event) error { return nil }}
	if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "refuses: events after 1000 are not here") {
		t.Error(err)
	}
	if err := <-reported; !strings.Contains(err.Error(), "events after 1000") {
		t.Error(err)
	}
}

func TestAHandlerThatFailsEndsTheClient(t *testing.T) {
	addr, _ := start(t, "127.0.0.1:0", newEvents(), func(error) {})
	full := errors.New("full")
	c := &Client{Name: "test", Dial: dialer(addr), Handle: func(e Event) error {
		if e.ID == 3 {
			return full
		}
		return nil
	}}
	if err := c.Run(t.Context()); !errors.Is(err, full) || c.Last != 2 {
		t.Errorf("%v after event %d", err, c.Last)
	}
}

// message returns an encoded message, with the delimiter that begins the next one.
func message(t *testing.T, v any) []byte {
	t.Helper()
	data, err := beve.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return append(data, 6)
}

// hostile are bytes that follow good ones, and what is wrong with them where.
var hostile = map[string]struct {
	bytes  []byte
	cause  error
	offset int // after the good bytes
}{
	"no value":             {[]byte{0x07}, beve.ErrSyntax, 0},
	"HTTP":                 {[]byte("GET / HTTP/1.1\r\n\r\n"), nil, 0},
	"a text":               {[]byte{0x02, 0x04, 'x'}, beve.ErrMismatch, 0},
	"no UTF-8":             {[]byte{0x03, 0x04, 0x04, 0xFF, 0x00}, beve.ErrUTF8, 3},
	"a claim of 2 billion": {append([]byte{0x02, 0xFE, 0xFF, 0xFF, 0xFF}, make([]byte, 2<<20)...), beve.ErrLimit, 0},
}

func checkHostile(t *testing.T, name string, err error, good int) {
	t.Helper()
	want := hostile[name]
	var at *beve.DecodeError
	if !errors.As(err, &at) || want.cause != nil && !errors.Is(err, want.cause) || at.Offset != int64(good+want.offset) {
		t.Errorf("%s: %v; want %v at byte %d", name, err, want.cause, good+want.offset)
	}
}

// saying returns a connection to a server that says the same whatever it hears.
func saying(what []byte) net.Conn {
	here, there := net.Pipe()
	go func() { _, _ = io.Copy(io.Discard, there) }()
	go func() { _, _ = there.Write(what) }()
	return here
}

func TestHostileServersAreLeftWithAnErrorThatSaysWhere(t *testing.T) {
	good := message(t, Message{Event: &Event{ID: 1}})
	for name, h := range hostile {
		handled := 0
		c := &Client{Name: "test", Handle: func(Event) error { handled++; return nil }}
		c.Dial = func(context.Context) (net.Conn, error) {
			return saying(append(slices.Clone(good), h.bytes...)), nil
		}
		checkHostile(t, name, c.Run(t.Context()), len(good))
		if handled != 1 {
			t.Errorf("%s: %d events", name, handled)
		}
	}
	// Well-formed, but not what follows.
	for _, m := range []Message{{}, {Event: &Event{ID: 2}}, {Event: &Event{}}} {
		c := &Client{Name: "test", Dial: func(context.Context) (net.Conn, error) {
			return saying(message(t, m)), nil
		}}
		if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "not event 1") {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

func TestHostileClientsAreReportedAndDisturbNobody(t *testing.T) {
	reported := make(chan error, 1)
	addr, _ := start(t, "127.0.0.1:0", newEvents(), func(err error) { reported <- err })
	good := message(t, Position{"hostile", 0})
	for name, h := range hostile {
		for _, before := range [][]byte{nil, good} {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
			_, _ = conn.Write(append(slices.Clone(before), h.bytes...)) // the server may not read to the end
			checkHostile(t, name, <-reported, len(before))
			_ = conn.Close()
		}
	}
	for what, p := range map[string]Position{"acknowledges for": {"test", 1}, "not here": {"hostile", count + 1}} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write(append(slices.Clone(good), message(t, p)...)); err != nil {
			t.Fatal(err)
		}
		if err := <-reported; !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
		_ = conn.Close()
	}
}

func TestDemo(t *testing.T) {
	var out strings.Builder
	if err := demo(t.Context(), &out, 10); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 10 || lines[0] != "1 temperature [20.00 22.00]" || !strings.HasPrefix(lines[9], "10 ") {
		t.Errorf("printed\n%s", &out)
	}
}
