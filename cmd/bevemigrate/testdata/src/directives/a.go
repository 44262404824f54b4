package directives

//go:generate msgp -tests=false // want `msgp becomes zebrapack -msgp`
//go:generate go run github.com/tinylib/msgp@v1.6.5 -io=false // want `go run github.com/tinylib/msgp becomes`
//go:generate go tool msgp // want `go tool msgp becomes`
//go:generate msgpack-gen
