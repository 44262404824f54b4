package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licenseclassifier/v2/assets"
	"golang.org/x/mod/module"
)

// This file says what is in the binaries: LICENSES.txt for people, a CycloneDX bill of
// materials for programs.

// licenceFile matches the names of files that a module's terms are in.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// classifier tells which licence a text is.
var classifier = sync.OnceValues(assets.DefaultClassifier)

// A part is a module in a binary, or Go itself.
type part struct {
	path, version string
	folder        string // with its licence
}

// bill writes the two files of a folder of binaries. cache is the module cache they were
// built from.
func (b *build) bill(folder, cache string, built []*buildinfo.BuildInfo) error {
	parts, err := b.parts(cache, built)
	if err != nil {
		return err
	}
	classifier, err := classifier()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "The commands of %s %s and what is in them.\n", root, b.version)
	components := []cdx.Component{}
	for _, p := range parts {
		files, err := licences(p.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		var ids cdx.Licenses
		for _, f := range files {
			fmt.Fprintf(&text, "\n%s\n%s %s, %s\n\n%s\n", strings.Repeat("=", 80), p.path, p.version, f.name, bytes.TrimSpace(f.text))
			for _, m := range classifier.Match(f.text).Matches {
				if m.MatchType == "License" && !slices.ContainsFunc(ids, func(c cdx.LicenseChoice) bool { return c.License.ID == m.Name }) {
					ids = append(ids, cdx.LicenseChoice{License: &cdx.License{ID: m.Name}})
				}
			}
		}
		if len(ids) == 0 {
			return fmt.Errorf("%s: its licence is none that is known", p.path)
		}
		slices.SortFunc(ids, func(a, b cdx.LicenseChoice) int { return strings.Compare(a.License.ID, b.License.ID) })
		c := cdx.Component{Type: cdx.ComponentTypeLibrary, Name: p.path, Version: p.version, Licenses: &ids}
		c.PackageURL = "pkg:golang/" + p.path + "@" + p.version
		c.BOMRef = c.PackageURL
		components = append(components, c)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		BOMRef: "commands", Type: cdx.ComponentTypeApplication, Name: root + "/cmd", Version: b.version,
	}}
	bom.Components = &components
	var doc bytes.Buffer
	if err := cdx.NewBOMEncoder(&doc, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "LICENSES.txt"), text.Bytes(), 0o666),
		os.WriteFile(filepath.Join(folder, "sbom.cdx.json"), doc.Bytes(), 0o666))
}

// parts returns what the binaries are made of, in order.
func (b *build) parts(cache string, built []*buildinfo.BuildInfo) ([]part, error) {
	goroot, err := b.output(b.tree, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts := []part{
		{path: root, version: b.version, folder: b.tree},
		{path: "std", version: built[0].GoVersion, folder: goroot},
	}
	seen := map[string]bool{}
	for _, info := range built {
		for _, d := range info.Deps {
			if d.Replace != nil {
				return nil, fmt.Errorf("%s is replaced", d.Path)
			}
			if isOwn(d.Path) || seen[d.Path] {
				continue
			}
			seen[d.Path] = true
			escaped, err := module.EscapePath(d.Path)
			if err != nil {
				return nil, err
			}
			version, err := module.EscapeVersion(d.Version)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part{path: d.Path, version: d.Version, folder: filepath.Join(cache, filepath.FromSlash(escaped)+"@"+version)})
		}
	}
	slices.SortFunc(parts[2:], func(a, b part) int { return strings.Compare(a.path, b.path) })
	return parts, nil
}

// A licence is a file with terms.
type licence struct {
	name string
	text []byte
}

// licences returns the files with terms at the top of a folder, by name.
func licences(folder string) (files []licence, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, licence{e.Name(), text})
	}
	return files, nil
}
