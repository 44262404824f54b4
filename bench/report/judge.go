// Where each target is judged: a figure that two runs have measured has one verdict.

package report

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
)

// partStructs are the targets of structs. The run of the same name with this ending, which measures them alone and
// beside fewer codecs, is their home if it is there.
const partStructs = "structs"

// A Judgement is the targets that are judged in one folder of results.
type Judgement struct {
	Found []Finding
	// Home is the name of the other folder, which judges Elsewhere targets, or "".
	Home      string
	Elsewhere int
}

// Judge checks the targets against the run in a folder, and leaves those out that another run is the home of. With cpu it
// compares the time of processors.
func Judge(dir string, cpu bool) (*Judgement, error) {
	r, err := Load(dir)
	if err != nil {
		return nil, err
	}
	if cpu {
		r.UseCPU()
	}
	parent, name := filepath.Split(filepath.Clean(dir))
	all, part := strings.CutSuffix(name, "-"+partStructs)
	j := &Judgement{Home: all}
	if !part {
		j.Home = name + "-" + partStructs
	}
	other, err := Load(filepath.Join(parent, j.Home))
	if errors.Is(err, fs.ErrNotExist) {
		return &Judgement{Found: Targets(r)}, nil
	} else if err != nil {
		return nil, err
	}
	mine, theirs := Targets(r), Targets(other)
	inPart := mine // the findings of the run of the part
	if !part {
		inPart = theirs
	}
	for i := range mine {
		if atHome := inPart[i].Part == partStructs && !inPart[i].missing(); atHome == part {
			j.Found = append(j.Found, mine[i])
		} else {
			j.Elsewhere++
		}
	}
	return j, nil
}
