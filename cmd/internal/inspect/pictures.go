// This file is what is drawn: plots of arrays, pictures of matrices, grids of rows.

package inspect

import (
	"context"
	"math"
)

// Plot is the answer to "plot": the least and the greatest of the values that share a place on the page.
type Plot struct {
	Count int        `json:"count"` // of elements; those that are looked at where the rest is not
	More  bool       `json:"more,omitempty"`
	Every int        `json:"every"` // of so many elements one is looked at
	Odd   int        `json:"odd"`   // elements that are no finite numbers
	Low   []*float64 `json:"low"`   // nil where there is none
	High  []*float64 `json:"high"`
	Min   *float64   `json:"min"`
	Max   *float64   `json:"max"`
	Mean  *float64   `json:"mean"`
}

// maxRead is how many elements are looked at for a plot.
const maxRead = 1 << 22

// plot summarizes an array of numbers in up to n places.
func (f *File) plot(ctx context.Context, id string, n int) (any, error) {
	o, err := f.open(ctx, id)
	if err != nil {
		return nil, err
	}
	if o.inside.number != nil {
		return summarize(o.inside.count, n, o.inside.number), nil
	}
	var values []float64
	more := false
	for i := 0; ; i += maxChildren {
		list, err := o.children(ctx, i, maxChildren)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			v := math.NaN()
			if c.Kind == "number" {
				v = c.number
			}
			values = append(values, v)
		}
		if len(list) < maxChildren {
			break
		}
		if more = len(values) >= maxRead/4; more {
			break
		}
	}
	p := summarize(len(values), n, func(i int) float64 { return values[i] })
	p.More = more
	return p, nil
}

// summarize looks at count elements.
func summarize(count, n int, at func(i int) float64) *Plot {
	p := &Plot{Count: count, Every: max((count+maxRead-1)/maxRead, 1)}
	n = min(max(n, 1), count)
	p.Low, p.High = make([]*float64, n), make([]*float64, n)
	sum, seen := 0.0, 0
	low, high := math.Inf(1), math.Inf(-1)
	for k := range n {
		l, h := math.Inf(1), math.Inf(-1)
		from, to := int(int64(k)*int64(count)/int64(n)), int(int64(k+1)*int64(count)/int64(n))
		for i := from; i < to; i += p.Every {
			v := at(i)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				p.Odd++
				continue
			}
			l, h = min(l, v), max(h, v)
			sum += v
			seen++
		}
		if l <= h {
			p.Low[k], p.High[k] = &l, &h
			low, high = min(low, l), max(high, h)
		}
	}
	if seen > 0 {
		p.Min, p.Max = &low, &high
		if mean := sum / float64(seen); !math.IsInf(mean, 0) {
			p.Mean = &mean
		}
	}
	return p
}

// Picture is the answer to "matrix": numbers by row and column, of a large matrix some of them.
type Picture struct {
	Rows    int        `json:"rows"` // of the matrix
	Columns int        `json:"columns"`
	Width   int        `json:"width"` // of the picture
	Height  int        `json:"height"`
	Values  []*float64 `json:"values"` // row by row, nil where it is no finite number
	Min     *float64   `json:"min"`
	Max     *float64   `json:"max"`
}

// picture looks at up to n rows and columns of a matrix, evenly.
func (f *File) picture(ctx context.Context, id string, n int) (any, error) {
	p, err := f.part(ctx, id)
	if err != nil {
		return nil, err
	}
	m := p.matrix
	if m == nil || n < 1 {
		return nil, errNone
	}
	out := &Picture{Rows: m.rows, Columns: m.columns, Width: min(m.columns, n), Height: min(m.rows, n)}
	low, high := math.Inf(1), math.Inf(-1)
	for y := range out.Height {
		for x := range out.Width {
			v := m.at(int(int64(y)*int64(m.rows)/int64(out.Height)), int(int64(x)*int64(m.columns)/int64(out.Width)))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				out.Values = append(out.Values, nil)
				continue
			}
			low, high = min(low, v), max(high, v)
			out.Values = append(out.Values, &v)
		}
	}
	if low <= high {
		out.Min, out.Max = &low, &high
	}
	return out, nil
}

// Grid is the answer to "grid": rows of an array of objects or arrays, or of a matrix.
type Grid struct {
	From    int      `json:"from"`
	Count   int      `json:"count"` // of all rows, -1 where that is not known yet
	Columns []string `json:"columns"`
	More    int      `json:"more,omitempty"` // columns that are left out
	Rows    [][]Cell `json:"rows"`
}

// A Cell is what a row has in a column.
type Cell struct {
	Text string `json:"text"`
	Kind string `json:"kind"` // of the node, "" where the row has no such member
	ID   string `json:"id,omitempty"`
}

// maxColumns is how many columns a grid has, maxCells how many cells.
const (
	maxColumns = 64
	maxCells   = 20_000
)

// grid returns n rows, of a matrix with columns from the given one on.
func (f *File) grid(ctx context.Context, id string, from, n, column int) (any, error) {
	o, err := f.open(ctx, id)
	if err != nil {
		return nil, err
	}
	if m := o.matrix; m != nil {
		return m.grid(from, n, column), nil
	}
	list, err := o.children(ctx, from, n)
	if err != nil {
		return nil, err
	}
	g := &Grid{From: from, Columns: []string{}, Rows: [][]Cell{}}
	index := map[string]int{}
	cells := 0
	for _, row := range list {
		if cells > maxCells {
			break
		}
		parts := []part{row}
		if row.inside != nil && row.Error == "" {
			in, err := f.open(ctx, row.ID)
			if err == nil {
				parts, err = in.children(ctx, 0, 4*maxColumns)
			}
			if err != nil {
				return nil, err
			}
		}
		out := make([]Cell, len(g.Columns))
		for _, c := range parts {
			name := c.Name
			if row.inside == nil || row.Error != "" {
				name = "value"
			}
			i, ok := index[name]
			if !ok {
				if len(g.Columns) == maxColumns {
					g.More++
					continue
				}
				i = len(g.Columns)
				index[name] = i
				g.Columns = append(g.Columns, name)
			}
			for len(out) <= i {
				out = append(out, Cell{})
			}
			out[i] = cell(c)
		}
		cells += len(out)
		g.Rows = append(g.Rows, out)
	}
	g.Count = o.length()
	return g, nil
}

// cell shows a node in a grid.
func cell(c part) Cell {
	text := c.Text
	switch {
	case c.Error != "":
		text = c.Error
	case text == "" && c.Count >= 0:
		text = c.What + " of " + itoa(c.Count)
	case text == "":
		text = c.What
	case c.Kind == "string":
		text = text[1:]
		if text != "" && text[len(text)-1] == '"' {
			text = text[:len(text)-1]
		}
	}
	return Cell{text, c.Kind, c.ID}
}

// grid returns rows of a matrix.
func (m *matrix) grid(from, n, column int) *Grid {
	g := &Grid{From: from, Count: m.rows, Columns: []string{}, Rows: [][]Cell{}}
	last := min(column+maxColumns, m.columns)
	g.More = m.columns - last
	for x := column; x < last; x++ {
		g.Columns = append(g.Columns, itoa(x))
	}
	for y := from; y < min(from+min(n, 200), m.rows); y++ {
		row := []Cell{}
		for x := column; x < last; x++ {
			row = append(row, Cell{Text: m.text(y, x), Kind: "number"})
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
