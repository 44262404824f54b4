package zebra

import (
	"go/token"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// report collects what is wrong with the sources, and what is only strange, each with
// its position.
type report struct {
	pkg              *gen.Package
	errors, warnings gen.Errors
	// reasons say why the declaration that is being resolved cannot be sent. They are
	// no errors yet: it may be left out.
	reasons gen.Errors
}

// cannot reports why what is being resolved cannot be sent.
func (r *report) cannot(pos token.Pos, text string) { r.reasons.Add(r.pkg, pos, "%s", text) }

func (r *report) fail(pos token.Pos, text string) { r.errors.Add(r.pkg, pos, "%s", text) }
func (r *report) warn(pos token.Pos, text string) { r.warnings.Add(r.pkg, pos, "%s", text) }

// at returns a position as errors show it, for texts about other places.
func (r *report) at(pos token.Pos) string {
	return strings.TrimSuffix((&gen.Error{Pos: r.pkg.Fset.Position(pos)}).Error(), ": ")
}
