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
	// leastHeap are the megabytes of a TaskManager's heap that Flink's own parts have.
	leastHeap = 64
)

// Options are the choices of a Flink cluster. The zero value is ready to use.
type Options struct {
	TaskManagers int // the default is 1
	Heap         int // megabytes of the heap of each, at least 65; the default is 256
}

// Cluster is a runner with its job server. Close ends it.
type Cluster struct {
	runner   string // of Beam's flag
	dir      string
	jars     string
	endpoint string
	server   []string // the command of the job server
	rest     string   // of the job manager
	heap     int      // megabytes, of a TaskManager
	broken   context.Context
	fail     context.CancelCauseFunc // of broken

	// Stall is how long a pipeline may run without progress, until Run ends it with an error; the default is
	// two minutes.
	Stall time.Duration

	mu       sync.Mutex // of what is below
	closed   bool
	jobs     *process // the job server
	manager  *process
	tasks    []*process // TaskManagers
	restarts int
	watchers sync.WaitGroup
}

// newCluster returns a cluster without processes.
func newCluster(runner, dir, jars string, ports []int) *Cluster {
	c := &Cluster{runner: runner, dir: dir, jars: jars, endpoint: address(ports[0]), Stall: patience}
	c.broken, c.fail = context.WithCancelCause(context.Background())
	return c
}

// Flink starts a job manager, TaskManagers of two slots each, and a job server. A TaskManager that is
// killed is started again, as supervisors of clusters do. A process that ends by itself, as those of Java do
// when their memory is exhausted, is an error of what runs. Logs and what the processes
// store are in dir. The error matches ErrMissing where Java or Maven is.
func Flink(ctx context.Context, dir string, o Options) (*Cluster, error) {
	o.TaskManagers = max(o.TaskManagers, 1)
	if o.Heap == 0 {
		o.Heap = 256
	}
	if o.Heap <= leastHeap {
		return nil, fmt.Errorf("cluster: a TaskManager with a heap of %d MB; Flink itself takes %d", o.Heap, leastHeap)
	}
	jars, err := fetch(ctx, "flink")
	if err != nil {
		return nil, err
	}
	ports, err := freePorts(5)
	if err != nil {
		return nil, err
	}
	c := newCluster("flink", dir, jars, ports)
	c.rest, c.heap = address(ports[4]), o.Heap
	if err := os.MkdirAll(filepath.Join(dir, "conf"), 0o755); err != nil {
		return nil, err
	}
	// A job that loses a machine starts again, from its last checkpoint if it has one.
	// A machine that died is told by two heartbeats that find no one; one that is slow is waited for.
	// An error that no code catches ends its process.
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
taskmanager.memory.task.heap.size: %dm
taskmanager.memory.task.off-heap.size: 32m
taskmanager.memory.framework.heap.size: %dm
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
heartbeat.timeout: 30000
cluster.uncaught-exception-handling: FAIL
taskmanager.jvm-exit-on-oom: true
task.cancellation.timeout: 30000
restart-strategy: fixed-delay
restart-strategy.fixed-delay.attempts: 5
restart-strategy.fixed-delay.delay: 1 s
state.backend: hashmap
state.checkpoints.dir: file://%s
io.tmp.dirs: %s
`, ports[1], ports[4], slots, o.Heap-leastHeap, leastHeap, slots*o.TaskManagers, filepath.Join(dir, "checkpoints"), dir)
	if err := os.WriteFile(filepath.Join(dir, "conf", "flink-conf.yaml"), []byte(conf), 0o644); err != nil {
		return nil, err
	}
	c.server = java(jars, 384, "org.apache.beam.runners.flink.FlinkJobServerDriver", append(c.jobServer(ports), "--flink-master="+c.rest, "--flink-conf-dir=conf")...)
	c.tasks = make([]*process, o.TaskManagers)
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
	c := newCluster("spark", dir, jars, ports)
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

// log returns the name of the log of a process.
func (c *Cluster) log(name string) string { return filepath.Join(c.dir, name+".log") }

// start starts a process whose own end breaks the cluster, unlike that of one that is killed.
func (c *Cluster) start(name string, command []string) (*process, error) {
	p, err := start(c.dir, c.log(name), command)
	if err != nil {
		return nil, err
	}
	c.watchers.Go(func() {
		if <-p.exited; p.status != "" {
			c.fail(fmt.Errorf("cluster: %s ended with status %s\n%s", name, p.status, lastWords(c.log(name))))
		}
	})
	return p, nil
}

// startTasks starts TaskManager i, and again when it was killed.
func (c *Cluster) startTasks(i int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	p, err := c.start(fmt.Sprint("taskmanager-", i), java(c.jars, c.heap, "org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "--configDir", "conf"))
	if err != nil {
		return err
	}
	if c.tasks[i] != nil {
		c.tasks[i].hold.Close()
		c.restarts++
	}
	c.tasks[i] = p
	c.watchers.Go(func() {
		if <-p.exited; p.status != "" {
			return
		}
		if err := c.startTasks(i); err != nil {
			c.fail(err)
		}
	})
	return nil
}

// ready waits until all TaskManagers have reported to the job manager.
func (c *Cluster) ready(ctx context.Context) error {
	if c.rest == "" {
		return nil
	}
	return c.until(ctx, "all TaskManagers", func() error {
		var overview struct {
			TaskManagers int `json:"taskmanagers"`
		}
		if err := c.ask(ctx, "/overview", &overview); err != nil {
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
	return c.until(ctx, "the job server", func() error {
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
// the flags and the environment, too. The error has what the program printed last. Run ends early
// when a process of the cluster ends by itself, and when nothing moves for c.Stall; such a cluster is of no more use.
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
	return c.run(ctx, program, env, args)
}

// run runs a command until it ends, a process of the cluster does, or nothing moves.
func (c *Cluster) run(ctx context.Context, program string, env map[string]string, args []string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		c.watch(ctx, cancel)
	}()
	defer func() { cancel(nil); <-watched }()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = 5 * time.Second
	cmd.Env = os.Environ()
	for key, value := range env {
		cmd.Env = append(cmd.Env, key+"="+value)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		if why := context.Cause(ctx); why != nil {
			err = why
		}
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
		fmt.Fprintf(&all, "--- %s\n%s\n", filepath.Base(name), lastLines(name, lines))
	}
	return all.String()
}

// lastWords returns the last lines of the log of a process that has ended, after the line of a fatal error: what
// comes of one may be long.
func lastWords(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	words := last(string(text), 12)
	if line := fatalLine(text); line != "" && !strings.Contains(words, line) {
		words = line + "\n[…]\n" + words
	}
	return words
}

// lastLines returns the last lines of a file.
func lastLines(name string, lines int) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	return last(string(text), lines)
}

// last returns the last lines of a text.
func last(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// until tries again and again, until a process ends that should not.
func (c *Cluster) until(ctx context.Context, what string, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-c.broken.Done():
			return context.Cause(c.broken)
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
