package plan

import (
	"database/sql"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"
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
)

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
	} {
		if write, read := Methods(c.t); write != c.write || read != c.read {
			t.Errorf("%v is written by %d and read by %d, want %d and %d", c.t, write, read, c.write, c.read)
		}
	}
}
