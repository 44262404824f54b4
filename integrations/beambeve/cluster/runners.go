//go:build unix

// The jars of the runners, fetched once by Maven.

package cluster

import (
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrMissing: the path has no Java to run a runner, or no Maven to fetch one.
var ErrMissing = errors.New("cluster: not installed")

//go:embed runners
var poms embed.FS

// packages are those of Java's own that Flink, Spark and Beam look into.
var packages = []string{"java.io", "java.lang", "java.lang.invoke", "java.lang.reflect", "java.net", "java.nio", "java.text",
	"java.time", "java.util", "java.util.concurrent", "sun.nio.ch", "sun.util.calendar"}

// fetch returns a folder with the jars of a runner, "flink" or "spark". They are kept for
// later runs, under the sum of the POM that asks for them.
func fetch(ctx context.Context, runner string) (string, error) {
	if _, err := exec.LookPath("java"); err != nil {
		return "", fmt.Errorf("%w: java: install a JRE, such as openjdk-17-jre-headless", ErrMissing)
	}
	pom, err := poms.ReadFile("runners/" + runner + "/pom.xml")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	// Beam sends the jars on its class path to the cluster with each job, 160 MB, except
	// those whose paths contain these two words. All processes here have them already.
	dir := filepath.Join(cache, "beve-go", "gradle", "wrapper", fmt.Sprintf("%s-%x", runner, sha256.Sum256(pom))[:len(runner)+17])
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if _, err := exec.LookPath("mvn"); err != nil {
		return "", fmt.Errorf("%w: mvn, which fetches the runner: install maven", ErrMissing)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), "fetching-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), pom, 0o644); err != nil {
		return "", err
	}
	jars := filepath.Join(work, "jars")
	var out []byte
	for range 3 {
		cmd := exec.CommandContext(ctx, "mvn", "-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+jars)
		cmd.Dir = work
		if out, err = cmd.CombinedOutput(); err == nil {
			break
		}
	}
	if err != nil {
		return "", fmt.Errorf("%w: the jars of %s, which mvn cannot fetch: %w\n%s", ErrMissing, runner, err, out)
	}
	if err := os.Rename(jars, dir); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err // where it exists, another process was as quick
	}
	return dir, nil
}

// java returns the command that runs a class of a runner in a heap of so many megabytes. The process
// ends when that is exhausted: what goes on without one of its threads answers nobody.
func java(jars string, heap int, class string, args ...string) []string {
	command := []string{"java", fmt.Sprintf("-Xmx%dm", heap), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError",
		"-Dorg.slf4j.simpleLogger.showDateTime=true", "--add-exports=java.base/sun.net.util=ALL-UNNAMED"}
	for _, p := range packages {
		command = append(command, "--add-opens=java.base/"+p+"=ALL-UNNAMED")
	}
	return append(append(command, "-cp", strings.Join([]string{jars, "*"}, "/"), class), args...)
}
