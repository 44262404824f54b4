// Package inspect answers questions about a file that is looked at: which constructs there are, where each lies, what
// its bytes mean, what its numbers look like. It is behind the page that beveserve serves and behind the same page
// with the reader compiled to WebAssembly. A question costs what it asks for: containers are passed over up to the
// children that are wanted, and where these lie is remembered, so that files of a gigabyte need no tree in memory.
package inspect

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/fault"
)

// A Node is a construct of the file, as the page sees it.
type Node struct {
	// ID leads to it: the number of each child on the way, from the file on, between dots.
	ID string `json:"id"`
	// Name is that of a member, or the number of an element.
	Name   string `json:"name"`
	Member bool   `json:"member,omitempty"`
	// Path is its JSON Pointer within the value of the file that it is in.
	Path string `json:"path"`
	// Kind is the sort of thing: file, object, array, string, number, bool, null, bytes, other or malformed.
	Kind string `json:"kind"`
	// What names the construct in the words of its format.
	What string `json:"what"`
	// Text is its value, shortened.
	Text string `json:"text,omitempty"`
	// Key and KeyEnd are where its name lies in front of it, if that is there.
	Key    int `json:"key"`
	KeyEnd int `json:"keyEnd"`
	// Off is where it begins, Head where its contents begin, End where they end. Of what is malformed End is that of
	// the file.
	Off  int `json:"off"`
	Head int `json:"head"`
	End  int `json:"end"`
	// Count is the number of children, -1 where that is not known yet.
	Count int `json:"count"`
	// Plot, Grid and Matrix say which pictures there are of it.
	Plot   bool `json:"plot,omitempty"`
	Grid   bool `json:"grid,omitempty"`
	Matrix bool `json:"matrix,omitempty"`
	// Error says what is wrong in it, at which offset, and where.
	Error   string `json:"error,omitempty"`
	ErrorAt int    `json:"errorAt"`
}

// A part is a node and how to go on from it.
type part struct {
	Node
	inside *inside // nil for what has no children
	name   string  // that of a member as a whole
	bare   bool    // it has no header
	number float64 // of a number
	matrix *matrix
}

// inside is the contents of a container.
type inside struct {
	first int // where the first child begins, with its name
	count int // of children, -1 where only passing over them tells
	// more finds child i of a container whose count is not known, at or after off. Others have none.
	more func(i, off int) (start int, ok bool, err error)
	// child reads child i, which begins at off. Its End is not set where pass tells it.
	child func(i, off int) (part, error)
	// pass returns where child i ends, which begins at off.
	pass func(i, off int) (end int, err error)
	// run returns where n children end, the first of which begins at off; where it is nil they are passed one by one.
	run func(off, n int) (end int, err error)
	// at returns where child i begins, for packed elements; others have none.
	at func(i int) int
	// number returns element i of an array of numbers; others have none.
	number func(i int) float64
}

// A File is what is looked at. Its methods may be called by several goroutines.
type File struct {
	name   string
	note   string
	format sniff.Format
	data   []byte

	mu     sync.Mutex
	opens  map[string]*opened
	ends   map[int]int   // where large values end that were passed over, by where they begin
	broken map[int]error // of values of JSON that have no end, likewise
	leap   int           // leapSize, less in tests
}

// New returns the file with this name and these bytes, which stay as they are. The note says where they are from, if
// they are not those of the file itself.
func New(name, note string, data []byte, format sniff.Format) *File {
	guessed := format == sniff.Unknown
	if guessed {
		format = sniff.Bytes(data)
	}
	if what := likely(format, guessed, data[:min(len(data), 512)]); what != "" {
		note = strings.TrimPrefix(note+"; this looks like "+what, "; ")
	}
	return &File{name: name, note: note, format: format, data: data, opens: map[string]*opened{}, ends: map[int]int{}, broken: map[int]error{}, leap: leapSize}
}

// likely says what a file seems to be that begins with head and has been taken for a format, if it is of none.
func likely(format sniff.Format, guessed bool, head []byte) string {
	what := ""
	if format != sniff.MsgPack {
		what = sniff.Foreign(head)
	}
	switch {
	case what != "" || !guessed:
	case format == sniff.MsgPack:
		what = sniff.NotMsgPack(head)
	case format == sniff.JSON:
		what = sniff.Lines(head)
	}
	return what
}

// errNone is the error for a node that is not there.
var errNone = errors.New("no such part")

// keptContainers is how many containers are remembered.
const keptContainers = 4096

// root returns the file as a container of its values.
func (f *File) root() part {
	p := part{Node: Node{Kind: "file", What: f.format.String() + " file", Text: f.name, End: len(f.data), Count: -1}}
	switch f.format {
	case sniff.JSON:
		p.inside = f.jsonValues()
	case sniff.MsgPack:
		p.inside = f.packedValues()
	default:
		p.inside = f.beveValues()
	}
	return p
}

// open returns the container with an ID.
func (f *File) open(ctx context.Context, id string) (*opened, error) {
	if o := f.opens[id]; o != nil {
		return o, nil
	}
	p, err := f.part(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.inside == nil {
		p.inside = &inside{}
	}
	if len(f.opens) >= keptContainers {
		for k, o := range f.opens {
			if o.passed < 100*stride { // these are found again at once
				delete(f.opens, k)
			}
		}
	}
	o := &opened{part: p, file: f}
	f.opens[id] = o
	return o, nil
}

// part returns the part with an ID.
func (f *File) part(ctx context.Context, id string) (part, error) {
	if id == "" {
		return f.root(), nil
	}
	up, last := "", id
	if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
		up, last = id[:dot], id[dot+1:]
	}
	i, err := strconv.Atoi(last)
	if err != nil || i < 0 || strings.Count(id, ".") > maxDepth {
		return part{}, errNone
	}
	o, err := f.open(ctx, up)
	if err != nil {
		return part{}, err
	}
	return o.child(ctx, i)
}

// maxDepth is how deep containers are looked into.
const maxDepth = 512

// limits bound what is passed over at once.
var limits = fault.Limits{MaxDepth: maxDepth, MaxElements: math.MaxInt64}

// largeValue is the size from which on it is remembered where a value ends.
const largeValue = 64 << 10

// passed returns where the value at off ends, which skip finds out.
func (f *File) passed(off int, skip func(off int) (int, error)) (int, error) {
	if end, ok := f.ends[off]; ok {
		return end, nil
	}
	end, err := skip(off)
	if err == nil && end-off >= largeValue && len(f.ends) < 1<<16 {
		f.ends[off] = end
	}
	return end, err
}

// wrong makes a node of what is malformed: of the part itself if it cannot be read, or of one whose contents cannot.
func (f *File) wrong(p part, off int, err error) part {
	if p.Kind == "" {
		p.Kind, p.What, p.Off, p.Head = "malformed", "malformed", off, off
	}
	p.End = len(f.data)
	p.Error, p.ErrorAt = err.Error(), off
	if d, ok := fault.Decoding(err); ok {
		p.Error = d.Err.Error()
		p.ErrorAt = int(d.Offset)
		if d.Path != "" {
			p.Error = string(d.Path) + ": " + p.Error
		}
	}
	return p
}
