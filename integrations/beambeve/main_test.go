// What the tests share: types, files, and a filesystem that fails when it is told to.

package beambeve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	beve "github.com/beve-org/beve-go"
)

type order struct {
	ID    int            `json:"id"`
	Shop  string         `json:"shop"`
	Price float64        `json:"price"`
	Tags  map[string]int `json:"tags"`
}

func init() {
	Register[order]()
	Register[shopKey]()
	Register[*note]()
	Register[float64]()
	register.Function1x2(byShop)
	register.Function2x1(countOrders)
	register.Function1x1(noteID)
	register.Function2x0(none)
	register.Iter1[order]()
	register.Iter1[int]()
	register.Emitter1[order]()
	filesystem.Register("faulty", func(ctx context.Context) filesystem.Interface { return &faultyFS{local.New(ctx)} })
}

func TestMain(m *testing.M) { ptest.Main(m) }

// orders returns n different values, in which every byte occurs that a reader might
// take for something else.
func orders(n int) []order {
	all := make([]order, n)
	for i := range all {
		all[i] = order{ID: i, Shop: strings.Repeat("\x06\x03\x04", i%5), Price: 6.06,
			Tags: map[string]int{"\x06": i % 7, fmt.Sprint("n", i%3): 6, "x": 0x0603}}
	}
	return all
}

// encode returns a stream of values.
func encode[T any](t testing.TB, values []T) []byte {
	t.Helper()
	enc := beve.NewEncoder(nil)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	return enc.Bytes()
}

// decodeAll reads a stream of orders to its end.
func decodeAll(t testing.TB, data []byte) (all []order) {
	t.Helper()
	for v, err := range beve.Elements[order](strings.NewReader(string(data))) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// ids returns the ids of orders, sorted.
func ids(all []order) []int {
	out := make([]int, len(all))
	for i, o := range all {
		out[i] = o.ID
	}
	slices.Sort(out)
	return out
}

// upTo returns 0, 1, … n-1.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func save(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func load(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// names returns the files of a folder, sorted.
func names(t testing.TB, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// run runs a pipeline on the local runner.
func run(t testing.TB, build func(s beam.Scope)) error {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	return ptest.Run(p)
}

// collect keeps the elements of a collection for a test to look at.
func collect[T any](s beam.Scope, col beam.PCollection) *[]T {
	c := &collector[T]{}
	collectors.Lock()
	defer collectors.Unlock()
	collectors.all = append(collectors.all, &c.all)
	beam.ParDo0(s, &collectFn[T]{Slot: len(collectors.all) - 1}, col)
	return &c.all
}

var collectors struct {
	sync.Mutex
	all []any
}

type collector[T any] struct{ all []T }

// collectFn runs in the process of the test, as all of the local runner does.
type collectFn[T any] struct{ Slot int }

func (fn *collectFn[T]) ProcessElement(v T) {
	collectors.Lock()
	defer collectors.Unlock()
	all := collectors.all[fn.Slot].(*[]T)
	*all = append(*all, v)
}

func init() {
	beam.RegisterType(reflect.TypeFor[collectFn[order]]())
	beam.RegisterType(reflect.TypeFor[collectFn[string]]())
	beam.RegisterType(reflect.TypeFor[collectFn[Rejected]]())
}

// faultyFS is the local filesystem under names that begin with "faulty://", with
// files that cannot be sought, and faults.
type faultyFS struct{ filesystem.Interface }

var errInjected = errors.New("injected")

// fault decides whether an operation fails: open, write, close, rename or remove.
var fault func(op, path string) bool

// inject sets the fault for a test.
func inject(t *testing.T, f func(op, path string) bool) {
	fault = f
	t.Cleanup(func() { fault = nil })
}

func fails(op, path string) error {
	if fault != nil && fault(op, path) {
		return fmt.Errorf("%s of %s: %w", op, filepath.Base(path), errInjected)
	}
	return nil
}

func bare(path string) string { return strings.TrimPrefix(path, "faulty://") }

func (f *faultyFS) List(ctx context.Context, glob string) ([]string, error) {
	found, err := f.Interface.List(ctx, bare(glob))
	for i := range found {
		found[i] = "faulty://" + found[i]
	}
	return found, err
}

func (f *faultyFS) Size(ctx context.Context, path string) (int64, error) {
	return f.Interface.Size(ctx, bare(path))
}

func (f *faultyFS) OpenRead(ctx context.Context, path string) (io.ReadCloser, error) {
	if err := fails("open", path); err != nil {
		return nil, err
	}
	r, err := f.Interface.OpenRead(ctx, bare(path))
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, r}, nil
}

func (f *faultyFS) OpenWrite(ctx context.Context, path string) (io.WriteCloser, error) {
	w, err := f.Interface.OpenWrite(ctx, bare(path))
	return &faultyWriter{w, path}, err
}

func (f *faultyFS) Remove(ctx context.Context, path string) error {
	if err := fails("remove", path); err != nil {
		return err
	}
	return os.Remove(bare(path))
}

func (f *faultyFS) Rename(ctx context.Context, from, to string) error {
	if err := fails("rename", from); err != nil {
		return err
	}
	return os.Rename(bare(from), bare(to))
}

type faultyWriter struct {
	io.WriteCloser
	path string
}

func (w *faultyWriter) Write(p []byte) (int, error) {
	if err := fails("write", w.path); err != nil {
		n, _ := w.WriteCloser.Write(p[:len(p)/2])
		return n, err
	}
	return w.WriteCloser.Write(p)
}

func (w *faultyWriter) Close() error {
	return errors.Join(fails("close", w.path), w.WriteCloser.Close())
}
