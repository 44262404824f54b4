// Pictures of what a pipeline costs by the size of its input: those of docs/scale.md.

package report

import (
	"errors"
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// PointsFile is the name of the table of points within the folder of a run on clusters, and
// SimulatedFile that of what was simulated by them.
const (
	PointsFile    = "law.txt"
	SimulatedFile = "simulated.txt"
)

// row is a row of a table in Markdown, by the heads of its columns.
type row map[string]string

// number returns the number that a cell begins with, or 0.
func (r row) number(head string) float64 {
	word, _, _ := strings.Cut(strings.TrimSpace(r[head])+" ", " ")
	n, _ := strconv.ParseFloat(strings.TrimSuffix(word, ","), 64)
	return n
}

// tableRows returns the rows of all tables of a text.
func tableRows(text string) (all []row) {
	var heads []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			heads = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case strings.Trim(line, "|-: ") == "":
		case heads == nil || slices.Contains(cells, heads[len(heads)-1]): // tables may follow one another
			heads = cells
		case len(cells) == len(heads):
			r := row{}
			for i, head := range heads {
				// Simulated values stand behind measured ones.
				if _, twice := r[head]; twice || head == "simulated" {
					head = heads[i-1] + " simulated"
				}
				r[head] = cells[i]
			}
			all = append(all, r)
		}
	}
	return all
}

// curve is a line or points of one colour.
type curve struct {
	words  string
	color  color.Color
	points plotter.XYs
	line   bool
	dashed bool
}

// The colours of curves.
var (
	orange = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	sky    = color.RGBA{0x56, 0xb4, 0xe9, 0xff}
	blue   = color.RGBA{0x00, 0x72, 0xb2, 0xff}
	grey   = color.RGBA{0x99, 0x99, 0x99, 0xff}
	black  = color.RGBA{0x33, 0x33, 0x33, 0xff}
)

// DrawCluster draws the pictures of a run on clusters into its folder, from its tables: law.svg,
// memory.svg and workers.svg.
func DrawCluster(dir string) error {
	points, err := os.ReadFile(filepath.Join(dir, PointsFile))
	if err != nil {
		return err
	}
	simulated, err := os.ReadFile(filepath.Join(dir, SimulatedFile))
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	machine, _ := setting(string(readme), nil)
	measured, checked := tableRows(string(points)), tableRows(string(simulated))
	for _, p := range []struct {
		name, title, x, y string
		logY              bool
		curves            []curve
	}{
		{"law", "Processor time of a job", "MB of input", "seconds of processors", true, lawCurves(measured, checked)},
		{"memory", "The largest memory of a process", "MB of input", "resident MB", false, memoryCurves(measured)},
		{"workers", "Simulated: hours by workers", "workers of one core", "hours", true, workerCurves(checked)},
	} {
		if err := drawCurves(filepath.Join(dir, p.name+".svg"), p.title, p.x, p.y, p.logY, machine, p.curves); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// usual reports whether a point is of the shape that all sizes were measured in.
func usual(r row) bool {
	return r["files"] == "8" && r["shards"] == "8" && r["% hot"] == "50"
}

func lawCurves(measured, checked []row) []curve {
	one, two := curve{words: "measured, one TaskManager", color: orange}, curve{words: "two", color: blue}
	law := curve{words: "the law", color: black, line: true}
	for _, r := range measured {
		if !usual(r) || r["steps"] != "all" {
			continue
		}
		at := plotter.XY{X: r.number("MB"), Y: r.number("processor s")}
		switch r["TaskManagers"] {
		case "1":
			one.points = append(one.points, at)
		case "2":
			two.points = append(two.points, at)
		}
	}
	for _, r := range checked {
		if usual(r) && r["TaskManagers"] == "1" {
			law.points = append(law.points, plotter.XY{X: r.number("MB"), Y: r.number("processor s simulated")})
		}
	}
	return []curve{law, one, two}
}

func memoryCurves(measured []row) []curve {
	all := []curve{{words: "worker, in Go", color: orange}, {words: "TaskManager", color: blue}, {words: "job manager", color: sky}, {words: "job server", color: grey}}
	for _, r := range measured {
		if !usual(r) || r["steps"] != "all" {
			continue
		}
		for _, one := range strings.Split(r["largest MB of a process"], ", ") {
			kind, mb, _ := strings.Cut(one, " ")
			i := slices.Index([]string{"worker", "taskmanager", "jobmanager", "jobserver"}, kind)
			if i >= 0 {
				all[i].points = append(all[i].points, plotter.XY{X: r.number("MB"), Y: row{"": mb}.number("")})
			}
		}
	}
	return all
}

func workerCurves(simulated []row) (all []curve) {
	for i, gb := range []string{"100", "1000", "10000", "100000"} {
		hours := curve{words: fmt.Sprintf("%s GB", gb), color: []color.Color{grey, sky, blue, orange}[i], line: true}
		again := curve{words: "where a death restarts all", color: hours.color, line: true, dashed: true}
		for _, r := range simulated {
			if r["GB"] != gb || r["input"] != "files of 512 MB" {
				continue
			}
			hours.points = append(hours.points, plotter.XY{X: r.number("workers"), Y: r.number("hours")})
			if h := r.number("hours where a death restarts all"); h > 0 && h < 10_000 {
				again.points = append(again.points, plotter.XY{X: r.number("workers"), Y: h})
			}
		}
		if all = append(all, hours); gb == "100000" {
			all = append(all, again)
		}
	}
	return all
}

// drawCurves draws one picture.
func drawCurves(name, title, x, y string, logY bool, machine string, curves []curve) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	if logY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	} else {
		p.Y.Min = 0
	}
	p.Legend.Top, p.Legend.Left = true, true
	if logY && x != "MB of input" { // falls
		p.Legend.Left = false
	}
	p.Add(plotter.NewGrid())
	drawn := 0
	for _, c := range curves {
		if len(c.points) == 0 {
			continue
		}
		drawn++
		slices.SortFunc(c.points, func(a, b plotter.XY) int { return int(a.X - b.X) })
		line, dots, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return err
		}
		line.Color, line.Width = c.color, vg.Points(1.5)
		dots.Color, dots.Shape, dots.Radius = c.color, draw.CircleGlyph{}, vg.Points(3)
		if c.dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		if c.line {
			p.Add(line)
			p.Legend.Add(c.words, line)
		} else {
			p.Add(dots)
			p.Legend.Add(c.words, dots)
		}
	}
	if drawn == 0 {
		return errors.New("nothing to be drawn")
	}
	canvas := vgsvg.New(16*vg.Centimeter, 11*vg.Centimeter)
	dc := draw.New(canvas)
	small := style(7)
	below := wrap(strings.Split(machine, ", "), 110)
	for i, text := range below {
		dc.FillText(small, vg.Point{X: line / 2, Y: vg.Length(len(below)-i)*line*0.8 - line*0.4}, text)
	}
	p.Draw(draw.Crop(dc, vg.Centimeter/4, -vg.Centimeter/2, vg.Length(len(below)+1)*line*0.8, -vg.Centimeter/4))
	var picture strings.Builder
	if _, err := canvas.WriteTo(&picture); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(fontFamilies.Replace(picture.String())), 0o644)
}
