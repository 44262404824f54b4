// The parts of a shard become one file.

package beambeve

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// eachShardFn gives each shard a part without values.
type eachShardFn struct{ Shards int }

func (fn *eachShardFn) ProcessElement(_ []byte, emit func(int, part)) {
	for i := range fn.Shards {
		emit(i, part{})
	}
}

// written is a file that is complete and has no name yet.
type written struct {
	Name string `json:"name"` // that it is to get
	Temp string `json:"temp"` // and that it has
	Size int64  `json:"size"`
	// Index is the temporary name of its index; an empty file has none.
	Index string `json:"index"`
	// Parts are files that it was copied from.
	Parts []string `json:"parts"`
}

// joinFn makes one file of the parts of a shard. Where the runner brought all of its chunks
// in one bundle, as those do that work in batches, nothing is copied.
type joinFn struct {
	Prefix  string
	Options WriteOptions
}

func (fn *joinFn) ProcessElement(ctx context.Context, shard int, parts func(*part) bool, emit func(written)) error {
	var all []part
	for p := (part{}); parts(&p); {
		if p.Temp != "" {
			all = append(all, p)
		}
	}
	name := shardName(fn.Prefix, &fn.Options, shard)
	out, err := fn.join(ctx, name, all)
	if err != nil {
		return fmt.Errorf("beambeve: %s: %w", name, err)
	}
	emit(out)
	return nil
}

// join makes a file of parts, and writes its index.
func (fn *joinFn) join(ctx context.Context, name string, all []part) (out written, err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return out, err
	}
	defer fs.Close()
	one := part{}
	if len(all) == 1 {
		one = all[0]
	} else {
		if one, err = fn.copy(ctx, fs, name, all); err != nil {
			return out, err
		}
		for _, p := range all {
			out.Parts = append(out.Parts, p.Temp)
		}
	}
	out.Name, out.Temp = name, one.Temp
	if n := len(one.Index.Ends); n > 0 {
		out.Size, out.Index = one.Index.Ends[n-1], temporary(name+indexSuffix)
		if err = writeIndex(ctx, fs, out.Index, &one.Index); err != nil {
			remove(ctx, fs, out.Index)
			if len(all) > 1 { // another attempt needs a part that is the file
				remove(ctx, fs, out.Temp)
			}
		}
	}
	return out, err
}

// copy copies parts to one, block by block.
func (fn *joinFn) copy(ctx context.Context, fs filesystem.Interface, name string, all []part) (part, error) {
	p, err := createPart(ctx, name, &fn.Options)
	if err != nil {
		return part{}, err
	}
	for i := 0; err == nil && i < len(all); i++ {
		err = p.copy(ctx, fs, &all[i])
	}
	if err == nil {
		err = p.close()
	}
	if err != nil {
		p.discard(ctx)
		return part{}, err
	}
	return part{Temp: p.name, Index: p.blocks.index}, nil
}

func (p *openPart) copy(ctx context.Context, fs filesystem.Interface, from *part) error {
	r, err := fs.OpenRead(ctx, from.Temp)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := p.blocks.addBlocks(r, &from.Index); err != nil {
		return fmt.Errorf("part %s: %w", from.Temp, err)
	}
	return nil
}
