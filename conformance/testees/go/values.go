// The notation for Go values, and Go values from the notation.

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/scalar"
)

// appendValue appends what a decoded Go value means.
func appendValue(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case *big.Int:
		return v.Append(dst, 10)
	case scalar.Float16:
		return meaning.AppendFloat(dst, "f16", binary.LittleEndian.AppendUint16(nil, uint16(v)))
	case scalar.BFloat16:
		return meaning.AppendFloat(dst, "bf16", binary.LittleEndian.AppendUint16(nil, uint16(v)))
	case float32:
		return meaning.AppendFloat(dst, "f32", binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	case float64:
		return meaning.AppendFloat(dst, "f64", binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	case scalar.Int128:
		return v.AppendDecimal(dst)
	case scalar.Uint128:
		return v.AppendDecimal(dst)
	case complex64:
		return appendPair(dst, real(v), imag(v))
	case complex128:
		return appendPair(dst, real(v), imag(v))
	case time.Time:
		_, offset := v.Zone()
		return meaning.AppendTimestamp(dst, v.Unix(), uint32(v.Nanosecond()), int16(offset/60))
	case beve.Timestamp:
		return meaning.AppendTimestamp(dst, v.Seconds, v.Nanoseconds, v.TimezoneOffset)
	case time.Duration:
		d := scalar.DurationOf(int64(v))
		return meaning.AppendDuration(dst, d.Negative, d.Seconds, d.Nanoseconds)
	case scalar.Duration:
		return meaning.AppendDuration(dst, v.Negative, v.Seconds, v.Nanoseconds)
	case beve.Interval:
		dst = appendValue(append(dst, `{"$interval":[`...), v.Start)
		return append(appendValue(append(dst, ','), v.End), "]}"...)
	case beve.UUID:
		return append(append(append(dst, `{"$uuid":"`...), v.String()...), `"}`...)
	case beve.RegExpData:
		dst = append(append(append(dst, `{"$regexp":["`...), v.Flags.String()...), `",`...)
		return append(meaning.AppendString(dst, v.Pattern), "]}"...)
	case beve.TypeTag:
		dst = append(meaning.AppendUint(append(dst, `{"$tag":[`...), v.Index), ',')
		return append(appendValue(dst, v.Value), "]}"...)
	}
	return appendReflected(dst, reflect.ValueOf(v))
}

func appendPair(dst []byte, re, im any) []byte {
	dst = appendValue(append(dst, `{"$complex":[`...), re)
	return append(appendValue(append(dst, ','), im), "]}"...)
}

// appendReflected is appendValue for types of which there are many.
func appendReflected(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.String:
		return meaning.AppendString(dst, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Slice:
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, v.Index(i).Interface())
		}
		return append(dst, ']')
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			var members []meaning.Member
			for key, value := range v.Seq2() {
				members = append(members, meaning.Member{Key: meaning.AppendString(nil, key.String()), Value: appendValue(nil, value.Interface())})
			}
			slices.SortFunc(members, func(a, b meaning.Member) int { return bytes.Compare(a.Key, b.Key) })
			return meaning.AppendObject(dst, members)
		}
		var pairs [][]byte
		for key, value := range v.Seq2() {
			pair := append(appendValue([]byte("["), key.Interface()), ',')
			pairs = append(pairs, append(appendValue(pair, value.Interface()), ']'))
		}
		slices.SortFunc(pairs, bytes.Compare)
		dst = append(append(dst, `{"$map":[`...), bytes.Join(pairs, []byte(","))...)
		return append(dst, "]}"...)
	case reflect.Pointer:
		if !v.IsNil() {
			return appendValue(dst, v.Elem().Interface())
		}
	case reflect.Struct:
		if v.NumField() == 2 && v.Type().Field(0).Name == "Real" {
			return appendPair(dst, v.Field(0).Interface(), v.Field(1).Interface())
		}
		if v.NumField() == 3 && v.Type().Field(0).Name == "Layout" {
			dst = append(dst, `{"$matrix":["`+[...]string{"row", "column"}[v.Field(0).Uint()]+`",`...)
			dst = append(appendValue(dst, v.Field(1).Interface()), ',')
			return append(appendValue(dst, v.Field(2).Interface()), "]}"...)
		}
	}
	return fmt.Appendf(dst, `{"$unknown":%q}`, v.Type())
}

var errNoValue = errors.New("no Go value is made of this")

