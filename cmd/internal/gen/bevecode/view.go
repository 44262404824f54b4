package bevecode

import "go/types"

// This file prints types that read single members of a message.

func (g *generator) view(*types.Named) {}
