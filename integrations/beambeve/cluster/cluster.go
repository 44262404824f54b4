//go:build unix

// Package cluster runs pipelines of Beam on Flink and on Spark: it fetches the runners,
// starts their processes on loopback, and stops them. It is for the tests of beambeve and
// for measuring.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	// patience is how long processes may take until they answer.
	patience = 2 * time.Minute
	// slots is how many tasks a TaskManager runs at the same time.
	slots = 2
)

// Cluster is a runner with its job server. Close ends it.
type Cluster struct {
	runner   string // of Beam's flag
	dir      string
	jars     string
	endpoint string
	server   []string // the command of the job server
	rest     string   // of the job manager

	mu       sync.Mutex // of what is below
	closed   bool
	jobs     *process // the job server
	manager  *process
	tasks    []*process // TaskManagers
	restarts int
	watchers sync.WaitGroup
}

// Flink starts a job manager, so many TaskManagers of two slots each, and a job server. A
// TaskManager that dies is started again, as supervisors of clusters do. Logs and what
// the processes store are in dir. The error matches ErrMissing where Java or Maven is.
func Flink(ctx context.Context, dir string, taskManagers int) (*Cluster, error) {
	jars, err := fetch(ctx, "flink")
	if err != nil {
		return nil, err
	}
	ports, err := freePorts(5)
	if err != nil {
		return nil, err
	}
	c := &Cluster{runner: "flink", dir: dir, jars: jars, endpoint: address(ports[0]), rest: address(ports[4])}
	if err := os.MkdirAll(filepath.Join(dir, "conf"), 0o755); err != nil {
		return nil, err
	}
	// A job that loses a machine starts again, from its last checkpoint if it has one.
	conf := fmt.Sprintf(`jobmanager.rpc.address: 127.0.0.1
jobmanager.rpc.port: %d
jobmanager.bind-host: 127.0.0.1
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.port: %d
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: %d
taskmanager.cpu.cores: 1
taskmanager.memory.task.heap.size: 192m
taskmanager.memory.task.off-heap.size: 32m
taskmanager.memory.framework.heap.size: 64m
taskmanager.memory.framework.off-heap.size: 64m
taskmanager.memory.network.min: 64m
taskmanager.memory.network.max: 64m
taskmanager.memory.managed.size: 64m
taskmanager.memory.jvm-metaspace.size: 192m
taskmanager.memory.jvm-overhead.min: 64m
taskmanager.memory.jvm-overhead.max: 64m
parallelism.default: %d
cluster.registration.error-delay: 500
heartbeat.interval: 1000
heartbeat.timeout: 6000
restart-strategy: fixed-delay
restart-strategy.fixed-delay.attempts: 5
restart-strategy.fixed-delay.delay: 1 s
execution.checkpointing.interval: 2 s
state.backend: hashmap
state.checkpoints.dir: file://%s
io.tmp.dirs: %s
`, ports[1], ports[4], slots, slots*taskManagers, filepath.Join(dir, "checkpoints"), dir)
	if err := os.WriteFile(filepath.Join(dir, "conf", "flink-conf.yaml"), []byte(conf), 0o644); err != nil {
		return nil, err
	}
	c.server = java(jars, 384, "org.apache.beam.runners.flink.FlinkJobServerDriver", append(c.jobServer(ports), "--flink-master="+c.rest)...)
	c.tasks = make([]*process, taskManagers)
	return c.begin(ctx, func() (err error) {
		if c.manager, err = c.start("jobmanager", java(jars, 384, "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint", "--configDir", "conf")); err != nil {
			return err
		}
		for i := range c.tasks {
			if err := c.startTasks(i); err != nil {
				return err
			}
		}
		return c.StartJobServer(ctx)
	})
}

// Spark starts a job server that runs Spark within itself, with two threads for tasks.
func Spark(ctx context.Context, dir string) (*Cluster, error) {
	jars, err := fetch(ctx, "spark")
	if err != nil {
		return nil, err
	}
	ports, err := freePorts(4)
	if err != nil {
		return nil, err
	}
	c := &Cluster{runner: "spark", dir: dir, jars: jars, endpoint: address(ports[0])}
	c.server = java(jars, 512, "org.apache.beam.runners.spark.SparkJobServerDriver", append(c.jobServer(ports), "--spark-master-url=local[2]")...)
	return c.begin(ctx, func() error { return c.StartJobServer(ctx) })
}

// begin runs what starts a cluster, and closes it if that fails.
func (c *Cluster) begin(ctx context.Context, run func() error) (*Cluster, error) {
	err := run()
	if err == nil {
		err = c.ready(ctx)
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("%w\n%s", err, c.Logs(20))
	}
	return c, nil
}

// jobServer returns the arguments that job servers of all runners have.
func (c *Cluster) jobServer(ports []int) []string {
	return []string{"--job-host=127.0.0.1", fmt.Sprint("--job-port=", ports[0]), fmt.Sprint("--artifact-port=", ports[2]),
		fmt.Sprint("--expansion-port=", ports[3]), "--artifacts-dir=" + filepath.Join(c.dir, "artifacts")}
}

