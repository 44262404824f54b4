// The commands of the go tool that documents show, held to what is there: a package or a
// module that has moved, or one that the workspace does not have, is found here.

package beve_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goCommand is a command of the go tool for packages, with what is set for it alone.
var goCommand = regexp.MustCompile(`((?:[A-Z]+=\S+ )*)\bgo (?:run|test|build|vet|generate|install)\b([^|;&#)]*)`)

// TestDocumentedCommandsFindTheirPackages: each go command of a document that names a folder
// finds Go files there, from the folder of the document, of its module or the root, after the
// cd's before it; and the go command takes them for packages: the workspace has their module, or GOWORK=off
// is said.
func TestDocumentedCommandsFindTheirPackages(t *testing.T) {
	work, err := os.ReadFile("go.work")
	if err != nil {
		t.Fatal(err)
	}
	var inWork []string // folders of modules
	for line := range strings.Lines(string(work)) {
		if dir := strings.TrimSpace(line); strings.HasPrefix(dir, ".") {
			inWork = append(inWork, path.Clean(dir))
		}
	}
	commands := 0
	for _, document := range projectFiles(t, ".md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, shown := range shownCommands(string(text)) {
			for _, fault := range faultsOfCommands(document, shown, inWork, &commands) {
				t.Errorf("%s: %s", document, fault)
			}
		}
	}
	if commands < 40 {
		t.Errorf("only %d commands of documents were found", commands)
	}
}

// shownCommands returns the blocks of shell commands of a document, and what stands between
// backticks in its prose.
func shownCommands(text string) (shown []string) {
	for i, part := range strings.Split(text, "```") {
		if i%2 == 1 {
			if language, block, _ := strings.Cut(part, "\n"); slices.Contains([]string{"sh", "bash", "console", ""}, strings.TrimSpace(language)) {
				shown = append(shown, block)
			}
			continue
		}
		for k, code := range strings.Split(part, "`") {
			if k%2 == 1 {
				shown = append(shown, code)
			}
		}
	}
	return shown
}

// faultsOfCommands returns what is wrong with the go commands of a block, and counts those
// that name a folder.
func faultsOfCommands(document, block string, inWork []string, commands *int) (faults []string) {
	places := []string{path.Dir(document), moduleOf(path.Dir(document)), "."}
	alone := strings.Contains(block, "export GOWORK=off")
	for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", " ")) {
		here := slices.Clone(places)
		for _, step := range regexp.MustCompile(`&&|;`).Split(line, -1) {
			step = strings.TrimSpace(step)
			if dir, ok := strings.CutPrefix(strings.TrimPrefix(step, "("), "cd "); ok {
				for i := range here {
					here[i] = path.Join(here[i], strings.Trim(strings.Fields(dir)[0], "()"))
				}
				if !strings.HasPrefix(step, "(") && !strings.HasPrefix(strings.TrimSpace(line), "(") {
					places = here
				}
				continue
			}
			match := goCommand.FindStringSubmatch(step)
			if match == nil {
				continue
			}
			for _, word := range strings.Fields(match[2]) {
				if !strings.HasPrefix(word, "./") && word != "." {
					continue
				}
				*commands++
				if why := unfound(here, word, alone || strings.Contains(match[1], "GOWORK=off"), inWork); why != "" {
					faults = append(faults, step+": "+why)
				}
				break // what comes after may be the arguments of a program
			}
		}
	}
	return faults
}

// unfound says why the go command does not find a folder from any of the places, if so.
func unfound(places []string, folder string, alone bool, inWork []string) (why string) {
	for _, place := range places {
		dir := path.Join(place, strings.TrimSuffix(folder, "/..."))
		if names, err := filepath.Glob(filepath.Join(dir, "*.go")); err != nil || names == nil && !strings.HasSuffix(folder, "...") {
			continue
		}
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		switch module := moduleOf(dir); {
		case alone && module != moduleOf(place):
			why = dir + " is of another module than " + place
		case !alone && !slices.Contains(inWork, module):
			why = "go.work does not have the module " + module + ", and there is no GOWORK=off"
		default:
			return ""
		}
	}
	if why == "" {
		why = "there are no Go files in " + folder + " of " + strings.Join(places, " or ")
	}
	return why
}

// moduleOf returns the folder of the module of a folder.
func moduleOf(dir string) string {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	return dir
}
