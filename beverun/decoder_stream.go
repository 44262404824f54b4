// Streams of values that generated code reads.

package beverun

// InputOffset returns the position in the stream, in bytes, after the value that
// was decoded last.
func (d *Decoder) InputOffset() int64 { return d.in.Offset() }

// More reports whether there is another value. It waits for data if it has to; an
// error of the reader is reported by the DecodeBEVE that follows.
func (d *Decoder) More() bool { return d.in.ToValue() == nil }

// next makes the next value of the stream the message, and returns where it starts.
func (d *Decoder) next() int {
	d.clear()
	n, err := 0, d.in.ToValue()
	if err == nil {
		n, err = d.in.Whole()
	}
	if err != nil {
		d.final = err
		return -1
	}
	d.begin(d.in.Rest()[:n:n], 0)
	d.Src = d.in.Rest() // what follows may tell a type tag from a table
	d.in.Pass(n)
	return 0
}

// done returns the error of the value that ended at off.
func (d *Decoder) done(off int) error {
	if off >= 0 {
		return nil
	}
	if d.failed.Err == nil {
		return d.final
	}
	// A value that is well-formed but does not fit is passed over.
	d.failed.Err.Offset += d.in.Offset() - int64(len(d.Whole))
	err := d.failed.Complete()
	d.failed.Forget()
	return err
}
