//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"
)

// This file makes the input: events of a shop, one JSON object a line, of which a few members repeat and most do not.

// writeEvents writes whole events until there are size bytes of them. The same size gives the same bytes.
func writeEvents(w io.Writer, size int64) error {
	r := rand.New(rand.NewPCG(1, 2))
	out := bufio.NewWriterSize(w, 1<<20)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var line []byte
	for id, written := 1, int64(0); written < size; id++ {
		at = at.Add(time.Duration(r.IntN(400_000)) * time.Microsecond)
		line = appendEvent(line[:0], r, id, at)
		written += int64(len(line))
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

var (
	levels   = []string{"DEBUG", "INFO", "INFO", "INFO", "INFO", "WARN", "ERROR"}
	methods  = []string{"GET", "GET", "GET", "POST", "PUT", "DELETE"}
	places   = []string{"Zürich", "Berlin", "Lagos", "São Paulo", "Osaka", "Austin", "Pune", "Leeds"}
	statuses = []int{200, 200, 200, 200, 201, 204, 301, 404, 500}
	words    = []string{"cache", "order", "payment", "refund", "retry", "shipment", "stock", "timeout", "user", "voucher"}
)

func appendEvent(b []byte, r *rand.Rand, id int, at time.Time) []byte {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	b = append(b, `{"id":`...)
	b = strconv.AppendInt(b, int64(id), 10)
	b = append(b, `,"time":"`...)
	b = at.AppendFormat(b, "2006-01-02T15:04:05.000000Z")
	b = append(b, `","day":"`...)
	b = at.AppendFormat(b, time.DateOnly)
	b = fmt.Appendf(b, `","level":"%s","service":"shop-%d","request":{"method":"%s","path":"/%s/%d","status":%d},`,
		pick(levels), r.IntN(40), pick(methods), pick(words), r.IntN(1_000_000), statuses[r.IntN(len(statuses))])
	b = fmt.Appendf(b, `"user":{"id":%d,"city":"%s"},"latency":%.3f,"bytes":%d,"cached":%t,"tags":[`,
		r.IntN(200_000), pick(places), r.ExpFloat64()*40, r.IntN(1<<16), r.IntN(3) == 0)
	for i := range r.IntN(4) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), pick(words)...), '"')
	}
	b = fmt.Appendf(b, `],"message":"%s %s of %s %x"`, pick(words), pick(words), pick(words), r.Uint32())
	if r.IntN(10) == 0 {
		b = append(b, `,"error":null`...)
	}
	return append(b, "}\n"...)
}
