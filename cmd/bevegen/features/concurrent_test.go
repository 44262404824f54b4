package features

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
)

var stress = flag.Duration("stress", time.Second, "how long many goroutines use generated code at once")

// Generated code shares what it compiles at first use with reflection, and decoders with
// streams. Many goroutines meet all types at once and go on for some time.
func TestManyGoroutinesUseGeneratedCodeAtOnce(t *testing.T) {
	const workers = 24
	types := all()
	until := time.Now().Add(*stress)
	if testing.Short() {
		until = time.Now().Add(100 * time.Millisecond)
	}
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(w), 24))
			<-begin
			for i := 0; i < len(types) || time.Now().Before(until); i++ {
				if err := thereAndBack(rng, types[i%len(types)]); err != nil {
					t.Errorf("%T: %v", types[i%len(types)], err)
					return
				}
			}
		})
	}
	close(begin)
	wg.Wait()
}

// thereAndBack writes a random variable, reads it, and compares what reflection says of
// that and of what it reads itself: a member that was left out need not be zero.
func thereAndBack(rng *rand.Rand, zero generated) error {
	v, back, reflected := random(rng, zero, true), fresh(zero), fresh(zero)
	data, err := v.MarshalBEVE()
	if err != nil {
		return err
	}
	if rng.IntN(2) == 0 {
		err = back.UnmarshalBEVE(data)
	} else {
		err = beve.NewDecoder(bytes.NewReader(data)).Decode(back)
	}
	if err != nil {
		return err
	}
	if err := decodeReflected.Unmarshal(data, reflected); err != nil {
		return err
	}
	want, err := encodeReflected.Marshal(reflected)
	if err != nil {
		return err
	}
	got, err := encodeReflected.Marshal(back)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("% x came back as % x", want, got)
	}
	return nil
}