// valueOf makes a Go value of the notation.
func valueOf(n meaning.Node) (any, error) {
	switch n := n.(type) {
	case json.Number:
		if v, err := strconv.ParseInt(string(n), 10, 64); err == nil {
			return v, nil
		}
		v, err := strconv.ParseUint(string(n), 10, 64)
		return v, err
	case []meaning.Node:
		list := make([]any, len(n))
		for i := range n {
			var err error
			if list[i], err = valueOf(n[i]); err != nil {
				return nil, err
			}
		}
		return list, nil
	case meaning.Pairs:
		if name, content, special := meaning.Special(n); special {
			return specialOf(name, content)
		}
		object := map[string]any{}
		for _, pair := range n {
			var err error
			if object[pair.Key], err = valueOf(pair.Value); err != nil {
				return nil, err
			}
		}
		return object, nil
	}
	return n, nil
}

func specialOf(name string, content meaning.Node) (any, error) {
	list, _ := content.([]meaning.Node)
	switch name {
	case "f64", "f32", "f16", "bf16":
		return floatOf(name, content)
	case "object":
		object := map[string]any{}
		for _, e := range list {
			pair := e.([]meaning.Node)
			key := pair[0].(string)
			if _, twice := object[key]; twice {
				return nil, errNoValue
			}
			var err error
			if object[key], err = valueOf(pair[1]); err != nil {
				return nil, err
			}
		}
		return object, nil
	case "map":
		object := map[int64]any{}
		for _, e := range list {
			key, err := valueOf(e.([]meaning.Node)[0])
			if err != nil {
				return nil, err
			}
			if object[key.(int64)], err = valueOf(e.([]meaning.Node)[1]); err != nil {
				return nil, err
			}
		}
		return object, nil
	case "complex":
		re, errRe := valueOf(list[0])
		im, errIm := valueOf(list[1])
		if err := errors.Join(errRe, errIm); err != nil {
			return nil, err
		}
		if re, ok := re.(float32); ok {
			return complex(re, im.(float32)), nil
		}
		return complex(re.(float64), im.(float64)), nil
	case "matrix":
		m := beve.Matrix[float64]{Layout: scalar.Layout(slices.Index([]meaning.Node{"row", "column"}, list[0]))}
		for _, e := range list[1].([]meaning.Node) {
			v, err := valueOf(e)
			if err != nil {
				return nil, err
			}
			m.Extents = append(m.Extents, int(v.(int64)))
		}
		for _, e := range list[2].([]meaning.Node) {
			v, err := valueOf(e)
			if err != nil {
				return nil, err
			}
			m.Data = append(m.Data, v.(float64))
		}
		return m, nil
	}
	return profileOf(name, content, list)
}

// floatOf makes a float of a kind from its decimal or its bits.
func floatOf(kind string, content meaning.Node) (any, error) {
	if number, ok := content.(json.Number); ok {
		if kind == "f64" {
			return strconv.ParseFloat(string(number), 64)
		}
		v, err := strconv.ParseFloat(string(number), 32)
		if err != nil {
			return nil, err
		}
		switch kind {
		case "f16":
			return scalar.Float16FromFloat32(float32(v)), nil
		case "bf16":
			return scalar.BFloat16FromFloat32(float32(v)), nil
		}
		return float32(v), nil
	}
	bits, err := strconv.ParseUint(content.(string), 16, 64)
	switch kind {
	case "f16":
		return scalar.Float16(bits), err
	case "bf16":
		return scalar.BFloat16(bits), err
	case "f32":
		return math.Float32frombits(uint32(bits)), err
	}
	return math.Float64frombits(bits), err
}

// profileOf makes what the profile has.
func profileOf(name string, content meaning.Node, list []meaning.Node) (any, error) {
	whole := func(n meaning.Node, bits int) int64 {
		v, err := strconv.ParseInt(string(n.(json.Number)), 10, bits)
		if err != nil {
			panic(err) // no case has one
		}
		return v
	}
	switch name {
	case "timestamp":
		return beve.Timestamp{Seconds: whole(list[0], 64), Nanoseconds: uint32(whole(list[1], 64)), TimezoneOffset: int16(whole(list[2], 16))}, nil
	case "duration":
		d := time.Duration(whole(list[1], 64))*time.Second + time.Duration(whole(list[2], 64))
		if list[0] == "-" {
			d = -d
		}
		return d, nil
	case "interval":
		var times [2]time.Time
		for i := range times {
			v, err := valueOf(list[i])
			if err != nil {
				return nil, err
			}
			at := v.(beve.Timestamp)
			times[i] = time.Unix(at.Seconds, int64(at.Nanoseconds)).In(time.FixedZone("", int(at.TimezoneOffset)*60))
		}
		return beve.Interval{Start: times[0], End: times[1]}, nil
	case "uuid":
		id, err := scalar.ParseUUID(content.(string))
		return beve.UUID(id), err
	case "regexp":
		flags, ok := scalar.ParseRegExpFlags(list[0].(string))
		if !ok {
			return nil, errNoValue
		}
		return beve.RegExpData{Flags: flags, Pattern: list[1].(string)}, nil
	}
	return nil, errNoValue
}
