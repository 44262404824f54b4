// What MessagePack by reflection is to reach against the other packages that reflect, and
// its streams against the reader of msgp.

package report

import "github.com/beve-org/beve-go/bench/payload"

// MessagePack is the name of our codec for it, by reflection.
const MessagePack = "msgpack"

// messagePack adds the targets of MessagePack by reflection.
func (c *checker) messagePack() {
	for _, p := range append([]string{"person"}, structs...) {
		for _, mode := range both {
			ours := c.r.Codec(p, mode, MessagePack)
			c.ratio(p+" "+mode+", "+MessagePack, "vmihailenco", ours, c.r.Codec(p, mode, "vmihailenco"), 0.3)
			c.ratio(p+" "+mode+", "+MessagePack, "shamaton", ours, c.r.Codec(p, mode, "shamaton"), 0.5)
		}
	}
	c.ratio("stream of rows, read, "+MessagePack, Generated,
		c.r.Codec(payload.NameRows, "StreamRead", MessagePack), c.r.Codec(payload.NameRows, "StreamRead", Generated), 0.9)
}
