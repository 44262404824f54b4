package features

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/bevecode"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// typeNames are the types that have generated code.
const typeNames = "Scalars,NamedScalars,Runs,Slices,Arrays,List,Table,Inner,Structs,NoMembers,Base,Meta,Deeper,Embedded,Shadow," +
	"Locked,Conflict,OmitEmpty,OmitZero,Quoted,OmitPointer,Maps,Tree,Ping,Pong,Reflected,Unknown,HoldsUnknown,Box," +
	"Pair,Places,Generic,Names,Many,ManyOmitted,Tagged,Foreign,Declared,Bike,Train,Cow,Herd,Gem,Width,Area"

// TestMain generates the code for the types of this package and runs the tests in a build
// that has it. Arguments of go test reach them.
func TestMain(m *testing.M) {
	if _, ok := any(new(Scalars)).(generated); ok {
		os.Exit(m.Run())
	}
	os.Exit(gentest.Again(generate))
}

// code returns v with the methods that are generated for it.
func code(v any) generated {
	return v.(generated)
}

// coded is code for several variables.
func coded(all ...any) []generated {
	list := make([]generated, len(all))
	for i, v := range all {
		list[i] = code(v)
	}
	return list
}

// generate returns the code for the types.
func generate() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "features")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	const name = "features_beve.go"
	flags := gen.Flags{Types: typeNames, Output: filepath.Join(dir, name)}
	if err := gen.Run(".", &flags, &bevecode.Backend{}, io.Discard); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(flags.Output)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{name: text}, namesNothingOfTheGenerator(text)
}

// namesNothingOfTheGenerator fails if generated code imports what its users need not have.
func namesNothingOfTheGenerator(text []byte) error {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range f.Imports {
		switch strings.Trim(spec.Path.Value, "\"") {
		case "math", "time", "github.com/beve-org/beve-go", "github.com/beve-org/beve-go/wire", "github.com/beve-org/beve-go/beverun",
			"github.com/beve-org/beve-go/cmd/bevegen/features/other", "encoding/json", "math/big", "net/url", "net/netip":
		default:
			return fmt.Errorf("generated code imports %s", spec.Path.Value)
		}
	}
	return nil
}
