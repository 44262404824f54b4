package bevecode

import (
	"go/types"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// This file prints tests of generated code.

// Tests returns the file with the tests of the types.
func (b *Backend) Tests(p *gen.Package, list []*types.Named) ([]byte, error) {
	g := b.generator(p, list)
	return g.file.Bytes()
}
