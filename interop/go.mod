module github.com/beve-org/beve-go/interop

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/tinylib/msgp v1.6.5
	github.com/vmihailenco/msgpack/v5 v5.4.1
)

require (
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
)

replace github.com/beve-org/beve-go => ../
