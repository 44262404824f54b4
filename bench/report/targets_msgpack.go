// What generated code for ZebraPack and MessagePack is to reach against what msgp
// generates.

package report

// packed adds the targets of generated MessagePack. Numbered fields are decoded into a
// kept value whose strings alias the message, which is what they are for.
func (c *checker) packed() {
	payloads := append([]string{"person"}, structs...)
	for _, t := range []struct {
		codec, mode string
		most        float64
	}{
		{"zebrapackgen", "Append", 0.8}, {"zebrapackgen", "Reuse", 0.5},
		{"msgpackgen", "Marshal", 0.9}, {"msgpackgen", "Append", 0.9},
		{"msgpackgen", "Unmarshal", 0.85}, {"msgpackgen", "Reuse", 0.85},
	} {
		for _, p := range payloads {
			c.ratio(p+" "+t.mode+", "+t.codec, Generated, c.r.Codec(p, t.mode, t.codec), c.r.Codec(p, t.mode, Generated), t.most)
		}
	}
}
