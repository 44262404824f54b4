package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const clusterPoints = `$ go run ./law
| steps | MB | files | with index | shards | % hot | TaskManagers | s | processor s | of Java | others' processors | MB shuffled | calls | largest MB of a process |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|
| all | 10 | 8 | 4 | 8 | 50 | 1 | 7.5 | 3.1 | 2.0 | 0.5 | 20.1 | 99 | jobmanager 314, taskmanager 439, worker 96 |
| all | 40 | 8 | 4 | 8 | 50 | 2 | 7.5 | 9.1 | 2.0 | 0.5 | 20.1 | 99 | jobserver 314, taskmanager 439, worker 97 |
| all | 40 | 1000 | 4 | 8 | 50 | 2 | 7.5 | 77.1 | 2.0 | 0.5 | 20.1 | 99 | taskmanager 439, worker 1097 |
`

const clusterSimulated = `| MB | files | shards | % hot | TaskManagers | processor s | simulated | s | simulated |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| 10 | 8 | 8 | 50 | 1 | 3.1 | 3.5, +12 % | 7 | 8.0, +9 % |
| 40 | 8 | 8 | 50 | 1 | 9.1 | 9.5, +2 % (not fitted) | 7 | 8.0, +9 % |

| GB | input | workers | hours | hours where a death restarts all |
|--:|---|--:|--:|--:|
| 100000 | files of 512 MB | 10 | 400 | never |
| 100000 | files of 512 MB | 1000 | 4.5 | 125 |
`

func TestTablesAreRead(t *testing.T) {
	rows := tableRows(clusterSimulated)
	if len(rows) != 4 {
		t.Fatalf("rows %v", rows)
	}
	if got := rows[1].number("processor s simulated"); got != 9.5 {
		t.Errorf("processor s simulated %g", got)
	}
	if got := rows[1].number("s simulated"); got != 8 {
		t.Errorf("s simulated %g", got)
	}
	if got := rows[2].number("hours where a death restarts all"); got != 0 {
		t.Errorf("never is %g", got)
	}
	if got := rows[3].number("hours"); got != 4.5 {
		t.Errorf("hours %g", got)
	}
}

func TestPicturesOfClustersAreDrawn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{PointsFile: clusterPoints, SimulatedFile: clusterSimulated, "README.md": "- Processor: Some Processor, 2 in use\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := DrawCluster(dir); err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string][]string{
		"law":     {"Processor time of a job", "the law", "two", "Some Processor"},
		"memory":  {"worker, in Go", "TaskManager", "resident MB"},
		"workers": {"100000 GB", "where a death restarts all", "hours"},
	} {
		picture, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !strings.Contains(string(picture), word) {
				t.Errorf("%s.svg does not say %q", name, word)
			}
		}
	}
	// The point of another shape is not among those of the law.
	if curves := memoryCurves(tableRows(clusterPoints)); len(curves[0].points) != 2 {
		t.Errorf("memory of workers: %v", curves[0].points)
	}
}
