package fields

import (
	"time"

	"github.com/vmihailenco/msgpack/v5" // want `becomes github.com/beve-org/beve-go/msgpack`
)

type Base struct{ ID int }

type Own struct{}

func (Own) MarshalMsgpack() ([]byte, error) { return nil, nil }

type T struct {
	Base
	Own     Own
	*Inline `msgpack:",inline"`
	A       int    `json:"a"`
	B       int    `json:"B"`
	C       int    `json:"c" msgpack:"c"`
	D       int    `json:"d" msg:"d"`
	E       int    `json:"e" msgpack:"-"`
	F       []*Sub `json:",omitempty"`
	G       time.Time
	h       int `json:"h"`
}

type Inline struct{ X int }

type Sub struct {
	Y  int `json:"y"`
	Up *T
}

func f(t *T) error {
	b, err := msgpack.Marshal(map[string]*T{"t": t}) // want `T.Base is a field here: Inline: true` `T.A is named by its tag json or msg here` `T.D is named by its tag` `T.F is left out here where it is empty` `Sub.Y is named by its tag json or msg here` `^the value, T.F: a nil slice or map is empty here` `^Base.ID, Inline.X, T.A, T.B and 3 more: an integer`
	if err != nil {
		return err
	}
	return msgpack.Unmarshal(b, t)
}
