package beambeve

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Register makes T an element of pipelines that travels as BEVE, and that Read and
// Write take. Call it in an init function: Beam's registries are closed when the program
// begins. T is a type that a package declares, or a pointer to one; others, such as
// string and float64, can be read and written then too, and travel as Beam has it. It
// panics where Beam's registration does, as for two types of the same name.
func Register[T any]() {
	if named := reflectx.SkipPtr(reflect.TypeFor[T]()); named.PkgPath() != "" {
		registerCoder[T]()
	}
	register.Emitter1[T]()
	register.DoFn5x1[context.Context, *sdf.LockRTracker, span, func(T), func(Rejected), error](&readFn[T]{})
	register.DoFn2x1[T, func(int, []byte), error](&shardFn[T]{})
}

func init() {
	registerCoder[span]()
	registerCoder[Rejected]()
	registerCoder[written]()
	register.Emitter1[span]()
	register.Emitter1[Rejected]()
	register.Emitter1[written]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
	register.Iter1[written]()
	register.DoFn3x1[context.Context, fileio.FileMetadata, func(span), error](&planFn{})
	register.DoFn2x0[[]byte, func(int, []byte)](&eachShardFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(written), error](&writeFn{})
	register.DoFn3x1[int, func(*written) bool, func(written), error](&releaseFn{})
	register.DoFn2x2[context.Context, written, string, error](&commitFn{})
}
