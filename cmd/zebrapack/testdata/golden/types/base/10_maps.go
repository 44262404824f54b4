package vt

type Maps struct {
	SS  map[string]string            `zid:"0"`
	SI  map[string]int               `zid:"1"`
	I64 map[int64]string             `zid:"2"`
	I32 map[int32]bool               `zid:"3"`
	I   map[int]float64              `zid:"4"`
	SL  map[string][]string          `zid:"5"`
	MM  map[string]map[string]uint16 `zid:"6"`
}
