package features

// Tree contains itself in every way.
type Tree struct {
	Name     string
	Left     *Tree
	Children []Tree
	Refs     []*Tree
	ByName   map[string]*Tree
}

// Ping and Pong contain each other.
type Ping struct {
	N    int
	Pong *Pong
}

// Pong contains Ping.
type Pong struct {
	S    string
	Ping *Ping
}
