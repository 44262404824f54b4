// What is not allocated.

package msgcodec

import (
	"bytes"
	"reflect"
	"testing"
)

func TestKeptMemoryIsEnough(t *testing.T) {
	type s struct {
		ID     int64
		Name   string
		Tags   []string
		Score  float64
		OK     bool
		Bin    []byte
		Next   *s
		Counts map[string]string
	}
	v := &s{1 << 40, "a name", []string{"x", "y"}, 1.5, true, []byte{1, 2}, &s{Name: "next"}, map[string]string{"k": "v"}}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := msgpack.Append(buf, v); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("Append takes %v allocations", n)
	}
	data, err := msgpack.Append(buf, v)
	if err != nil {
		t.Fatal(err)
	}
	var kept s
	if n := testing.AllocsPerRun(100, func() {
		if err := msgpack.Unmarshal(data, &kept); err != nil {
			t.Error(err)
		}
	}); n > 0.5 { // a block for the keys of the map, now and then
		t.Errorf("Unmarshal into a kept value takes %v allocations", n)
	}
}

func TestKeptMemoryIsEnoughForNumbers(t *testing.T) {
	v := vectorTypes["06_person/A"]()
	fill(t, reflect.ValueOf(v).Elem(), map[string]any{"Name": "a name", "Phone": "5551234", "Siblings": 3.0, "GPA": 1.5, "Friend": true, "BirthDay": "2001-02-03T04:05:06Z"})
	buf := make([]byte, 0, 1024)
	data, err := unnamed.Append(buf, v)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Clone(data)
	kept := vectorTypes["06_person/A"]()
	if n := testing.AllocsPerRun(100, func() {
		if _, err := unnamed.Append(buf, v); err != nil {
			t.Error(err)
		}
		if err := zebrapack.Unmarshal(data, kept); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
