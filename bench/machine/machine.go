// Package machine says what a run was measured on, and what else the machine did meanwhile:
// results of a machine that was busy are not published.
package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Processor returns the name of the processor where the system tells it.
func Processor() string {
	if name := facts(read("/proc/cpuinfo"))["model name"]; name != "" {
		return name
	}
	return runtime.GOARCH
}

// features are the flags of processors that code here and in rivals looks for; a flag and what a report calls it.
var features = [][2]string{
	{"sse4_2", "SSE4.2"}, {"avx", "AVX"}, {"avx2", "AVX2"}, {"bmi2", "BMI2"}, {"fma", "FMA"}, {"f16c", "F16C"}, {"pclmulqdq", "PCLMULQDQ"},
	{"avx512f", "AVX-512F"}, {"avx512bw", "AVX-512BW"}, {"avx512_vbmi2", "AVX-512VBMI2"}, {"gfni", "GFNI"}, {"sha_ni", "SHA"},
	{"asimd", "NEON"}, {"asimdhp", "half floats"}, {"sve", "SVE"},
}

// Details returns what the system tells of the processor beyond its name, or "" where it tells nothing: maker, family,
// model, clock, caches, instructions, and whether the machine is virtual.
func Details() string {
	return details(read("/proc/cpuinfo"), caches("/sys/devices/system/cpu/cpu0/cache"))
}

func details(cpuinfo string, caches []string) string {
	told := facts(cpuinfo)
	var parts []string
	add := func(format, name string) {
		if v := told[name]; v != "" {
			parts = append(parts, fmt.Sprintf(format, v))
		}
	}
	add("%s", "vendor_id")
	add("family %s", "cpu family")
	add("model %s", "model")
	add("stepping %s", "stepping")
	add("implementer %s", "CPU implementer")
	add("part %s", "CPU part")
	add("revision %s", "CPU revision")
	if len(parts) > 0 {
		parts = []string{strings.Join(parts, " ")}
	}
	add("%s MHz", "cpu MHz")
	if len(caches) > 0 {
		parts = append(parts, "caches "+strings.Join(caches, " "))
	} else {
		add("cache %s", "cache size")
	}
	flags := strings.Fields(told["flags"] + " " + told["Features"])
	var has []string
	for _, f := range features {
		if slices.Contains(flags, f[0]) {
			has = append(has, f[1])
		}
	}
	if len(has) > 0 {
		parts = append(parts, strings.Join(has, " "))
	}
	if slices.Contains(flags, "hypervisor") {
		parts = append(parts, "a virtual machine")
	} else if told["flags"] != "" {
		parts = append(parts, "no virtual machine")
	}
	return strings.Join(parts, ", ")
}

// facts returns what cpuinfo says of the first processor, by name.
func facts(cpuinfo string) map[string]string {
	first, _, _ := strings.Cut(cpuinfo, "\n\n")
	told := map[string]string{}
	for line := range strings.Lines(first) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			told[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return told
}

// caches returns the caches of a processor, the nearest first, as "L1d 32K".
func caches(dir string) (list []string) {
	found, _ := filepath.Glob(filepath.Join(dir, "index*"))
	slices.Sort(found)
	for _, cache := range found {
		part := func(name string) string { return strings.TrimSpace(read(filepath.Join(cache, name))) }
		if level, size := part("level"), part("size"); level != "" && size != "" {
			kind := map[string]string{"Data": "d", "Instruction": "i"}[part("type")]
			list = append(list, "L"+level+kind+" "+size)
		}
	}
	return list
}

// read returns the text of a file of the system, or "" where there is none.
func read(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
