//go:build !goexperiment.jsonv2

package json_test

// skippedOfOriginal are tests of encoding/json that cannot hold here, each with its
// reason. There is none.
var skippedOfOriginal = map[string]string{}
