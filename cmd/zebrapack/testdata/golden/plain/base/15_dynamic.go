package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -tests=false -no-structnames-onwire -fast-strings

// The empty interface is never considered empty: nil is sent as nil.
type Dynamic struct {
	Any  interface{}            `zid:"0"`
	List []interface{}          `zid:"1"`
	Dict map[string]interface{} `zid:"2"`
}
