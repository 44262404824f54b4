// The law: what a job takes by its size, fitted to points.

package main

import (
	"errors"
	"math"
	"slices"

	"github.com/beve-org/beve-go/integrations/beambeve/cluster/point"
)

// law says what a job takes: processor seconds, by what it has, and megabytes shuffled.
type law struct {
	job, manager, mb, file, shard float64
	sums                          float64 // of mb, what reading and adding up takes
	shuffleJob, shuffleMB         float64
	latency                       float64 // seconds until a job is under way, whatever it has
}

// cpu returns the processor seconds of a run.
func (l *law) cpu(p point.Point) float64 {
	mb := l.mb
	if p.Steps == "sums" {
		mb = l.sums
	}
	return l.job + l.manager*float64(p.Workers) + mb*p.MB + l.file*float64(p.Files) + l.shard*float64(p.Shards)
}

func largest(all []point.Point) (mb float64) {
	for _, p := range all {
		mb = max(mb, p.MB)
	}
	return mb
}

// fit fits the law to all points but those of the largest input.
func fit(measured []point.Point) (l law, err error) {
	var rows, shuffleRows [][]float64
	var cpu, shuffled, sums []float64
	for _, p := range measured {
		if p.Steps == "all" && p.MB < largest(measured) {
			rows = append(rows, []float64{1, float64(p.Workers), p.MB, float64(p.Files), float64(p.Shards)})
			cpu = append(cpu, p.CPU)
			shuffleRows = append(shuffleRows, []float64{1, p.MB})
			shuffled = append(shuffled, p.Shuffle)
		}
	}
	if len(rows) < 5 {
		return l, errors.New("too few points")
	}
	x := leastSquares(rows, cpu)
	l.job, l.manager, l.mb, l.file, l.shard = x[0], x[1], x[2], x[3], x[4]
	x = leastSquares(shuffleRows, shuffled)
	l.shuffleJob, l.shuffleMB = x[0], x[1]
	for _, p := range measured {
		if p.Steps == "sums" {
			l.sums = 0
			sums = append(sums, (p.CPU-l.cpu(p))/p.MB)
		}
	}
	l.sums = l.mb / 3 // where it was not measured
	if len(sums) > 0 {
		l.sums = median(sums)
	}
	var rest []float64
	for _, p := range measured {
		if j := jobOf(p); p.Steps == "all" && p.MB < largest(measured) {
			speed := min(1, max(0.1, machine-p.Others)/float64(j.workers))
			rest = append(rest, p.Seconds-l.run(j, speed, nil).hours*3600)
		}
	}
	l.latency = max(0, median(rest))
	return l, nil
}

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// leastSquares returns the factors, none of them negative, that make rows the values with the
// least squares of relative errors. What would be negative is left out.
func leastSquares(rows [][]float64, values []float64) []float64 {
	n := len(rows[0])
	used := make([]bool, n)
	for i := range used {
		used[i] = true
	}
	for {
		x := solve(rows, values, used)
		least := 0
		for i := range x {
			if x[i] < x[least] {
				least = i
			}
		}
		if x[least] >= 0 {
			return x
		}
		used[least] = false
	}
}

// solve solves the normal equations of the factors that are used; others are 0, and so are those that
// no row tells from others.
func solve(rows [][]float64, values []float64, used []bool) []float64 {
	n := len(used)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n+1)
	}
	for k, row := range rows {
		weight := 1 / (values[k] * values[k])
		for i := range n {
			if !used[i] {
				continue
			}
			for j := range n {
				if used[j] {
					m[i][j] += weight * row[i] * row[j]
				}
			}
			m[i][n] += weight * row[i] * values[k]
		}
	}
	x := make([]float64, n)
	for i := range n { // Gauss and Jordan; the matrix is positive where it is not singular
		if m[i][i] < 1e-12 {
			for j := range n {
				m[j][i] = 0
			}
			continue
		}
		for j := range n {
			if factor := m[j][i] / m[i][i]; j != i {
				for k := i; k <= n; k++ {
					m[j][k] -= factor * m[i][k]
				}
			}
		}
	}
	for i := range n {
		if m[i][i] >= 1e-12 && !math.IsNaN(m[i][n]) {
			x[i] = m[i][n] / m[i][i]
		}
	}
	return x
}
