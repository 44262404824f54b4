// Command draw draws the pictures of all results again, those of the TypeScript package
// too, from what is in their folders:
//
//	go run ./draw
package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/beve-org/beve-go/bench/report"
)

func main() {
	log.SetFlags(0)
	var pictures []string
	for _, results := range []string{"results", "../js/bench/results"} {
		found, err := filepath.Glob(results + "/*/*.svg")
		if err != nil {
			log.Fatal(err)
		}
		pictures = append(pictures, found...)
	}
	payloads := map[string][]string{}
	clusters, err := filepath.Glob("results/*/" + report.PointsFile)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range clusters {
		payloads[filepath.Dir(name)] = nil
	}
	for _, name := range pictures {
		dir := filepath.Dir(name)
		payloads[dir] = append(payloads[dir], strings.TrimSuffix(filepath.Base(name), ".svg"))
	}
	for dir, names := range payloads {
		if err := draw(dir, names); err != nil {
			log.Fatalf("%s: %v", dir, err)
		}
	}
}

// draw draws a folder, with the time that its reports compare.
func draw(dir string, payloads []string) error {
	if _, err := os.Stat(filepath.Join(dir, report.PointsFile)); err == nil {
		return report.DrawCluster(dir)
	}
	r, err := report.Load(dir)
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		return err
	}
	if strings.Contains(string(readme), "compare time of processors") {
		r.UseCPU()
	}
	return report.Draw(dir, r, payloads)
}
