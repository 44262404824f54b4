// Plots: one picture a payload, with a panel for each mode that codecs share. A picture
// says by itself what it shows: which colour is what, what the lines are, and what it was
// measured on.

package report

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// kinds are the colours, chosen to be told apart without seeing colours, and their names
// in the legend.
var kinds = [...]struct {
	color color.Color
	words string
}{
	codecs.Ours:           {color.RGBA{0xd5, 0x5e, 0x00, 0xff}, "beve-go"},
	codecs.Names:          {color.RGBA{0x56, 0xb4, 0xe9, 0xff}, "others"},
	codecs.GeneratedNames: {color.RGBA{0x00, 0x72, 0xb2, 0xff}, "others, generated code"},
	codecs.Schema:         {color.RGBA{0x99, 0x99, 0x99, 0xff}, "others, no names in the bytes"},
	codecs.Baseline:       {color.RGBA{0x33, 0x33, 0x33, 0xff}, "for scale: a copy, or validation"},
}

// panels are the modes that are drawn, in this order, and what they are in words. A payload that
// has none of them is drawn in all modes that it has, under their own names.
var panels = []panelOf{
	{"Marshal", "Marshal, into new memory"},
	{"Append", "Append, to memory that is there"},
	{"Unmarshal", "Unmarshal, into a new value"},
	{"Reuse", "Unmarshal, into a value that is there"},
	{"MarshalAny", "Marshal of maps and slices"},
	{"UnmarshalAny", "Unmarshal into an any"},
	{"Valid", "Valid, is it well-formed"},
	{"Parse", "Parse"},
	{"encode", "encode, in JavaScript"},
	{"decode", "decode, in JavaScript"},
	{"FromJSON", "JSON to BEVE"},
	{"ToJSON", "BEVE to JSON"},
	{"Store", "POST: time between answers"},
	{"StoreP99", "POST: 99 of 100 answer within"},
	{"Read", "GET: time between answers"},
	{"ReadP99", "GET: 99 of 100 answer within"},
	{"Set", "Set, one part of a document"},
	{"Batch", "Batch, ten parts in one pass"},
	{"Filter", "Filter, one column of the rows that pass"},
	{"Scan", "Scan, how many numbers pass"},
	{"Canonical", "Canonical, is it in canonical form"},
	{"Loop", "Loop, each element decoded"},
	{"ToParquet", "NDJSON to Parquet"},
	{"ToParquetCPU", "NDJSON to Parquet: time of processors"},
	{"FromParquet", "Parquet to NDJSON"},
	{"FromParquetCPU", "Parquet to NDJSON: time of processors"},
	{"Print", "print all values"},
	{"PrintCPU", "print all values: time of processors"},
	{"Part", "one part of each value"},
	{"PartCPU", "one part of each value: time of processors"},
	{"Filter", "the values that match"},
	{"FilterCPU", "the values that match: time of processors"},
	{"Count", "count by a member"},
	{"CountCPU", "count by a member: time of processors"},
}

// panelOf is a mode, and what it is in words.
type panelOf struct{ mode, words string }

// sides are what codecs that are no package of the suite are called in pictures.
var sides = map[string]struct {
	words string
	kind  codecs.Kind
}{
	"portable":         {"@beve-org/beve", codecs.Ours},
	"extended":         {"@beve-org/beve, extended", codecs.Ours},
	"aligned":          {"@beve-org/beve, aligned", codecs.Ours},
	"ours":             {"iso8601", codecs.Ours},
	"time":             {"package time", codecs.Names},
	"std":              {"encoding/json", codecs.Names},
	"std-json":         {"encoding/json", codecs.Names},
	"json":             {"beve-go/json", codecs.Ours},
	"direct":           {"DirectTranslate", codecs.Ours},
	"translator":       {"translator", codecs.Ours},
	"values":           {"through Go values", codecs.Names},
	"valid":            {"json.Valid alone", codecs.Baseline},
	"jsonpack":         {"jsonpack", codecs.Ours},
	"jsonpack-codecof": {"jsonpack, CodecOf", codecs.Ours},
	"beve-generated":   {"bevegen", codecs.Ours},
	"msgpackgen":       {"zebrapack -msgpack", codecs.Ours},
	"zebrapackgen":     {"zebrapack, generated", codecs.Ours},
	"patch":            {"package patch", codecs.Ours},
	"columns":          {"package column", codecs.Ours},
	"check":            {"canonical.Check", codecs.Ours},
	"elements":         {"View.Elements, View.Decode", codecs.Ours},
	"memmove":          {"the copy that it needs", codecs.Baseline},
	"beve-of-beve":     {"beve, of BEVE", codecs.Ours},
	"jq":               {"jq", codecs.Names},
	"miller":           {"Miller", codecs.Names},
	"fq":               {"fq", codecs.Names},
	"duckdb":           {"DuckDB", codecs.Names},
	"duckdb-zstd":      {"DuckDB, zstd", codecs.Names},
}

