// Package schemas has types whose schemas reflection and the generator write from different spellings.
package schemas

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"net/url"
	"time"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/recursive"
)

type inner struct {
	I1 int    `zid:"1"`
	I2 string `zid:"2" msg:"i2"`
	N  struct {
		A [2]int8 `zid:"0"`
	} `zid:"3"`
}

// Promotes has fields of a struct that is not exported, of which it has as many.
type Promotes struct {
	inner
	X []byte    `zid:"0"`
	T time.Time `zid:"4"`
}

// Shadows has a field by the name of one that it promotes, which has another name on the wire.
type Shadows struct {
	inner
	I2  bool  `zid:"0" msg:"own"`
	Old uint8 `zid:"4" msg:"-"`
	Off any   `msg:"-"`
}

// Leaf is held by others.
type Leaf struct {
	A int `zid:"0"`
}

// Page and Both are generic.
type (
	Page[T any] struct {
		Items []T `zid:"0" msg:"items"`
	}
	Both[A, B any] struct {
		First  A            `zid:"0"`
		Second map[string]B `zid:"1"`
	}
	Instances struct {
		A Page[Leaf]                        `zid:"0"`
		B *Page[string]                     `zid:"1"`
		C []Both[*Page[time.Time], []byte]  `zid:"2"`
		D Both[any, map[int]recursive.Ring] `zid:"3"`
		E Page[struct {
			X int `zid:"0"`
		}] `zid:"4"`
	}
)

// Places has structs without names.
type Places struct {
	A struct {
		X int `zid:"0"`
	} `zid:"0"`
	L []struct {
		X []Leaf `zid:"0"`
	} `zid:"1"`
	M map[string]struct {
		In struct {
			Y bool `zid:"0"`
		} `zid:"0"`
	} `zid:"2"`
	Same struct {
		X int `zid:"0"`
	} `zid:"3"`
	Void []struct{} `zid:"4"`
	Gone struct{}   `zid:"5"`
	Rows Rows       `zid:"6"`
}

// Rows is a list of structs without names that hold themselves.
type Rows []struct {
	N  int  `zid:"0"`
	Up Rows `zid:"1"`
}

// Word is a defined byte, and Nothing an empty struct, which is sent.
type (
	Word    byte
	Nothing struct{}
)

// Known holds types that methods write, or the library knows.
type Known struct {
	URL   url.URL              `zid:"0"`
	URLs  map[string]*url.URL  `zid:"1"`
	Big   *big.Int             `zid:"2"`
	Addr  map[netip.Addr]uint8 `zid:"3"`
	Raw   json.RawMessage      `zid:"4"`
	Num   []json.Number        `zid:"5"`
	ByNum map[json.Number]int  `zid:"6"`
	Grid  map[[2]int]string    `zid:"7"`
	ByF   map[float64]bool     `zid:"8"`
	Wide  [4]byte              `zid:"9"`
	Words [2]Word              `zid:"10"`
	Text  []Word               `zid:"11"`
	Month time.Month           `zid:"12"`
	PP    **int                `zid:"13"`
	No    Nothing              `zid:"14"`
	Nos   map[string]Nothing   `zid:"15"`
	Other recursive.Ring       `zid:"16"`
}
