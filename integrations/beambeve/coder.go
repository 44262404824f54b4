// The coder: elements of pipelines as BEVE.

package beambeve

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"

	beve "github.com/beve-org/beve-go"
)

// element encodes and decodes values of one registered type.
type element interface {
	encode(v any) ([]byte, error)
	decode(data []byte) (any, error)
}

// elements are the registered types. Only init functions write to it, as with Beam's
// own registries.
var elements = map[reflect.Type]element{}

type codec[T any] struct{ *beve.Codec[T] }

func (c codec[T]) encode(v any) ([]byte, error) {
	x := v.(T)
	return c.Marshal(&x)
}

func (c codec[T]) decode(data []byte) (any, error) {
	var x T
	err := c.Unmarshal(data, &x)
	return x, err
}

// codecOf returns the codec of elements: the same value has the same bytes.
func codecOf[T any]() *beve.Codec[T] {
	return beve.CodecWith[T](beve.EncodeOptions{Deterministic: true}, beve.DecodeOptions{})
}

// encodeElement and decodeElement are the coders of all registered types. Beam finds
// functions by name, and the instances of a generic function share one.
func encodeElement(t reflect.Type, v beam.T) ([]byte, error) {
	e, err := elementOf(t)
	if err != nil {
		return nil, err
	}
	return e.encode(v)
}

func decodeElement(t reflect.Type, data []byte) (beam.T, error) {
	e, err := elementOf(t)
	if err != nil {
		return nil, err
	}
	return e.decode(data)
}

func elementOf(t reflect.Type) (element, error) {
	if e, ok := elements[t]; ok {
		return e, nil
	}
	return nil, errNotRegistered(t)
}

func errNotRegistered(t reflect.Type) error {
	return fmt.Errorf("beambeve: %v is not registered: call beambeve.Register for it in an init function", t)
}

func init() {
	runtime.RegisterFunction(encodeElement)
	runtime.RegisterFunction(decodeElement)
}

// registerCoder makes T an element that travels as BEVE.
func registerCoder[T any]() {
	t := reflect.TypeFor[T]()
	runtime.RegisterType(t)
	elements[t] = codec[T]{codecOf[T]()}
	coder.RegisterDeterministicCoder(t, encodeElement, decodeElement)
}
