module github.com/beve-org/beve-go/conformance

go 1.26.0
