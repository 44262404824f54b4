package cost

import (
	"bytes"
	"fmt"
	"strings"
)

// JSONPatch is the format of JSON Patches in JSON, for [PatchedDocument].
const JSONPatch = "json patch"

// PatchedDocument is the JSON text that the patches of [PatchFamilies] are for.
func PatchedDocument() []byte {
	var b bytes.Buffer
	b.WriteString(`{"list":[0`)
	for i := range 5000 {
		fmt.Fprintf(&b, ",%d", i%100)
	}
	b.WriteString(`],"object":{"k":0`)
	for i := range 500 {
		fmt.Fprintf(&b, `,"%s":[%d]`, Alike(i), i)
	}
	b.WriteString(`},"same":{"k":1`)
	b.WriteString(strings.Repeat(`,"k":1`, 3000))
	b.WriteString(`},"deep":` + strings.Repeat("[", 400) + "1" + strings.Repeat("]", 400))
	b.WriteString(`,"tree":` + tree(`{"a":`, "1") + "}")
	return b.Bytes()
}

// tree returns objects within each other.
func tree(member, leaf string) string {
	const depth = 200
	return strings.Repeat(member, depth) + leaf + strings.Repeat("}", depth)
}

// PatchFamilies returns the families of JSON Patches.
func PatchFamilies() []Family {
	patch := func(op func(i int) string) func(size int) []byte {
		return func(size int) []byte {
			b := []byte{'['}
			for i := 0; len(b) < size; i++ {
				if i > 0 {
					b = append(b, ',')
				}
				b = append(b, op(i)...)
			}
			return append(b, ']')
		}
	}
	same := func(op string) func(size int) []byte { return patch(func(int) string { return op }) }
	families := []Family{
		{Name: "additions at the front", Make: same(`{"op":"add","path":"/list/0","value":0}`)},
		{Name: "additions at the end", Make: same(`{"op":"add","path":"/list/-","value":0}`)},
		{Name: "additions here and there", Make: patch(func(i int) string {
			return fmt.Sprintf(`{"op":"add","path":"/list/%d","value":{}}`, i*7919%5000)
		})},
		{Name: "additions and removals", Make: patch(func(i int) string {
			if i%2 == 0 {
				return `{"op":"add","path":"/list/2500","value":"x"}`
			}
			return `{"op":"remove","path":"/list/2500"}`
		})},
		{Name: "new members", Make: patch(func(i int) string { return fmt.Sprintf(`{"op":"add","path":"/%s","value":0}`, Alike(i)) })},
		{Name: "a member that comes and goes", Make: patch(func(i int) string {
			if i%2 == 0 {
				return `{"op":"add","path":"/object/x","value":0}`
			}
			return `{"op":"remove","path":"/object/x"}`
		})},
		{Name: "copies of everything", Make: same(`{"op":"copy","from":"","path":"/list/0"}`)},
		{Name: "copies that grow", Make: same(`{"op":"copy","from":"/list","path":"/list/0"}`)},
		{Name: "copies of a number", Make: same(`{"op":"copy","from":"/list/7","path":"/list/3"}`)},
		{Name: "moves to and fro", Make: patch(func(i int) string {
			if i%2 == 0 {
				return `{"op":"move","from":"/object","path":"/moved"}`
			}
			return `{"op":"move","from":"/moved","path":"/object"}`
		})},
		{Name: "moves into each other", Make: patch(func(i int) string {
			return fmt.Sprintf(`{"op":"move","from":"/list/%d","path":"/list/%d"}`, i%4999, (i*31)%4999)
		})},
		{Name: "tests of repeated members", Make: same(`{"op":"test","path":"/same","value":{"k":1}}`)},
		{Name: "tests of deep values", Make: same(`{"op":"test","path":"/deep` + strings.Repeat("/0", 400) + `","value":1}`)},
		{Name: "tests of deep objects that differ in the end", Make: same(`{"op":"test","path":"/tree","value":` + tree(`{"a":`, "2") + "}")},
		{Name: "tests of members that are hidden", Make: same(`{"op":"test","path":"/tree","value":` + tree(`{"a":{"a":0},"a":`, "1") + "}")},
		{Name: "tests after changes", Make: patch(func(i int) string {
			if i%2 == 0 {
				return `{"op":"replace","path":"/same/k","value":1}`
			}
			return `{"op":"test","path":"/same","value":{"k":1}}`
		})},
		{Name: "replacements all over", Make: patch(func(i int) string {
			return fmt.Sprintf(`{"op":"replace","path":"/object/%s","value":%d}`, Alike(i%500), i)
		})},
		{Name: "paths that lead deeper and deeper", Make: patch(func(i int) string {
			return `{"op":"test","path":"/deep` + strings.Repeat("/0", i%401) + `","value":` + strings.Repeat("[", 400-i%401) + "1" + strings.Repeat("]", 400-i%401) + "}"
		})},
		{Name: "a long path", Make: func(size int) []byte {
			return []byte(`[{"op":"add","path":"/` + strings.Repeat("k", size) + `","value":0}]`)
		}},
		{Name: "a path of many segments", Make: func(size int) []byte {
			return []byte(`[{"op":"add","path":"` + strings.Repeat("/0", size/2) + `","value":0}]`)
		}},
		{Name: "a path of escapes", Make: func(size int) []byte {
			return []byte(`[{"op":"remove","path":"/` + strings.Repeat("~0~1", size/4) + `"}]`)
		}},
		{Name: "operations with many members", Make: func(size int) []byte {
			return []byte(`[{"op":"remove","path":"/list"` + strings.Repeat(`,"x":0`, size/6) + `}]`)
		}},
		{Name: "an operation that is none", Make: func(size int) []byte {
			return []byte(`[{"path":"","op":"` + strings.Repeat("\u202eadd", size/6) + `"}]`)
		}},
		{Name: "a large value", Make: func(size int) []byte {
			return []byte(`[{"op":"add","path":"/list/1","value":[` + strings.Repeat("0,", size/2) + `0]}]`)
		}},
	}
	for i := range families {
		families[i].Name = "JSON Patch: " + families[i].Name
		families[i].Format = JSONPatch
	}
	return families
}
