// By which methods a type known from its source is written and read.

package gotypes

import (
	"go/token"
	"go/types"

	"github.com/beve-org/beve-go/internal/plan"
)

// standard are the interfaces of each [plan.MethodKind]: the one that writes, and the one that reads.
var standard = map[plan.MethodKind][2]*types.Interface{
	plan.TextMethod:   {marshals("MarshalText"), unmarshals("UnmarshalText")},
	plan.BinaryMethod: {marshals("MarshalBinary"), unmarshals("UnmarshalBinary")},
	plan.JSONMethod:   {marshals("MarshalJSON"), unmarshals("UnmarshalJSON")},
}

func marshals(name string) *types.Interface {
	return interfaceOf(name, nil, parameters(bytesType, errorType))
}
func unmarshals(name string) *types.Interface {
	return interfaceOf(name, parameters(bytesType), parameters(errorType))
}

var bytesType, errorType types.Type = types.NewSlice(types.Typ[types.Byte]), types.Universe.Lookup("error").Type()

func parameters(of ...types.Type) *types.Tuple {
	vars := make([]*types.Var, len(of))
	for i, t := range of {
		vars[i] = types.NewParam(token.NoPos, nil, "", t)
	}
	return types.NewTuple(vars...)
}

// interfaceOf returns the interface with one method.
func interfaceOf(name string, params, results *types.Tuple) *types.Interface {
	method := types.NewFunc(token.NoPos, nil, name, types.NewSignatureType(nil, nil, nil, params, results, false))
	return types.NewInterfaceType([]*types.Func{method}, nil).Complete()
}

// Methods is [plan.Methods] for a type known from its source.
func Methods(t types.Type) (write, read plan.MethodKind) {
	p := types.NewPointer(t)
	has := func(kind plan.MethodKind) [2]bool {
		return [2]bool{types.Implements(p, standard[kind][0]), types.Implements(p, standard[kind][1])}
	}
	return plan.MethodSet{
		Text: has(plan.TextMethod), Binary: has(plan.BinaryMethod), JSON: has(plan.JSONMethod), Nullable: nullable(t), Tagged: tagged(t),
	}.Choose()
}

// tagged is [plan.Tagged] for a type known from its source.
func tagged(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && plan.Tagged(named.Obj().Pkg().Path(), named.Obj().Name())
}

// nullable is [plan.Nullable] for a type known from its source.
func nullable(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return false
	}
	field, _, _ := types.LookupFieldOrMethod(t, true, nil, "Valid")
	v, ok := field.(*types.Var)
	return ok && types.Identical(v.Type().Underlying(), types.Typ[types.Bool])
}
