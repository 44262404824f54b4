// This file puts constructs of the wire into words: what they are, and a short
// form of what they hold.

package main

import (
	"fmt"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/wire"
)

// describeItem names an item of the value in data.
func describeItem(data []byte, it walk.Item) string {
	switch it.Role {
	case walk.Key:
		if it.Header.Kind() == wire.KindIntObject {
			return it.Header.Number().String() + " key"
		}
		return "key"
	case walk.Text:
		return "text"
	case walk.Row:
		return "row"
	}
	switch it.Header.Kind() {
	case wire.KindAligned:
		a, _, _ := wire.ViewNumbers(data, it.Off)
		return "aligned " + a.Elem().Array().String()
	case wire.KindComplex:
		c, _, _ := wire.ViewComplexes(data, it.Off)
		name := "complex " + c.Parts.Elem().String()
		switch {
		case c.Single:
			return name
		case wire.Header(data[it.Off+2]) == wire.HeaderAligned && data[it.Off+1]&7 == 2:
			return "aligned " + name + " array"
		}
		return name + " array"
	case wire.KindTime:
		switch t, _, _ := wire.ViewTimes(data, it.Off); {
		case !t.Single:
			return "time array"
		case !t.Draft:
			return "timestamp"
		}
	}
	return it.What()
}

// shownElements is how many elements of a packed array are shown.
const shownElements = 4

// showValue is a short form of a value, on one line.
func showValue(data []byte, it walk.Item) string {
	switch it.Kind() {
	case wire.KindObject, wire.KindIntObject, wire.KindIndexed:
		return count(it.Children, "member")
	case wire.KindTable:
		return count(it.Children, "row") + " of " + count(it.Fields, "member")
	case wire.KindArray, wire.KindStringArray:
		return count(it.Children, "element")
	case wire.KindTypeTag:
		index, _, _ := wire.ReadTypeTag(data, it.Off)
		return fmt.Sprintf("index %d", index)
	case wire.KindMatrix:
		return showMatrix(data, it.Off)
	case wire.KindString:
		text, _, _ := wire.ViewString(data, it.Off)
		return quoteClipped(string(text[:min(len(text), 8*valueWidth)]))
	case wire.KindNumber:
		v, _, _ := wire.ReadNumber(data, it.Off)
		return string(doc.AppendNumber(nil, v))
	case wire.KindNull:
		return "null"
	case wire.KindBool:
		return it.Header.String()
	}
	return showPacked(data[it.Off:it.End])
}

// showMatrix is the layout and extents of a matrix.
func showMatrix(data []byte, off int) string {
	m, _, _ := wire.ViewMatrix(data, off)
	var b strings.Builder
	for i := range min(m.Extents.Len(), shownElements) {
		if i > 0 {
			b.WriteByte('x')
		}
		b.WriteString(m.Extents.At(i).String())
	}
	if m.Extents.Len() > shownElements {
		b.WriteString("x…")
	}
	return b.String() + " " + m.Layout.String()
}

// showPacked is the beginning of an array of elements without headers, a complex
// number or a timestamp.
func showPacked(data []byte) string {
	d, err := doc.New(data, wire.Limits{}, false)
	if err != nil {
		return ""
	}
	return showNode(d.Root())
}

// showNode is a short form of any part of a document.
func showNode(n doc.Node) string {
	switch n.Kind() {
	case doc.Array:
	case doc.String:
		text := n.Text()
		return quoteClipped(text[:min(len(text), 8*valueWidth)])
	case doc.Object:
		return "{" + count(n.Len(), "member") + "}"
	default:
		return string(n.AppendText(nil))
	}
	length := n.Len()
	var b strings.Builder
	b.WriteByte('[')
	shown := 0
	for _, c := range n.Children() {
		if shown == shownElements || b.Len() > valueWidth {
			break
		}
		if shown > 0 {
			b.WriteString(", ")
		}
		b.WriteString(showNode(c))
		shown++
	}
	if shown < length {
		if shown > 0 {
			b.WriteString(", ")
		}
		return style.Clip(b.String(), valueWidth) + "…] " + count(length, "element")
	}
	b.WriteByte(']')
	return style.Clip(b.String(), 2*valueWidth)
}
