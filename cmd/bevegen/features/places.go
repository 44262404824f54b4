package features

import "time"

// Place is a small struct, which is written with the members of the struct around it.
type Place struct {
	Name     string
	Lat, Lon float64
	Heights  []float32
	Grid     [3]int16
	None     [0]uint64
	Seen     time.Time
	Aliases  []string
}

// Places has structs within structs, small ones and others.
type Places struct {
	First  Place
	Middle struct {
		Before string
		Place  Place
		Deep   struct {
			Deeper struct {
				Text   string
				Point  Point
				Points []Point
				Last   *Point
			}
			Bytes []byte
		}
	}
	List  []Place
	Nine  struct{ A, B, C, D, E, F, G, H, I string }
	Omits struct {
		A string `json:"a,omitempty"`
		B Point
	}
	Percent struct {
		Text Text `json:"100%d"`
	} `json:"%s"`
	Only struct{ Only struct{ Only []Text } }
	Last Place
}
