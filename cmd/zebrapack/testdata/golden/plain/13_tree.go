package vt

// Self-recursive type, through a slice and through a pointer.
type Node struct {
	Label string `zid:"0"`
	Kids  []Node `zid:"1"`
	Next  *Node  `zid:"2"`
}
