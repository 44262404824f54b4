// This file cuts sources of MessagePack into values.

package source

import (
	"bytes"
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// nextMsgPack returns the next value of MessagePack, by way of the JSON that it stands
// for: numbered fields get their names from the schema, bytes are in base64, times are
// text.
func (v *Values) nextMsgPack() (Value, error) {
	if ok, err := v.toValue(func([]byte) (int, bool) { return 0, false }); !ok {
		return Value{}, err
	}
	v.scanPack.Reset(fault.Limits(fault.Limits(v.opts.Limits)), 0)
	for {
		end, err := v.scanPack.Next(v.window)
		if err == nil {
			return v.unpack(end)
		}
		if v.ended || !errors.Is(err, fault.ErrTruncated) {
			return Value{}, fault.At(v.scanPack.Off(), err)
		}
		if err := v.fill(); err != nil {
			return Value{}, err
		}
	}
}

// unpack translates the first end bytes of the window.
func (v *Values) unpack(end int) (Value, error) {
	packed := v.window[:end]
	// JSON text would have U+FFFD in the place of what is not UTF-8, and keys could be alike.
	err := msgwire.ValidateOptions{Limits: fault.Limits(v.opts.Limits), UTF8: true}.Validate(packed)
	if err != nil {
		return Value{}, err
	}
	text, err := v.packedJSON(packed)
	if errors.Is(err, fault.ErrUnsupported) {
		if val, ok := v.withNotFinite(packed, end); ok {
			return val, nil
		}
	}
	if err != nil {
		return Value{}, err
	}
	val, err := v.translate(text, end)
	val.Packed = packed
	return val, err
}

// packedJSON returns the JSON that a value of MessagePack stands for.
func (v *Values) packedJSON(packed []byte) ([]byte, error) {
	if s := v.src.opts.Schema; s != nil {
		return v.zebra().ToJSON(s, packed)
	}
	var out bytes.Buffer
	_, err := msgp.UnmarshalAsJSON(&out, packed)
	return out.Bytes(), err
}

// zebra returns how values are read that a schema names the fields of.
func (v *Values) zebra() zebrapack.TranslateOptions {
	return zebrapack.TranslateOptions{Root: v.src.opts.Root, Limits: zebrapack.Limits(v.opts.Limits)}
}
