// Values whose types the bytes decide.

package msgcodec

import (
	"errors"
	"math"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestInterfacesTakeWhatTheKeysSay(t *testing.T) {
	for wire, check := range map[string]func(v any) bool{
		"8105a178":     func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"81cc05a178":   func(v any) bool { return v.(map[int64]any)[5] == "x" },
		"8205c0a16bc3": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"82a16bc305c0": func(v any) bool { m := v.(map[any]any); return len(m) == 2 && m["k"] == true },
		"81c3a178":     func(v any) bool { return v.(map[any]any)[true] == "x" },
		"81c40161c3":   func(v any) bool { return v.(map[string]any)["a"] == true },
		"81cfffffffffffffffffc0": func(v any) bool {
			m := v.(map[any]any)
			_, ok := m[uint64(math.MaxUint64)]
			return ok
		},
	} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); err != nil || !check(v) {
			t.Errorf("%s: %T %v, %v", wire, v, v, err)
		}
	}
	for _, wire := range []string{"8190c0", "8180c0", "81c0c0"} {
		var v any
		if err := msgpack.Unmarshal(unhex(t, wire), &v); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%s: %v, %v", wire, v, err)
		}
		var m map[any]int
		if err := msgpack.Unmarshal(unhex(t, wire), &m); err == nil {
			t.Errorf("%s: %v", wire, m)
		}
	}
}
