module github.com/beve-org/beve-go/examples

go 1.26.0

require github.com/beve-org/beve-go v0.0.0

replace github.com/beve-org/beve-go => ../
