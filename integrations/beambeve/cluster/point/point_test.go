package point

import (
	"slices"
	"strings"
	"testing"
)

func TestPointsAreReadAsTheyAreWritten(t *testing.T) {
	want := []Point{
		{"all", 160, 8, 4, 8, 50, 2, 46.8, 23.5, 12.3, 1.7, 240.5, 123, "taskmanager 500, worker 90"},
		{"sums", 10, 1, 1, 0, 0, 1, 5, 3, 2, 0, 0.1, 4, "worker 90"},
	}
	text := "$ go run ./law\n" + Head + want[0].String() + "\n" + Head + want[1].String()
	got, err := Read(strings.NewReader(text))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
