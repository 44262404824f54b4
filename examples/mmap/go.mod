module github.com/beve-org/beve-go/examples/mmap

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/edsrzf/mmap-go v1.2.0
)

require golang.org/x/sys v0.0.0-20211216021012-1d35b9e2eb4e // indirect

replace github.com/beve-org/beve-go => ../..
