module github.com/beve-org/beve-go/interop

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/segmentio/encoding v0.5.4
	github.com/tinylib/msgp v1.6.5
	github.com/vmihailenco/msgpack/v5 v5.4.1
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/sys v0.0.0-20211110154304-99a53858aa08 // indirect
)

replace github.com/beve-org/beve-go => ../
