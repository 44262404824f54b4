module github.com/beve-org/beve-go/examples

go 1.26.0

replace (
	github.com/beve-org/beve-go => ../
	github.com/beve-org/beve-go/integrations/httpbeve => ../integrations/httpbeve
)

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/beve-org/beve-go/integrations/httpbeve v0.0.0
)
