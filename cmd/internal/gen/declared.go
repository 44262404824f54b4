package gen

import (
	"go/ast"
	"go/types"
)

// typesPath is the package by which programs declare unions and the codecs of types of others.
const typesPath = "github.com/beve-org/beve-go/types"

// declarers are the functions of that package whose first type argument is a type that they declare.
var declarers = map[string]bool{"Union": true, "OneOf": true, "Convert": true, "TryConvert": true, "Codec": true}

// Declared returns the types that the files of the package declare by package types. Methods that are generated for
// them, or call those that they have, would write something else than the library does.
func (p *Package) Declared() map[*types.Named]bool {
	declared := map[*types.Named]bool{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := p.Info.Uses[id].(*types.Func)
			if !ok || fn.Pkg() == nil || fn.Pkg().Path() != typesPath || !declarers[fn.Name()] {
				return true
			}
			if args := p.Info.Instances[id].TypeArgs; args.Len() > 0 {
				if named, ok := types.Unalias(args.At(0)).(*types.Named); ok {
					declared[named] = true
				}
			}
			return true
		})
	}
	return declared
}
