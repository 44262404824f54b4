package durations

import (
	"time"

	"github.com/segmentio/encoding/json" // want `becomes github.com/beve-org/beve-go/json`
)

type T struct {
	Wait time.Duration
	List []struct{ D time.Duration }
}

func f() ([]byte, error) {
	if b, err := json.Marshal(time.Second); err != nil { // want `the value holds a time.Duration`
		return b, err
	}
	return json.Marshal(T{}) // want `T.Wait holds a time.Duration` `D holds a time.Duration`
}