func (c *Cluster) start(name string, command []string) (*process, error) {
	return start(c.dir, filepath.Join(c.dir, name+".log"), command)
}

// startTasks starts TaskManager i, and again when it has ended.
func (c *Cluster) startTasks(i int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	p, err := c.start(fmt.Sprint("taskmanager-", i), java(c.jars, 256, "org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "--configDir", "conf"))
	if err != nil {
		return err
	}
	if c.tasks[i] != nil {
		c.tasks[i].hold.Close()
		c.restarts++
	}
	c.tasks[i] = p
	c.watchers.Go(func() {
		<-p.exited
		if err := c.startTasks(i); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	return nil
}

// ready waits until all TaskManagers have reported to the job manager.
func (c *Cluster) ready(ctx context.Context) error {
	if c.rest == "" {
		return nil
	}
	return until(ctx, "all TaskManagers", func() error {
		response, err := http.Get("http://" + c.rest + "/overview")
		if err != nil {
			return err
		}
		defer response.Body.Close()
		var overview struct {
			TaskManagers int `json:"taskmanagers"`
		}
		if err := json.NewDecoder(response.Body).Decode(&overview); err != nil {
			return err
		}
		if overview.TaskManagers != len(c.tasks) {
			return fmt.Errorf("%d of %d TaskManagers", overview.TaskManagers, len(c.tasks))
		}
		return nil
	})
}

// StartJobServer starts the job server, after StopJobServer, and waits until it answers.
func (c *Cluster) StartJobServer(ctx context.Context) (err error) {
	if c.jobs, err = c.start("jobserver", c.server); err != nil {
		return err
	}
	return until(ctx, "the job server", func() error {
		conn, err := net.Dial("tcp", c.endpoint)
		if err == nil {
			err = conn.Close()
		}
		return err
	})
}

// StopJobServer kills the job server.
func (c *Cluster) StopJobServer() { c.jobs.kill() }

// KillTasks kills TaskManager i and its workers.
func (c *Cluster) KillTasks(i int) {
	c.mu.Lock()
	p := c.tasks[i]
	c.mu.Unlock()
	p.kill()
}

// Restarts returns how often TaskManagers were started again.
func (c *Cluster) Restarts() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.restarts
}

// Close ends all processes.
func (c *Cluster) Close() {
	c.mu.Lock()
	c.closed = true
	all := append([]*process{c.jobs, c.manager}, c.tasks...)
	c.mu.Unlock()
	for _, p := range all {
		if p != nil {
			p.kill()
		}
	}
	c.watchers.Wait()
}

// Run runs a program with a pipeline on the cluster. Its flags are those of beam.Init and
// of its own. The workers are processes of their own, one for each TaskManager, which get
// the flags and the environment, too. The error has what the program printed last.
func (c *Cluster) Run(ctx context.Context, program string, env map[string]string, flags ...string) error {
	script, err := c.worker(ctx, program, flags)
	if err != nil {
		return err
	}
	environment, err := json.Marshal(map[string]any{"command": script, "env": env})
	if err != nil {
		return err
	}
	// The binary that the cluster is sent is not used: here the workers find the program.
	args := append([]string{"-runner", c.runner, "-endpoint", c.endpoint, "-environment_type", "PROCESS", "-environment_config", string(environment),
		"-worker_binary", script}, flags...)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = 5 * time.Second
	cmd.Env = os.Environ()
	for key, value := range env {
		cmd.Env = append(cmd.Env, key+"="+value)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cluster: %s: %w\n%s", filepath.Base(program), err, last(string(out), 12))
	}
	return nil
}

// worker writes the script that a TaskManager starts as a worker.
func (c *Cluster) worker(ctx context.Context, program string, flags []string) (string, error) {
	boot := filepath.Join(c.dir, "worker")
	if _, err := os.Stat(boot); err != nil {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", boot, "github.com/beve-org/beve-go/integrations/beambeve/cluster/worker")
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("cluster: building the worker: %w\n%s", err, out)
		}
	}
	script := "#!/bin/sh\nexec"
	for _, word := range append([]string{boot, program}, flags...) {
		script += " '" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	script += ` -- "$@" 2>>worker.log` + "\n"
	f, err := os.CreateTemp(c.dir, "worker-*.sh")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(script)
	return f.Name(), errors.Join(err, f.Chmod(0o755), f.Close())
}

// Logs returns the last lines of the logs of all processes.
func (c *Cluster) Logs(lines int) string {
	var all strings.Builder
	names, _ := filepath.Glob(filepath.Join(c.dir, "*.log")) // the pattern is well-formed
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			fmt.Fprintf(&all, "--- %s\n%s\n", filepath.Base(name), last(string(text), lines))
		}
	}
	return all.String()
}

// last returns the last lines of a text.
func last(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// until tries again and again.
func until(ctx context.Context, what string, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("cluster: waiting for %s: %w", what, err)
		}
	}
}

// freePorts returns ports that are free now.
func freePorts(n int) ([]int, error) {
	ports := make([]int, n)
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // when all are found, so that they differ
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}

func address(port int) string { return fmt.Sprint("127.0.0.1:", port) }
