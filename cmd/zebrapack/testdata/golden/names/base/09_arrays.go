package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

// Arrays are never empty (unless their length is 0), so they are always sent.
type Arrays struct {
	Three [3]int32     `zid:"0"`
	Hash  [4]byte      `zid:"1"`
	Grid  [2][2]string `zid:"2"`
	None  [0]int       `zid:"3"`
}
