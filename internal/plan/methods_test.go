package plan

import (
	"database/sql"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/beve-org/beve-go/scalar"
)

type (
	writesText   struct{}
	readsText    struct{}
	writesBinary struct{}
	writesJSON   struct{}
	bothJSON     struct{ writesJSON }
	mixed        struct { // text one way, binary both ways
		writesText
		bothBinary
	}
	binaryOut struct { // binary out, text in: nothing that is read again as it was written
		writesBinary
		readsText
	}
	nullableText struct { // as those of database/sql have it, with text beside
		Valid bool
		writesText
		readsText
		bothJSON
	}
	bothBinary struct{ writesBinary }

	writesBEVE  struct{ n int }
	readsBEVE   struct{ n int }
	exportsBEVE struct{ N int }
	textToo     struct {
		writesBEVE
		readsText
	}
)

func (v writesBEVE) MarshalBEVE() ([]byte, error)     { return make([]byte, v.n), nil }
func (v *readsBEVE) UnmarshalBEVE(b []byte) error     { v.n = len(b); return nil }
func (exportsBEVE) AppendBEVE([]byte) ([]byte, error) { return nil, nil }

func (writesText) MarshalText() ([]byte, error)     { return nil, nil }
func (*readsText) UnmarshalText([]byte) error       { return nil }
func (writesBinary) MarshalBinary() ([]byte, error) { return nil, nil }
func (*bothBinary) UnmarshalBinary([]byte) error    { return nil }
func (writesJSON) MarshalJSON() ([]byte, error)     { return nil, nil }
func (*bothJSON) UnmarshalJSON([]byte) error        { return nil }

// TestMethods chooses kinds of methods for types that have some of them.
func TestMethods(t *testing.T) {
	for _, c := range []struct {
		t           reflect.Type
		write, read MethodKind
	}{
		{reflect.TypeFor[int](), NoMethod, NoMethod},
		{reflect.TypeFor[time.Time](), TextMethod, TextMethod},
		{reflect.TypeFor[netip.Addr](), TextMethod, TextMethod},
		{reflect.TypeFor[big.Int](), TextMethod, TextMethod},
		{reflect.TypeFor[sql.NullString](), NoMethod, NoMethod},
		{reflect.TypeFor[writesText](), TextMethod, NoMethod},
		{reflect.TypeFor[readsText](), NoMethod, TextMethod},
		{reflect.TypeFor[writesBinary](), BinaryMethod, NoMethod},
		{reflect.TypeFor[writesJSON](), JSONMethod, NoMethod},
		{reflect.TypeFor[bothJSON](), JSONMethod, JSONMethod},
		{reflect.TypeFor[mixed](), BinaryMethod, BinaryMethod},
		{reflect.TypeFor[binaryOut](), NoMethod, TextMethod},
		{reflect.TypeFor[nullableText](), JSONMethod, JSONMethod},
		{reflect.TypeFor[scalar.Matrix[int8]](), NoMethod, NoMethod},
		{reflect.TypeFor[scalar.Complex[int8]](), JSONMethod, JSONMethod},
		{reflect.TypeFor[writesBEVE](), BEVEMethod, NoMethod},
		{reflect.TypeFor[readsBEVE](), NoMethod, BEVEMethod},
		{reflect.TypeFor[exportsBEVE](), NoMethod, NoMethod},
		{reflect.TypeFor[textToo](), NoMethod, TextMethod},
	} {
		if write, read := Methods(c.t); write != c.write || read != c.read {
			t.Errorf("%v is written by %d and read by %d, want %d and %d", c.t, write, read, c.write, c.read)
		}
	}
}
