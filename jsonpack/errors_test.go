package jsonpack_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

// checkDecodeError checks that err is what decoding returns: the published type around
// one that says where, and never an error of the runtime.
func checkDecodeError(t *testing.T, err error) {
	t.Helper()
	var outer *jsonpack.DecodeError
	var inner *jsonpack.InputError
	var crash runtime.Error
	if !errors.As(err, &outer) || !errors.As(err, &inner) || errors.As(err, &crash) {
		t.Errorf("error of decoding is %T: %v", err, err)
	}
}

// checkEncodeError is checkDecodeError for encoding.
func checkEncodeError(t *testing.T, err error) {
	t.Helper()
	var outer *jsonpack.EncodeError
	var inner *jsonpack.ValueError
	var crash runtime.Error
	if !errors.As(err, &outer) || !errors.As(err, &inner) || errors.As(err, &crash) {
		t.Errorf("error of encoding is %T: %v", err, err)
	}
}

// checkCompileError is checkDecodeError for definitions, where err is not nil.
func checkCompileError(t *testing.T, err error) {
	t.Helper()
	var outer *jsonpack.CompileError
	var crash runtime.Error
	if err != nil && (!errors.As(err, &outer) || errors.As(err, &crash)) {
		t.Errorf("error of a definition is %T: %v", err, err)
	}
}
