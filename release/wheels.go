package main

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file looks into compiled wheels, of which those for other platforms cannot be tried here.

// binary matches the names of compiled files.
var binary = regexp.MustCompile(`\.(so|pyd|dll|dylib|lib|pdb)$`)

// checkWheel returns an error unless a wheel has one compiled module, of the platform and the Python
// that its name says, which needs nothing but that Python and what the platform has.
func checkWheel(path string) error {
	wheel, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer wheel.Close()
	name := strings.TrimSuffix(filepath.Base(path), ".whl")
	parts := strings.Split(name, "-")
	if len(parts) != 5 {
		return fmt.Errorf("%s is not the name of a wheel", name)
	}
	abi, platforms := parts[3], strings.Split(parts[4], ".")
	var modules []string
	for _, file := range wheel.File {
		if !binary.MatchString(file.Name) {
			continue
		}
		modules = append(modules, file.Name)
		if err := checkModule(file, abi, platforms[0]); err != nil {
			return fmt.Errorf("%s: %s: %w", name, file.Name, err)
		}
	}
	if len(modules) != 1 {
		return fmt.Errorf("%s has the modules %q, not one", name, modules)
	}
	return checkTags(&wheel.Reader, parts, platforms)
}

// checkTags returns an error unless a wheel says the tags that its name has.
func checkTags(wheel *zip.Reader, parts, platforms []string) error {
	said, err := wheel.Open(parts[0] + "-" + parts[1] + ".dist-info/WHEEL")
	if err != nil {
		return err
	}
	defer said.Close()
	text, err := io.ReadAll(said)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	for _, platform := range platforms {
		if tag := "Tag: " + parts[2] + "-" + parts[3] + "-" + platform; !slices.Contains(lines, tag) {
			return fmt.Errorf("WHEEL has no %q", tag)
		}
	}
	if !slices.Contains(lines, "Root-Is-Purelib: false") {
		return fmt.Errorf("WHEEL says that it is Python alone")
	}
	return nil
}

func checkModule(file *zip.File, abi, platform string) error {
	from, err := file.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	data, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	version := strings.TrimPrefix(abi, "cp")
	switch {
	case strings.HasPrefix(platform, "manylinux"):
		machine := map[bool]string{true: "aarch64", false: "x86_64"}[strings.HasSuffix(platform, "aarch64")]
		if want := "beve/_native.cpython-" + version + "-" + machine + "-linux-gnu.so"; file.Name != want {
			return fmt.Errorf("its name is not %s", want)
		}
		return checkELF(data, machine)
	case strings.HasPrefix(platform, "macosx"):
		if want := "beve/_native.cpython-" + version + "-darwin.so"; file.Name != want {
			return fmt.Errorf("its name is not %s", want)
		}
		return checkMachO(data, map[bool]macho.Cpu{true: macho.CpuArm64, false: macho.CpuAmd64}[strings.HasSuffix(platform, "arm64")])
	case platform == "win_amd64":
		if want := "beve/_native." + abi + "-win_amd64.pyd"; file.Name != want {
			return fmt.Errorf("its name is not %s", want)
		}
		return checkPE(data, "python"+version+".dll")
	}
	return fmt.Errorf("nobody knows what modules of %s are", platform)
}

// only returns an error for a library that is not among those that may be needed.
func only(needed []string, may *regexp.Regexp) error {
	for _, library := range needed {
		if !may.MatchString(library) {
			return fmt.Errorf("it needs %s", library)
		}
	}
	return nil
}

// checkELF holds a module for Linux to the C library of manylinux2014, 2.17.
func checkELF(data []byte, machine string) error {
	file, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if want := map[string]elf.Machine{"aarch64": elf.EM_AARCH64, "x86_64": elf.EM_X86_64}[machine]; file.Machine != want {
		return fmt.Errorf("it is for %v", file.Machine)
	}
	needed, err := file.ImportedLibraries()
	if err != nil {
		return err
	}
	if err := only(needed, regexp.MustCompile(`^(libc|libm|libpthread|libdl|ld-linux-[a-z0-9-]+)\.so\.[0-9]+$`)); err != nil {
		return err
	}
	symbols, err := file.ImportedSymbols()
	if err != nil {
		return err
	}
	old := regexp.MustCompile(`^GLIBC_2\.([0-9]|1[0-7])(\.[0-9]+)?$`)
	for _, symbol := range symbols {
		if symbol.Version != "" && !old.MatchString(symbol.Version) {
			return fmt.Errorf("it needs %s of %s", symbol.Name, symbol.Version)
		}
	}
	exported, err := file.DynamicSymbols()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(exported, func(s elf.Symbol) bool { return s.Name == start && s.Section != elf.SHN_UNDEF }) {
		return fmt.Errorf("it has no %s", start)
	}
	return nil
}

// start is what Python calls in a module.
const start = "PyInit__native"

func checkMachO(data []byte, cpu macho.Cpu) error {
	file, err := macho.NewFile(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if file.Cpu != cpu {
		return fmt.Errorf("it is for %v", file.Cpu)
	}
	needed, err := file.ImportedLibraries()
	if err != nil {
		return err
	}
	if err := only(needed, regexp.MustCompile(`^/usr/lib/libSystem\.B\.dylib$`)); err != nil {
		return err
	}
	const codeSignature = 0x1d // without one nothing is loaded on arm64
	signed := slices.ContainsFunc(file.Loads, func(load macho.Load) bool {
		return file.ByteOrder.Uint32(load.Raw()) == codeSignature
	})
	if !signed && cpu == macho.CpuArm64 {
		return fmt.Errorf("it is not signed")
	}
	if file.Symtab == nil || !slices.ContainsFunc(file.Symtab.Syms, func(s macho.Symbol) bool { return s.Name == "_"+start && s.Sect != 0 }) {
		return fmt.Errorf("it has no %s", start)
	}
	return nil
}

func checkPE(data []byte, python string) error {
	file, err := pe.NewFile(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if file.Machine != pe.IMAGE_FILE_MACHINE_AMD64 {
		return fmt.Errorf("it is for machine %#x", file.Machine)
	}
	symbols, err := file.ImportedSymbols()
	if err != nil {
		return err
	}
	var needed []string
	for _, symbol := range symbols {
		_, library, _ := strings.Cut(symbol, ":")
		needed = append(needed, library)
	}
	if !slices.Contains(needed, python) {
		return fmt.Errorf("it does not need %s", python)
	}
	if !bytes.Contains(data, []byte(start+"\x00")) {
		return fmt.Errorf("it has no %s", start)
	}
	return only(needed, regexp.MustCompile(`^(`+regexp.QuoteMeta(python)+`|(?i:kernel32)\.dll|api-ms-win-crt-[a-z0-9-]+\.dll)$`))
}
