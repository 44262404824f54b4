// What a figure says of a target.

package report

// A Verdict is what all rounds of a figure say of a target.
type Verdict string

const (
	Met    Verdict = "met"
	Missed Verdict = "**missed**"
	// Undecided is what some rounds met and some missed, whatever their median.
	Undecided Verdict = "not decided"
	// Unmeasured is what the run does not have.
	Unmeasured Verdict = "not measured"
)

// Decide returns [Met] or [Missed], for what has no range.
func Decide(met bool) Verdict {
	if met {
		return Met
	}
	return Missed
}

// AtMost holds a ratio against what it may be at most.
func (r Ratio) AtMost(target float64) Verdict {
	switch {
	case r.Rounds == 0:
		return Unmeasured
	case r.Low <= target && target < r.High:
		return Undecided
	}
	return Decide(r.High <= target)
}

// AtLeast holds a ratio against what it must be at least.
func (r Ratio) AtLeast(target float64) Verdict {
	switch {
	case r.Rounds == 0:
		return Unmeasured
	case r.Low < target && target <= r.High:
		return Undecided
	}
	return Decide(r.Low >= target)
}
