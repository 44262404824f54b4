package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file makes the commands for each platform.

// commands are the programs of the module cmd, by their folders.
var commands = []string{"addzid", "beve", "bevegen", "bevemigrate", "beveserve", "zebrapack"}

// checkTargets refuses platforms that Go has no compiler for.
func (b *build) checkTargets() error {
	list, err := b.output(".", "go", "tool", "dist", "list")
	if err != nil {
		return err
	}
	known := strings.Fields(list)
	for _, platform := range b.targets {
		if !slices.Contains(known, platform) {
			return fmt.Errorf("%q is not a platform: linux/amd64", platform)
		}
	}
	return nil
}

// binaries builds the released commit's commands. They find the other modules in the
// module proxy of the release, with the checksums that the commit states, so that what is
// built is what `go install` builds.
func (b *build) binaries() error {
	// What a module cache has of this version may be of another commit.
	cache := filepath.Join(b.temp, "modules")
	usual, err := b.output(b.temp, "go", "env", "GOMODCACHE", "GOPROXY")
	if err != nil {
		return err
	}
	downloaded, others, _ := strings.Cut(usual, "\n")
	b = b.with("GOWORK=off", "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOMODCACHE="+cache, "GONOSUMDB="+root,
		"GOPROXY="+fileURL(filepath.Join(b.dist, "goproxy"))+","+fileURL(filepath.Join(downloaded, "cache", "download"))+","+others)
	page := filepath.Join(b.dist, "inspector.html")
	if err := b.command(filepath.Join(b.tree, "cmd"), "go", "run", "./internal/inspect/bundle", page); err != nil {
		return err
	}
	for _, platform := range b.targets {
		system, arch, _ := strings.Cut(platform, "/")
		folder := filepath.Join(b.dist, "bin", system+"_"+arch)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		args := []string{"build", "-buildvcs=true", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
		for _, name := range commands {
			args = append(args, "./"+name)
		}
		if err := b.with("GOOS="+system, "GOARCH="+arch).command(filepath.Join(b.tree, "cmd"), "go", args...); err != nil {
			return err
		}
		var built []*buildinfo.BuildInfo
		for _, name := range commands {
			if system == "windows" {
				name += ".exe"
			}
			info, err := buildinfo.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return err
			}
			if info.Main.Version != b.version {
				return fmt.Errorf("%s for %s calls itself %s", name, platform, info.Main.Version)
			}
			built = append(built, info)
		}
		if err := b.bill(folder, cache, built); err != nil {
			return err
		}
	}
	return nil
}

// fileURL returns the URL of a folder.
func fileURL(folder string) string {
	folder = filepath.ToSlash(folder)
	if !strings.HasPrefix(folder, "/") {
		folder = "/" + folder // a drive
	}
	return "file://" + folder
}
