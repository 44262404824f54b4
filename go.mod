module github.com/beve-org/beve-go

go 1.26