// sideOf returns what a codec is called in pictures, and its kind.
func sideOf(name string) (words string, kind codecs.Kind) {
	if s, ok := sides[name]; ok {
		return s.words, s.kind
	}
	return name, kindOf(name)
}

const (
	panelWidth = 11 * vg.Centimeter
	barHeight  = 0.42 * vg.Centimeter
	title      = 2.6 * vg.Centimeter
	line       = 0.45 * vg.Centimeter // of the text above and below the panels
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

// Draw draws the pictures of the payloads into the folder of a run, from what is there:
// the raw results, and README.md, which says what they were measured on.
func Draw(dir string, r *Results, payloads []string) error {
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, payload := range payloads {
		f, err := os.Create(filepath.Join(dir, payload+".svg"))
		if err != nil {
			return err
		}
		err = errors.Join(WritePlot(f, r, payload, string(readme)), f.Close())
		if err != nil {
			return err
		}
	}
	return nil
}

// setting returns the lines of a README.md that say what a run was measured on: the machine
// and the rounds, then the versions of the codecs that are shown.
func setting(readme string, shown []string) (machine string, versions []string) {
	var facts []string
	for text := range strings.Lines(readme) {
		text = strings.TrimSpace(text)
		for _, of := range []string{"- Processor: ", "- System: ", "- Rounds: "} {
			if fact, ok := strings.CutPrefix(text, of); ok {
				fact, _, _ = strings.Cut(fact, ", all sides")
				fact, _, _ = strings.Cut(fact, ", a collection")
				facts = append(facts, strings.TrimPrefix(of, "- ")+fact)
			}
		}
		if cells := strings.Split(text, " | "); len(cells) == 3 {
			name, version := strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[2], " |")
			if slices.Contains(shown, name) && strings.HasPrefix(version, "v") {
				versions = append(versions, name+" "+version)
			}
		}
	}
	return strings.Join(facts, "; "), versions
}

// panels returns what is drawn of a payload.
func (r *Results) panels(payload string) []panelOf {
	list := slices.DeleteFunc(slices.Clone(panels), func(p panelOf) bool { return len(r.CodecNames(payload, p.mode)) == 0 })
	if len(list) > 0 {
		return list
	}
	for _, name := range r.names {
		rest, ok := strings.CutPrefix(name, "Codec/"+payload+"/")
		mode, _, _ := strings.Cut(rest, "/")
		if p := (panelOf{mode, mode}); ok && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// WritePlot writes the picture of a payload as SVG. A bar is the median of the rounds, the
// line over it goes from their first quartile to the third. readme is that of the run.
func WritePlot(w io.Writer, r *Results, payload, readme string) error {
	var plots []*plot.Plot
	var shown []string
	most := 0
	for _, p := range r.panels(payload) {
		names := r.CodecNames(payload, p.mode)
		drawn, err := panel(r, payload, p.mode, p.words)
		if err != nil {
			return err
		}
		plots = append(plots, drawn)
		shown = append(shown, names...)
		most = max(most, len(names))
	}
	if len(plots) == 0 {
		return fmt.Errorf("nothing of %s is to be drawn", payload)
	}
	rows := make([][]*plot.Plot, 0, (len(plots)+1)/2)
	for pair := range slices.Chunk(plots, 2) {
		if len(pair) == 1 {
			empty := plot.New()
			empty.HideAxes()
			pair = append(slices.Clip(pair), empty)
		}
		rows = append(rows, pair)
	}
	machine, versions := setting(readme, shown)
	below := wrap(versions, 130)
	if machine != "" {
		below = append([]string{machine}, below...)
	}
	top, bottom := 4*line, vg.Length(len(below)+1)*line
	height := vg.Length(len(rows))*(vg.Length(most)*barHeight+title) + top + bottom
	canvas := vgsvg.New(2*panelWidth, height)
	dc := draw.New(canvas)
	legend(&dc, payload, r.Rounds(), shown)
	small := style(8)
	for i, text := range below {
		dc.FillText(small, vg.Point{X: line / 2, Y: bottom - vg.Length(i+1)*line}, text)
	}
	middle := draw.Crop(dc, 0, 0, bottom, -top)
	tiles := draw.Tiles{Rows: len(rows), Cols: 2, PadX: vg.Centimeter, PadY: vg.Centimeter / 2, PadTop: vg.Centimeter / 4, PadBottom: vg.Centimeter / 4, PadLeft: vg.Centimeter / 4, PadRight: vg.Centimeter / 2}
	for i, row := range plot.Align(rows, tiles, middle) {
		for j, c := range row {
			rows[i][j].Draw(c)
		}
	}
	var picture strings.Builder
	if _, err := canvas.WriteTo(&picture); err != nil {
		return err
	}
	_, err := fontFamilies.WriteString(w, picture.String())
	return err
}

// style is that of text beside the panels.
func style(points float64) text.Style {
	f := plot.DefaultFont
	f.Size = vg.Points(points)
	return text.Style{Color: color.Black, Font: f, Handler: plot.DefaultTextHandler}
}

// wrap joins parts to lines of at most so many characters.
func wrap(parts []string, width int) (lines []string) {
	for _, part := range parts {
		if n := len(lines); n > 0 && len(lines[n-1])+len(part)+2 <= width {
			lines[n-1] += ", " + part
		} else {
			lines = append(lines, part)
		}
	}
	return lines
}

// legend writes what the picture is of, and what its colours and lines mean.
func legend(dc *draw.Canvas, payload string, rounds int, shown []string) {
	top := dc.Max.Y - line
	dc.FillText(style(13), vg.Point{X: line / 2, Y: top}, payload)
	x, y := line/2, top-line*1.3
	small := style(9)
	for i, k := range kinds {
		if !slices.ContainsFunc(shown, func(name string) bool { _, kind := sideOf(name); return int(kind) == i }) {
			continue
		}
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + line*0.6, Y: y + line*0.6}}
		dc.FillPolygon(k.color, []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}})
		dc.FillText(small, vg.Point{X: box.Max.X + line/3, Y: y}, k.words)
		x = box.Max.X + small.Width(k.words)*1.25 + line // other fonts are wider
	}
	dc.FillText(small, vg.Point{X: line / 2, Y: y - line}, fmt.Sprintf("bar: median of %d rounds; line: the middle half of them; »: goes on beyond the scale", rounds))
}

