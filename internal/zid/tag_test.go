package zid_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/zid"
)

func TestParseReadsTags(t *testing.T) {
	for _, c := range []struct {
		tag  string
		want zid.Tag
	}{
		{``, zid.Tag{ID: zid.None}},
		{`json:"x"`, zid.Tag{ID: zid.None, Name: "x"}},
		{`json:"x" msg:"y"`, zid.Tag{ID: zid.None, Name: "y"}},
		{`json:"x" msgpack:"y,omitempty"`, zid.Tag{ID: zid.None, Name: "y", OmitEmpty: true}},
		{`json:"x,omitempty,omitzero,string" zid:"1"`, zid.Tag{ID: 1, Name: "x", OmitEmpty: true, OmitZero: true}},
		{`json:"-"`, zid.Tag{ID: zid.None, Skip: true, SkipNamed: true}},
		{`json:"-" zid:"1"`, zid.Tag{ID: 1, SkipNamed: true}},
		{`json:"-" msg:",omitempty"`, zid.Tag{ID: zid.None, OmitEmpty: true}},
		{`json:"-,"`, zid.Tag{ID: zid.None, Name: "-"}},
		{`json:",inline"`, zid.Tag{ID: zid.None, Inline: true}},
		{`zid:"0"`, zid.Tag{ID: 0}},
		{`json:"a b" zid:"17"  msg:"nick"`, zid.Tag{ID: 17, Name: "nick"}},
		{`msg:"-"`, zid.Tag{ID: zid.None, Skip: true}},
		{`msg:"-" zid:"1"`, zid.Tag{ID: 1, Skip: true}},
		{`zid:"3" msg:",deprecated"`, zid.Tag{ID: 3, Deprecated: true}},
		{`zid:"3" deprecated:"true"`, zid.Tag{ID: 3, Deprecated: true}},
		{`zid:"3" deprecated:"false"`, zid.Tag{ID: 3}},
		{`zid:"4" msg:"n, omitempty,showzero , iface,extension,deprecated,unknown"`,
			zid.Tag{ID: 4, Name: "n", OmitEmpty: true, ShowZero: true, Iface: true, Extension: true, Deprecated: true, Unknown: true}},
		{`zid:"1" zid:"2"`, zid.Tag{ID: 1}},
	} {
		got, err := zid.Parse(c.tag)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v, want %+v", c.tag, got, err, c.want)
		}
	}
}

func TestParseWarns(t *testing.T) {
	for tag, want := range map[string]string{
		`msg:"deprecated"`:   `msg:",deprecated"`,
		`msg:"a,omitEmpty"`:  `"omitEmpty"`,
		`msg:",  shinyNew "`: `"shinyNew"`,
	} {
		got, err := zid.Parse(tag)
		if err != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], want) {
			t.Errorf("%s: %q, %v", tag, got.Warnings, err)
		}
	}
}

func TestParseRejects(t *testing.T) {
	for tag, want := range map[string]string{
		`zid:"-"`:           `msg:"-"`,
		`zid:"-2"`:          `msg:"-"`,
		`zid:"01"`:          "written 1",
		`zid:"+0"`:          "written 0",
		`zid:"0x1"`:         "decimal",
		`zid:" 0"`:          "decimal",
		`zid:""`:            "decimal",
		`zid:"99999999999"`: "decimal",
		`zid: "0"`:          "malformed",
		`zid`:               "malformed",
		`:"0"`:              "malformed",
		`zid:"0`:            "malformed",
		`zid:"\q"`:          "malformed",
		`zid:0`:             "malformed",
	} {
		if _, err := zid.Parse(tag); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", tag, err)
		}
	}
}

func TestOptionsOfVmihailenco(t *testing.T) {
	tag, err := zid.Parse(`msgpack:"a,alias:b, alias:c,noinline"`)
	if err != nil || tag.Name != "a" || !slices.Equal(tag.Aliases, []string{"b", "c"}) || tag.AsArray || tag.Warnings != nil {
		t.Errorf("%+v, %v", tag, err)
	}
	for _, option := range []string{"as_array", "asArray"} {
		if tag, err := zid.Parse(`msgpack:",` + option + `"`); err != nil || !tag.AsArray || tag.Warnings != nil {
			t.Errorf("%+v, %v", tag, err)
		}
	}
	if _, err := zid.Parse(`msgpack:"a,intern"`); err == nil || !strings.Contains(err.Error(), "intern") {
		t.Error(err)
	}
	if tag, err := zid.Parse(`json:"a,alias:b,intern"`); err != nil || tag.Aliases != nil {
		t.Errorf("%+v, %v", tag, err)
	}
}
