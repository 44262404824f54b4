package meaning

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Project returns the JSON text's node that stands for a value by section 10 of the
// specification; ok is false where there is none. Floats keep their width.
func Project(n Node) (out Node, ok bool) {
	switch v := n.(type) {
	case []Node:
		list := make([]Node, len(v))
		for i := range v {
			if list[i], ok = Project(v[i]); !ok {
				return nil, false
			}
		}
		return list, true
	case Pairs:
		if name, content, special := Special(n); special {
			return projectSpecial(n, name, content)
		}
		pairs := make(Pairs, len(v))
		for i := range v {
			if pairs[i].Value, ok = Project(v[i].Value); !ok {
				return nil, false
			}
			pairs[i].Key = v[i].Key
		}
		return asObject(pairs), true
	}
	return n, true
}

// Plain is a JSON text that does not have this notation, in it.
func Plain(n Node) Node {
	switch v := n.(type) {
	case []Node:
		list := make([]Node, len(v))
		for i := range v {
			list[i] = Plain(v[i])
		}
		return list
	case Pairs:
		pairs := make(Pairs, len(v))
		for i := range v {
			pairs[i] = Pair{v[i].Key, Plain(v[i].Value)}
		}
		return asObject(pairs)
	}
	return n
}

// asObject keeps a single member whose name starts with "$" from being taken for a special.
func asObject(pairs Pairs) Node {
	if len(pairs) != 1 || !strings.HasPrefix(pairs[0].Key, "$") {
		return pairs
	}
	return Pairs{{"$object", []Node{[]Node{pairs[0].Key, pairs[0].Value}}}}
}

func projectSpecial(n Node, name string, content Node) (Node, bool) {
	list, _ := content.([]Node)
	switch name {
	case "bf16", "f16", "f32", "f64":
		if _, special := content.(string); special {
			return nil, true
		}
		return n, true
	case "object", "map":
		pairs, _ := pairsOf(n)
		for i := range pairs {
			value, ok := Project(pairs[i].Value)
			if !ok {
				return nil, false
			}
			pairs[i].Value = value
		}
		return asObject(pairs), true
	case "complex", "stream":
		return Project(list)
	case "matrix":
		elements, ok := Project(list[2])
		layout := map[Node]Node{"row": "layout_right", "column": "layout_left"}[list[0]]
		return Pairs{{"layout", layout}, {"extents", list[1]}, {"value", elements}}, ok
	case "tag": // which is not the only form: see matchTag
		value, ok := Project(list[1])
		return Pairs{{"$tag", []Node{list[0], value}}}, ok
	case "interval":
		start, okStart := Project(list[0])
		end, okEnd := Project(list[1])
		return Pairs{{"start", start}, {"end", end}}, okStart && okEnd
	case "regexp":
		return Pairs{{"pattern", list[1]}, {"flags", list[0]}}, true
	case "uuid":
		return content, true
	case "timestamp":
		return projectTime(list)
	case "duration":
		return projectDuration(list)
	}
	return nil, false
}

func whole(n Node) int64 {
	number, _ := n.(json.Number)
	v, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return v
}

func projectTime(list []Node) (Node, bool) {
	seconds, zone := whole(list[0]), whole(list[2])
	if seconds < -70_000_000_000 || seconds > 260_000_000_000 {
		return nil, false
	}
	at := time.Unix(seconds, whole(list[1])).In(time.FixedZone("", int(zone)*60))
	if at.Year() < 0 || at.Year() > 9999 {
		return nil, false
	}
	return at.Format(time.RFC3339Nano), true
}

func projectDuration(list []Node) (Node, bool) {
	number, _ := list[1].(json.Number)
	seconds, err := strconv.ParseUint(string(number), 10, 64)
	if err != nil {
		return nil, false
	}
	hours, minutes, rest := seconds/3600, seconds/60%60, seconds%60
	text := "PT"
	if list[0] == "-" && (seconds != 0 || whole(list[2]) != 0) {
		text = "-PT"
	}
	if hours > 0 {
		text += strconv.FormatUint(hours, 10) + "H"
	}
	if minutes > 0 {
		text += strconv.FormatUint(minutes, 10) + "M"
	}
	fraction := strings.TrimRight(fmt.Sprintf(".%09d", whole(list[2])), "0")
	if fraction = strings.TrimSuffix(fraction, "."); rest > 0 || fraction != "" || hours+minutes == 0 {
		text += strconv.FormatUint(rest, 10) + fraction + "S"
	}
	return text, true
}
