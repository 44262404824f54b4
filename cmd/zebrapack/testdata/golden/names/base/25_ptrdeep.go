package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false

type PtrDeep struct {
	PS *[]string `zid:"0"`
	PP []*string `zid:"1"`
}
