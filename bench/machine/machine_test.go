package machine

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A program of the test that keeps a core busy until it is ended.
func TestMain(m *testing.M) {
	if os.Getenv("MACHINE_SPIN") != "" {
		for start := time.Now(); time.Since(start) < time.Minute; {
		}
		return
	}
	os.Exit(m.Run())
}

const cpuinfo = `processor	: 0
vendor_id	: AuthenticAMD
cpu family	: 25
model		: 17
model name	: AMD EPYC
stepping	: 1
cpu MHz		: 2596.134
cache size	: 1024 KB
flags		: fpu sse4_2 hypervisor avx avx2 avx512f

processor	: 1
vendor_id	: another
`

func TestDetailsAreThoseThatTheSystemTells(t *testing.T) {
	for _, c := range []struct {
		cpuinfo string
		caches  []string
		want    string
	}{
		{cpuinfo, nil, "AuthenticAMD family 25 model 17 stepping 1, 2596.134 MHz, cache 1024 KB, SSE4.2 AVX AVX2 AVX-512F, a virtual machine"},
		{cpuinfo, []string{"L1d 32K", "L2 1024K"}, "AuthenticAMD family 25 model 17 stepping 1, 2596.134 MHz, caches L1d 32K L2 1024K, SSE4.2 AVX AVX2 AVX-512F, a virtual machine"},
		{strings.ReplaceAll(cpuinfo, "hypervisor", ""), []string{"L2 1M"}, "AuthenticAMD family 25 model 17 stepping 1, 2596.134 MHz, caches L2 1M, SSE4.2 AVX AVX2 AVX-512F, no virtual machine"},
		{"Features : asimd\nCPU implementer : 0x41\nCPU part : 0xd0c\n", nil, "implementer 0x41 part 0xd0c, NEON"},
		{"", nil, ""},
	} {
		if got := details(c.cpuinfo, c.caches); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"index0/level": "1\n", "index0/type": "Data\n", "index0/size": "32K\n", "index1/level": "2", "index1/type": "Unified", "index1/size": "1024K"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(caches(dir), ", "); got != "L1d 32K, L2 1024K" {
		t.Errorf("caches %q", got)
	}
}

// sampled returns a sample at a second, with counters in seconds.
func sampled(second int, busy, stolen, own float64) sample {
	d := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return sample{at: time.Unix(int64(second), 0), busy: d(busy), stolen: d(stolen), own: d(own), known: true}
}

func TestOthersAreWhatIsNotOurOwn(t *testing.T) {
	for _, c := range []struct {
		to             sample
		others, stolen float64
	}{
		{sampled(110, 60, 5, 40), 1, 0.5},
		{sampled(110, 60, 0, 50), 0, 0},
		{sampled(110, 59.9, 0, 50), 0, 0}, // ticks are coarser than our own time
		{sampled(100, 60, 5, 40), 0, 0},
	} {
		others, stolen, _ := between(sampled(100, 40, 0, 30), c.to)
		if math.Abs(others-c.others) > 1e-9 || math.Abs(stolen-c.stolen) > 1e-9 {
			t.Errorf("%+v: others %v, stolen %v", c, others, stolen)
		}
	}
	work, stolen, ok := busy("cpu  100 200 300 5000 6000 700 800 900 50 60\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
	if !ok || work != 21*time.Second || stolen != 9*time.Second {
		t.Errorf("busy for %v, stolen %v, %v", work, stolen, ok)
	}
	for _, text := range []string{"", "cpu 1 2 3", "intr 1 2 3 4 5 6 7 8", "cpu 1 2 3 4 5 6 7 x"} {
		if _, _, ok := busy(text); ok {
			t.Errorf("%q is understood", text)
		}
	}
}

// processAt returns a process with times in seconds.
func processAt(name string, parent int, own, reaped time.Duration) process {
	return process{name, parent, own * time.Second, reaped * time.Second}
}

func TestForeignTimeIsThatOfOtherProcesses(t *testing.T) {
	const self = 10
	a := map[id]process{
		{1, "0"}:    processAt("init", 0, 5, 100),
		{self, "3"}: processAt("bench", 1, 50, 10),
		{20, "4"}:   processAt("editor", 1, 7, 0),
		{21, "4"}:   processAt("ends", 20, 30, 5),
		{22, "4"}:   processAt("its child", 21, 40, 0),
		{23, "4"}:   processAt("number", 20, 0, 0),
		{30, "4"}:   processAt("child", self, 3, 0),
	}
	b := map[id]process{
		{1, "0"}:    processAt("init", 0, 6, 100),
		{self, "3"}: processAt("bench", 1, 90, 30),
		{20, "4"}:   processAt("editor", 1, 9, 76), // one second by those that have ended
		{23, "9"}:   processAt("again", 1, 4, 0),   // a number that is used again
		{31, "8"}:   processAt("child", self, 20, 0),
		{32, "8"}:   processAt("grandchild", 31, 20, 0),
	}
	if took, most := foreign(a, b, self); took != 8*time.Second || most != "again" {
		t.Errorf("%v, the most by %q", took, most)
	}
	a[id{24, "4"}] = processAt("vanishes", 1, 50, 0) // and nobody waits for it
	if took, _ := foreign(a, b, self); took != 7*time.Second {
		t.Errorf("%v beside one that nobody waits for", took)
	}
	if took, most := foreign(nil, nil, self); took != 0 || most != "" {
		t.Errorf("nothing is %v by %q", took, most)
	}
	k, p, ok := parse("42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 110 20 30 40 20 0 1 0 987 1 2 3\n")
	if !ok || k != (id{42, "987"}) || p.name != "a (b) c" || p.parent != 7 || p.own != 1300*time.Millisecond || p.reaped != 700*time.Millisecond {
		t.Errorf("%+v: %+v, %v", k, p, ok)
	}
	for _, text := range []string{"", "42 (a", "42 (a) S 7", "x (a) S 7 42 42 0 -1 4194560 1 2 3 4 110 20 30 40 20 0 1 0 987"} {
		if _, _, ok := parse(text); ok {
			t.Errorf("%q is understood", text)
		}
	}
}

func TestABusyPartIsNotHiddenByQuietOnes(t *testing.T) {
	w := &watch{start: sampled(0, 0, 0, 0), lap: sampled(0, 0, 0, 0), load: Load{Known: true}}
	w.next(sampled(100, 100, 0, 100))
	w.next(sampled(110, 120, 0, 110)) // others take a whole core for ten seconds
	w.next(sampled(111, 125, 0, 111)) // too short to tell
	w.next(sampled(1000, 1014, 0, 1000))
	if w.load.Busiest != 1 || w.load.Quiet() {
		t.Errorf("%+v", w.load)
	}
}

func TestOnlyQuietRunsArePublished(t *testing.T) {
	for _, c := range []struct {
		name   string
		force  bool
		load   Load
		folder string
	}{
		{"epyc", false, Load{Known: true, Others: 0.04, Busiest: 0.05}, "epyc"},
		{"epyc", false, Load{Known: true, Others: 0.04, Busiest: 0.06}, Scratch},
		{"epyc", true, Load{Known: true, Busiest: 0.06}, "epyc"},
		{"epyc", false, Load{Busiest: 9}, "epyc"}, // of a system that tells nothing
		{"local-jsonpack", false, Load{Known: true, Busiest: 9}, "local-jsonpack"},
		{"quick", false, Load{Known: true, Busiest: 9}, "quick"},
		{"", false, Load{Known: true, Busiest: 9}, ""},
	} {
		g := &Gate{name: c.name, force: c.force}
		g.load = &c.load
		name, err := g.verdict()
		if name != c.folder || (err != nil) != (c.folder != c.name) {
			t.Errorf("%+v: %q, %v", c, name, err)
		}
		var report strings.Builder
		g.Describe(&report, 2)
		if got := strings.Contains(report.String(), "busy machine"); got == c.load.Quiet() {
			t.Errorf("%+v: %s", c, &report)
		}
	}
}

// The counters of this system see another program, also behind our own collections of garbage.
func TestAnotherProgramIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" || !take().known {
		t.Skip("the system does not tell what other programs take")
	}
	spin := exec.Command(os.Args[0])
	spin.Env = append(os.Environ(), "MACHINE_SPIN=1")
	if err := spin.Start(); err != nil {
		t.Fatal(err)
	}
	g := &Gate{}
	err := g.Begin("published")
	hidden := newWatch()
	for start := time.Now(); time.Since(start) < time.Second; {
		runtime.GC()
	}
	load := hidden.end()
	if killed := spin.Process.Kill(); killed != nil {
		t.Fatal(killed)
	}
	_ = spin.Wait() // it was ended from outside, and says so
	if err == nil || !strings.Contains(err.Error(), "not published, before the run") {
		t.Errorf("a run begins beside a busy program: %v", err)
	}
	if load.Quiet() {
		t.Errorf("a busy program is hidden by our own work: %v", load)
	}
}
