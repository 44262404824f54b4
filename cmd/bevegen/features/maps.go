package features

import "time"

// Maps has maps of every form.
type Maps struct {
	Texts   map[string]string
	Ints    map[string]int
	Bools   map[string]bool
	Doubles map[string]float64
	Singles map[string]float32
	Named   map[Text]Uint16
	Points  map[string]Point
	Lists   map[string][]int32
	Deep    map[string]map[string]string
	Times   map[string]time.Time
	Waits   map[string]time.Duration
	ByInt   map[int]string
	ByInt8  map[int8]Point
	ByUint  map[uint32][]string
	ByNamed map[Int]float64
	ByWait  map[time.Duration]bool
	Refs    map[string]*Point
}
