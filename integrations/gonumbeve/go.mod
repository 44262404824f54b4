module github.com/beve-org/beve-go/integrations/gonumbeve

go 1.26.0

require github.com/beve-org/beve-go v0.0.0

require gonum.org/v1/gonum v0.17.0

replace github.com/beve-org/beve-go => ../..
