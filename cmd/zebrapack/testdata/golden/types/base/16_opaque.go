package vt

import "github.com/beve-org/beve-go/msgpack/msgp"

// Types of the runtime library itself.
type Opaque struct {
	R  msgp.Raw           `zid:"0"`
	N  msgp.Number        `zid:"1"`
	E  *msgp.RawExtension `zid:"2" msg:"e,extension"`
	E2 msgp.RawExtension  `zid:"3" msg:"e2,extension"`
}
