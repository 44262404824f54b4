package json

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// TestZonesOfTimes holds the zones that are taken to those of encoding/json, which are
// fewer than time.Parse takes.
func TestZonesOfTimes(t *testing.T) {
	for hour := range 26 {
		for minute := range 62 {
			for _, sign := range "+-" {
				text := fmt.Appendf(nil, `"2021-03-25T21:36:12%c%02d:%02d"`, sign, hour, minute)
				var got, want time.Time
				err, wantErr := Unmarshal(text, &got), json.Unmarshal(text, &want)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !got.Equal(want) || got.String() != want.String() {
					t.Fatalf("%s: %v, %v, want %v, %v", text, got, err, want, wantErr)
				}
			}
		}
	}
}
