// Package beambeve is BEVE for Apache Beam: a coder for the elements of pipelines, a
// source that reads streams of any size in parallel, and a sink that writes shards
// which appear whole or not at all.
//
//	func init() { beambeve.Register[Order]() }
//
//	orders := beambeve.Read[Order](s, "gs://shop/orders-*.beve", beambeve.ReadOptions{})
//	totals := beam.CombinePerKey(s, add, beam.ParDo(s, keyed, orders))
//	beambeve.Write[Total](s, "gs://shop/totals", totals, beambeve.WriteOptions{Shards: 10})
//
// # The coder
//
// [Register] makes a type travel between the workers as BEVE instead of a row of
// Beam's own. It is called in an init function, for each type, since all workers need
// it. Bytes are the same for the same value: members of maps are sorted, so that Beam
// may group by the type. Values are the same key if their bytes are: a nil slice and
// an empty one are two, and so are 0 and -0.
//
// # The source
//
// A delimiter is a byte that also occurs within values, so no reader can find a
// boundary from the middle of a stream. [Read] never guesses. It starts where a
// boundary is known: at blocks, of 16 MiB or a little more, that begin with a value.
// Files of the sink have a list of them beside them, name.beve.index; in others, if
// they are longer than a block, one pass skips from value to value first and notes
// where they begin, which costs a second reading, but no decoding; [WriteIndex] makes
// the list once for all. Four blocks are a piece of work, and the pieces of a file are
// spread over all workers. Each block ends where a value ends and has a checksum: a
// file of the right length that is not that of its index is an error.
//
// Files that cannot be opened in the middle are read in one piece, without a pass.
// Local files can be; for object stores that takes [RegisterRanges].
//
// # The sink
//
// [Write] writes a given number of shards in parallel, each under a temporary name
// that ends in .tmp. When all are complete they get their names. A bundle that fails,
// once or for good, leaves nothing under a final name, and what it repeats is not
// there twice. Values come to the worker that writes a shard in chunks, so that a shard
// may be larger than any memory. See docs/scale.md for what that means for 100 TB.
package beambeve
