// Faults in Python and TypeScript: words of the text that are others.

package main

import (
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

var (
	text    = flag.String("text", "", "the folder of a package in Python or TypeScript")
	buildIt = flag.String("build", "", "a command for the shell that builds the package, in its folder")
	source  = flag.String("source", "src", "what the testee is told in BEVE_SOURCE, of the package")
	name    = flag.String("testee", "python", "the testee")
	unit    = flag.String("unit", "", "a command for the shell that runs unit tests, in the folder of the package")
)

// edit is a fault in a text.
type edit struct {
	mutant
	at   int
	from string
	to   string
}

// word is what faults are made in: text in quotes and comments, which are passed over, and
// operators, numbers and names.
var word = regexp.MustCompile(`(?s)"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` + "`(?:\\\\.|[^`\\\\])*`" + `|//[^\n]*|/\*.*?\*/|#[^\n]*|0x[0-9a-fA-F_]+n?|[0-9][0-9_.]*(?:e[+-]?[0-9]+)?n?|[A-Za-z_$][\w$]*|===|!==|==|!=|<=|>=|<<=|>>>|>>|<<|=>|->|\*\*|\?\?|\?\.|\+\+|--|[-+*/%&|^]=|&&|\|\||//|[-+*/%<>&|^!~]`)

var textSwaps = map[string][]string{
	"<": {"<="}, "<=": {"<"}, ">": {">="}, ">=": {">"}, "==": {"!="}, "!=": {"=="}, "===": {"!=="}, "!==": {"==="}, "&&": {"||"}, "||": {"&&"}, "and": {"or"}, "or": {"and"},
	"+": {"-"}, "-": {"+"}, "*": {"+"}, "%": {"*"}, "<<": {">>"}, ">>": {"<<"}, "&": {"|"}, "|": {"&"}, "^": {"&"}, "+=": {"-="}, "-=": {"+="},
	"True": {"False"}, "False": {"True"}, "true": {"false"}, "false": {"true"}, "not": {""}, "continue": {"break"},
}

// edits finds the places for faults in a file.
func edits(file string, content string, python bool) (all []edit) {
	previous := ""
	for _, span := range word.FindAllStringIndex(content, -1) {
		from := content[span[0]:span[1]]
		options := textSwaps[from]
		line := content[strings.LastIndexByte(content[:span[0]], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "import "), strings.HasPrefix(trimmed, "from "), strings.HasPrefix(trimmed, "export type"), strings.HasPrefix(trimmed, "type "), strings.HasPrefix(trimmed, "@"):
			options = nil // no code
		case python && strings.HasPrefix(trimmed, "def ") && from != "True" && from != "False":
			options = nil // types
		case !python && (from == "<" || from == ">" || from == "|" || from == "&") && !strings.Contains(line, " "+from+" "):
			options = nil // types
		case !python && from == "|" && regexp.MustCompile(`[:<(] *[\w\[\]]+ \|`).MatchString(line):
			options = nil // types
		case from[0] >= '0' && from[0] <= '9':
			if n, err := strconv.ParseInt(strings.TrimSuffix(from, "n"), 0, 62); err == nil {
				options = []string{strconv.FormatInt(n+1, 10) + from[len(strings.TrimSuffix(from, "n")):]}
			}
		case (from == "if" || from == "elif" || from == "while") && python && previous != "else":
			if strings.HasPrefix(trimmed, from+" ") && strings.HasSuffix(trimmed, ":") {
				options = []string{from + " not"}
			}
		case (from == "-" || from == "+" || from == "*" || from == "&" || from == "|") && (python && strings.ContainsAny(lastByte(content[:span[0]]), "(,[=:") || !strings.HasPrefix(content[span[1]:], " ")):
			options = nil // a sign, an argument that is unpacked
		}
		for _, to := range options {
			shown := strings.TrimSpace(line)
			what := fmt.Sprintf("`%s`: `%s` is `%s`", shown[:min(len(shown), 80)], from, to)
			all = append(all, edit{mutant{0, file, 1 + strings.Count(content[:span[0]], "\n"), "", what}, span[0], from, to})
		}
		previous = from
	}
	return all
}

func lastByte(s string) string {
	s = strings.TrimRight(s, " ")
	return s[max(0, len(s)-1):]
}

// changeTexts makes the faults one after another, each in a copy of its own.
func changeTexts() {
	root, err := filepath.Abs(*text)
	if err != nil {
		log.Fatal(err)
	}
	var all []edit
	var mutants []mutant
	for _, file := range strings.Split(*files, ",") {
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, edits(file, string(content), strings.HasSuffix(file, ".py"))...)
	}
	for i := range all {
		all[i].id = i + 1
		mutants = append(mutants, all[i].mutant)
	}
	cases, err := conformance.Load()
	if err != nil {
		log.Fatal(err)
	}
	found, err := testee.Find("testees", *name)
	if err != nil || len(found) != 1 {
		log.Fatal(len(found), " testees: ", err)
	}
	t := found[0]
	t.Seconds = 10 // a busy machine is no proof of a fault
	if missing, err := t.Prepare(nil); missing != "" || err != nil {
		log.Fatal(missing, err)
	}
	folders := make(chan string, *workers)
	for range *workers {
		folders <- copyOf(root)
	}
	known := map[string]testee.Outcome{}
	_, outcomes, err := t.Ask(cases, testee.Asking{})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range outcomes {
		known[o.Case.ID] = o
	}
	var broken atomic.Int64
	in := func(m mutant, test func(folder string) bool) bool {
		folder := <-folders
		defer func() { folders <- folder }()
		e := all[m.id-1]
		path := filepath.Join(folder, e.file)
		content, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		changed := string(content[:e.at]) + e.to + string(content[e.at+len(e.from):])
		if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
			log.Fatal(err)
		}
		defer os.WriteFile(path, content, 0o644)
		if *buildIt != "" && !shell(folder, *buildIt, time.Minute) {
			broken.Add(1)
			return true // it is not a program: noticed at once
		}
		return test(folder)
	}
	try(*text, mutants, func(m mutant) bool {
		return in(m, func(folder string) bool {
			copied := *t
			copied.Env = append([]string{"BEVE_SOURCE=" + filepath.Join(folder, *source), "PYTHONDONTWRITEBYTECODE=1"}, t.Env...)
			noticed := false
			_, _, err := copied.Ask(cases, testee.Asking{Stop: func(o *testee.Outcome) bool {
				before := known[o.Case.ID]
				noticed = o.Kind != before.Kind || o.Answer != before.Answer
				return noticed
			}})
			return noticed || err != nil
		})
	}, func(m mutant) bool {
		return *unit != "" && in(m, func(folder string) bool { return !shell(folder, *unit, *slowly) })
	})
	fmt.Printf("\n%d of them do not build, and count as noticed by the cases\n", broken.Load())
}

// shell runs a command. One that is not done in time counts as well: a busy machine is no
// proof of a fault.
func shell(folder, command string, limit time.Duration) (ok bool) {
	const late = 124 // of timeout
	cmd := exec.Command("timeout", strconv.Itoa(int(limit.Seconds())), "sh", "-c", command)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	err := cmd.Run()
	return err == nil || cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == late
}

// copyOf copies a package into a folder beside links to all that is beside it.
func copyOf(root string) string {
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	beside, err := os.ReadDir(filepath.Dir(root))
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range beside {
		if e.Name() != filepath.Base(root) {
			if err := os.Symlink(filepath.Join(filepath.Dir(root), e.Name()), filepath.Join(work, e.Name())); err != nil {
				log.Fatal(err)
			}
		}
	}
	target := filepath.Join(work, filepath.Base(root))
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		to := filepath.Join(target, rel)
		switch {
		case d.Name() == "node_modules":
			if err := os.Symlink(path, to); err != nil {
				return err
			}
			return filepath.SkipDir
		case d.Name() == "__pycache__":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o644)
	})
	if err != nil {
		log.Fatal(err)
	}
	return target
}
