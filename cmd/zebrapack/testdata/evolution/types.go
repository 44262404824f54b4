// Package evolution has ten generations of one struct. Each adds fields to the one
// before, and some retire one. Address has two versions.
package evolution

import (
	"time"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file types.go -tests=false -no-embedded-schema

// Address is a part of every generation since the third.
type Address struct {
	City string `zid:"0"`
	Zip  int32  `zid:"1"`
}

// Person0 is generation 0.
type Person0 struct {
	Name  string  `zid:"0"`
	Age   int     `zid:"1"`
	Score float64 `zid:"2"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person1 is generation 1.
type Person1 struct {
	Name  string   `zid:"0"`
	Age   int      `zid:"1"`
	Score float64  `zid:"2"`
	Tags  []string `zid:"3"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person2 is generation 2.
type Person2 struct {
	Name  string   `zid:"0"`
	Age   int      `zid:"1"`
	Score float64  `zid:"2"`
	Tags  []string `zid:"3"`
	Home  *Address `zid:"4"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person3 is generation 3.
type Person3 struct {
	Name   string            `zid:"0"`
	Age    int               `zid:"1"`
	Score  float64           `zid:"2"`
	Tags   []string          `zid:"3"`
	Home   *Address          `zid:"4"`
	Phones map[string]string `zid:"5"`
	Flags  []bool            `zid:"6"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person4 is generation 4.
type Person4 struct {
	Name   string            `zid:"0"`
	Age    int               `zid:"1"`
	Score  float64           `zid:"2"`
	Tags   []string          `zid:"3"`
	Home   *Address          `zid:"4"`
	Phones map[string]string `zid:"5"`
	Flags  []bool            `zid:"6"`
	Photo  []byte            `zid:"7"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person5 is generation 5.
type Person5 struct {
	Name   string            `zid:"0"`
	Age    struct{}          `zid:"1" msg:",deprecated"`
	Score  float64           `zid:"2"`
	Tags   []string          `zid:"3"`
	Home   *Address          `zid:"4"`
	Phones map[string]string `zid:"5"`
	Flags  []bool            `zid:"6"`
	Photo  []byte            `zid:"7"`
	Joined time.Time         `zid:"8"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person6 is generation 6.
type Person6 struct {
	Name   string            `zid:"0"`
	Age    struct{}          `zid:"1" msg:",deprecated"`
	Score  float64           `zid:"2"`
	Tags   []string          `zid:"3"`
	Home   *Address          `zid:"4"`
	Phones map[string]string `zid:"5"`
	Flags  []bool            `zid:"6"`
	Photo  []byte            `zid:"7"`
	Joined time.Time         `zid:"8"`
	Level  int8              `zid:"9"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person7 is generation 7.
type Person7 struct {
	Name   string    `zid:"0"`
	Age    struct{}  `zid:"1" msg:",deprecated"`
	Score  float64   `zid:"2"`
	Tags   []string  `zid:"3"`
	Home   *Address  `zid:"4"`
	Phones struct{}  `zid:"5" msg:",deprecated"`
	Flags  []bool    `zid:"6"`
	Photo  []byte    `zid:"7"`
	Joined time.Time `zid:"8"`
	Level  int8      `zid:"9"`
	Past   []Address `zid:"10"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person8 is generation 8.
type Person8 struct {
	Name   string      `zid:"0"`
	Age    struct{}    `zid:"1" msg:",deprecated"`
	Score  float64     `zid:"2"`
	Tags   []string    `zid:"3"`
	Home   *Address    `zid:"4"`
	Phones struct{}    `zid:"5" msg:",deprecated"`
	Flags  []bool      `zid:"6"`
	Photo  []byte      `zid:"7"`
	Joined time.Time   `zid:"8"`
	Level  int8        `zid:"9"`
	Past   []Address   `zid:"10"`
	Any    interface{} `zid:"11"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}

// Person9 is generation 9.
type Person9 struct {
	Name   string      `zid:"0"`
	Age    struct{}    `zid:"1" msg:",deprecated"`
	Score  float64     `zid:"2"`
	Tags   []string    `zid:"3"`
	Home   *Address    `zid:"4"`
	Phones struct{}    `zid:"5" msg:",deprecated"`
	Flags  []bool      `zid:"6"`
	Photo  []byte      `zid:"7"`
	Joined time.Time   `zid:"8"`
	Level  int8        `zid:"9"`
	Past   []Address   `zid:"10"`
	Any    interface{} `zid:"11"`
	Ratio  complex128  `zid:"12"`

	Unknown map[int64]msgp.Raw `msg:",unknown"`
}
