package stdjson

import std "encoding/json" // want `encoding/json becomes`

func g() ([]byte, error) { return std.Marshal(1) }
