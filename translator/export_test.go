package translator

import "io"

// TranscodeHolding is Transcode that translates values of that many bytes and more
// in pieces.
func TranscodeHolding(dst io.Writer, src io.Reader, dir Direction, opts Options, most int) (TranscodeStats, error) {
	s := stream{src: src, dst: dst, opts: opts, most: most, memory: new(DirectTranslate)}
	s.memory.configure(opts)
	return s.run(dir)
}
