package beambeve

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Register makes T an element of pipelines that travels as BEVE, and that Read and
// Write take. Call it in an init function: Beam's registries are closed when the program
// begins. T is a type that a package declares, or a pointer to one; others, such as
// string and float64, can be read and written then too, and travel as Beam has it. It
// panics where Beam's registration does, as for two types of the same name.
func Register[T any]() {
	registered[reflect.TypeFor[T]()] = true
	if named := reflectx.SkipPtr(reflect.TypeFor[T]()); named.PkgPath() != "" {
		registerCoder[T]()
	}
	register.Emitter1[T]()
	beam.RegisterType(reflect.TypeFor[readFn[T]]())
	registerShardFn[T]()
}

// registered are the types that Read and Write take. Only init functions write to it.
var registered = map[reflect.Type]bool{}

// needRegistered panics if T is not registered. Beam would, too, and name a type of this package.
func needRegistered[T any]() {
	if t := reflect.TypeFor[T](); !registered[t] {
		panic(errNotRegistered(t))
	}
}

// registerShardFn registers what is called for each value, without reflection.
func registerShardFn[T any]() {
	beam.RegisterType(reflect.TypeFor[shardFn[T]]())
	reflectx.RegisterFunc(reflect.TypeFor[func(T, func(int, []byte)) error](), func(fn any) reflectx.Func {
		return shardCaller[T](fn.(func(T, func(int, []byte)) error))
	})
	reflectx.RegisterStructWrapper(reflect.TypeFor[shardFn[T]](), func(v any) map[string]reflectx.Func {
		fn := v.(*shardFn[T])
		return map[string]reflectx.Func{"Setup": reflectx.MakeFunc(fn.Setup), "StartBundle": reflectx.MakeFunc(fn.StartBundle),
			"ProcessElement": reflectx.MakeFunc(fn.ProcessElement), "FinishBundle": reflectx.MakeFunc(fn.FinishBundle)}
	})
}

// shardCaller calls ProcessElement.
type shardCaller[T any] func(T, func(int, []byte)) error

func (fn shardCaller[T]) Name() string { return reflectx.FunctionName(fn) }
func (fn shardCaller[T]) Type() reflect.Type {
	return reflect.TypeFor[func(T, func(int, []byte)) error]()
}

func (fn shardCaller[T]) Call(args []any) []any { return []any{fn.Call2x1(args[0], args[1])} }

func (fn shardCaller[T]) Call2x1(value, emit any) any { return fn(value.(T), emit.(func(int, []byte))) }

// What is called for a chunk, a file or blocks is called by reflection, and not by what package
// register makes: functions for all ways in which parameters may be those of a bundle, which
// take the compiler from ten seconds to a minute, and gigabytes, for each function and type.
func init() {
	registerCoder[span]()
	registerCoder[Rejected]()
	registerCoder[part]()
	registerCoder[written]()
	register.Emitter2[string, span]()
	register.Emitter1[Rejected]()
	register.Emitter1[written]()
	register.Emitter2[int, []byte]()
	register.Emitter2[int, part]()
	register.Iter1[part]()
	register.Iter1[written]()
	for _, fn := range []reflect.Type{reflect.TypeFor[planFn](), reflect.TypeFor[writeFn](), reflect.TypeFor[eachShardFn](), reflect.TypeFor[joinFn](),
		reflect.TypeFor[releaseFn](), reflect.TypeFor[commitFn]()} {
		beam.RegisterType(fn)
	}
}
