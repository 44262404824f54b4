// Plots: one picture a payload, with a panel for each of the four modes that all
// codecs share.

package report

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/beve-org/beve-go/bench/codecs"
)

// colors by kind, chosen to be told apart without seeing colors.
var colors = map[codecs.Kind]color.Color{
	codecs.Ours:           color.RGBA{0xd5, 0x5e, 0x00, 0xff},
	codecs.Names:          color.RGBA{0x56, 0xb4, 0xe9, 0xff},
	codecs.GeneratedNames: color.RGBA{0x00, 0x72, 0xb2, 0xff},
	codecs.Schema:         color.RGBA{0x99, 0x99, 0x99, 0xff},
	codecs.Baseline:       color.RGBA{0x33, 0x33, 0x33, 0xff},
}

const (
	panelWidth = 11 * vg.Centimeter
	barHeight  = 0.42 * vg.Centimeter
	title      = 3 * vg.Centimeter
)

// margin follows the names of codecs: where the viewer lacks the font, its widths
// are not those that the picture was laid out with.
const margin = "    "

// The font of the plots has the widths of Arial, which its place can take.
func init() {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	plotter.DefaultFont = plot.DefaultFont
}

var fontFamilies = strings.NewReplacer("font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")

// A PanelRow is two modes side by side; a plot has some below each other.
type PanelRow [2]string

// The panels of the two suites.
var (
	Panels     = []PanelRow{{"Marshal", "Append"}, {"Unmarshal", "Reuse"}}
	JSONPanels = []PanelRow{{"Marshal", "MarshalAny"}, {"Unmarshal", "UnmarshalAny"}, {"Valid", "Parse"}}
)

// WritePlot writes the plot of a payload as SVG. A bar is the median of the rounds.
func WritePlot(w io.Writer, r *Results, payload string, panels []PanelRow) error {
	most := 0
	plots := make([][]*plot.Plot, len(panels))
	for i, row := range panels {
		for _, mode := range row {
			p, bars, err := panel(r, payload, mode)
			if err != nil {
				return err
			}
			plots[i] = append(plots[i], p)
			most = max(most, bars)
		}
	}
	height := vg.Length(len(panels)) * (vg.Length(most)*barHeight + title)
	canvas := vgsvg.New(2*panelWidth, height)
	dc := draw.New(canvas)
	tiles := draw.Tiles{Rows: len(panels), Cols: 2, PadX: vg.Centimeter, PadY: vg.Centimeter / 2, PadTop: vg.Centimeter / 4, PadBottom: vg.Centimeter / 4, PadLeft: vg.Centimeter / 4, PadRight: vg.Centimeter / 2}
	for i, row := range plot.Align(plots, tiles, dc) {
		for j, c := range row {
			plots[i][j].Draw(c)
		}
	}
	var picture strings.Builder
	if _, err := canvas.WriteTo(&picture); err != nil {
		return err
	}
	_, err := fontFamilies.WriteString(w, picture.String())
	return err
}

// panel draws one mode: the fastest codec on top.
func panel(r *Results, payload, mode string) (*plot.Plot, int, error) {
	type bar struct {
		name string
		time float64
	}
	var bars []bar
	for _, name := range r.CodecNames(payload, mode) {
		bars = append(bars, bar{name, Median(r.Codec(payload, mode, name).Nanos)})
	}
	slices.SortFunc(bars, func(a, b bar) int {
		if a.time > b.time {
			return -1
		}
		return 1
	})
	p := plot.New()
	p.Title.Text = payload + ", " + mode
	p.X.Min = 0
	p.X.Label.Text = "time per call, shorter is better"
	p.X.Tick.Marker = timeTicks{}
	p.Y.Tick.Label.Font.Size, p.X.Tick.Label.Font.Size = vg.Points(9), vg.Points(9)
	p.X.Label.TextStyle.Font.Size = vg.Points(9)
	if len(bars) == 0 {
		p.HideAxes()
		return p, 0, nil
	}
	names := make([]string, len(bars))
	longest := bars[0].time
	for i, b := range bars {
		names[i] = b.name + margin
		chart, err := plotter.NewBarChart(plotter.Values{b.time}, barHeight*3/4)
		if err != nil {
			return nil, 0, err
		}
		chart.Horizontal, chart.XMin = true, float64(i)
		chart.Color, chart.LineStyle.Width = colors[kindOf(b.name)], 0
		p.Add(chart)
	}
	p.X.Max = longest * 1.25
	labels := plotter.XYLabels{}
	for i, b := range bars {
		labels.XYs = append(labels.XYs, plotter.XY{X: b.time + longest/100, Y: float64(i)})
		labels.Labels = append(labels.Labels, Duration(b.time))
	}
	figures, err := plotter.NewLabels(labels)
	if err != nil {
		return nil, 0, err
	}
	for i := range figures.TextStyle {
		figures.TextStyle[i].YAlign = text.YCenter
		figures.TextStyle[i].Font.Size = vg.Points(8)
	}
	p.Add(figures)
	p.NominalY(names...)
	return p, len(bars), nil
}

// timeTicks are plot's ticks with times as text.
type timeTicks struct{}

func (timeTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = Duration(ticks[i].Value)
		}
		if ticks[i].Value == 0 {
			ticks[i].Label = fmt.Sprint(0)
		}
	}
	return ticks
}