// panel draws one mode: the fastest codec on top.
func panel(r *Results, payload, mode, words string) (*plot.Plot, error) {
	type bar struct {
		name           string
		time, from, to float64
	}
	var bars []bar
	for _, name := range r.CodecNames(payload, mode) {
		rounds := r.Codec(payload, mode, name).Nanos
		from, to := quartiles(rounds)
		bars = append(bars, bar{name, Median(rounds), from, to})
	}
	slices.SortFunc(bars, func(a, b bar) int { return cmp.Compare(b.time, a.time) })
	times := make([]float64, len(bars))
	for i, b := range bars {
		times[i] = b.time
	}
	p := plot.New()
	p.Title.Text = words
	longest := scale(times)
	p.X.Min, p.X.Max = 0, longest*1.3
	p.X.Label.Text = "time per call, shorter is better"
	p.X.Tick.Marker = timeTicks{}
	p.Y.Tick.Label.Font.Size, p.X.Tick.Label.Font.Size = vg.Points(9), vg.Points(9)
	p.X.Label.TextStyle.Font.Size = vg.Points(9)
	names := make([]string, len(bars))
	end := longest * 1.05 // of bars that go on
	labels := plotter.XYLabels{}
	for i, b := range bars {
		words, kind := sideOf(b.name)
		names[i] = words + margin
		chart, err := plotter.NewBarChart(plotter.Values{min(b.time, end)}, barHeight*3/4)
		if err != nil {
			return nil, err
		}
		chart.Horizontal, chart.XMin = true, float64(i)
		chart.Color, chart.LineStyle.Width = kinds[kind].color, 0
		p.Add(chart)
		whisker, err := plotter.NewLine(plotter.XYs{{X: min(b.from, end), Y: float64(i)}, {X: min(b.to, end), Y: float64(i)}})
		if err != nil {
			return nil, err
		}
		whisker.Width = vg.Points(1)
		p.Add(whisker)
		label := Duration(b.time)
		if b.to > end {
			label = "» " + label
		}
		labels.XYs = append(labels.XYs, plotter.XY{X: min(b.to, end) + end/100, Y: float64(i)})
		labels.Labels = append(labels.Labels, label)
	}
	figures, err := plotter.NewLabels(labels)
	if err != nil {
		return nil, err
	}
	for i := range figures.TextStyle {
		figures.TextStyle[i].YAlign = text.YCenter
		figures.TextStyle[i].Font.Size = vg.Points(8)
	}
	p.Add(figures)
	p.NominalY(names...)
	return p, nil
}

// quartiles returns the times that a quarter of the rounds is below, and above.
func quartiles(rounds []float64) (from, to float64) {
	sorted := slices.Sorted(slices.Values(rounds))
	n := len(sorted)
	return Median(sorted[:(n+1)/2]), Median(sorted[n/2:])
}

// scale returns the longest of the times that is in proportion to the others: a panel that
// shows all of the slowest would show nothing of the rest. The times begin with the longest.
func scale(times []float64) float64 {
	middle := times[len(times)/2]
	for _, t := range times {
		if t <= 6*middle {
			return t
		}
	}
	return middle
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
