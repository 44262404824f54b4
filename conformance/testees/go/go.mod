module github.com/beve-org/beve-go/conformance/testees/go

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/beve-org/beve-go/conformance v0.0.0
)

replace (
	github.com/beve-org/beve-go => ../../..
	github.com/beve-org/beve-go/conformance => ../..
)
