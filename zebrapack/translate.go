// From ZebraPack to MessagePack with named keys, JSON and Go values, by the schema
// alone.

package zebrapack

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// TranslateOptions are the choices of a translation; the zero value is what ToMsgpack,
// ToJSON and Decode use.
type TranslateOptions struct {
	// Root is the name of the struct that the message holds. It is needed where the
	// message does not have the name and the schema has several structs, or several instances
	// of the generic type that has the name, and it comes before the name in the message.
	Root string
	// Limits bounds what a message may cost.
	Limits Limits
	// AllowUnnamed passes on structs that the schema does not know, with ids in decimal
	// as names. Otherwise they are an error.
	AllowUnnamed bool
}

// ToMsgpack returns a message, which holds one value, as MessagePack with named keys:
// what code generated in MessagePack mode writes and reads. Members that the schema does
// not know get their id in decimal for a name, and fields with the option showzero are
// there even if they are missing. Errors are *[DecodeError].
func ToMsgpack(s *Schema, data []byte) ([]byte, error) { return TranslateOptions{}.ToMsgpack(s, data) }

// ToJSON returns a message as JSON: bytes are in base64, times in RFC 3339, integer keys
// of maps in decimal, other keys that are not text as the text of their JSON, and an extension is an
// object with its type and its bytes. NaN and infinities are an error. Otherwise it is as [ToMsgpack].
func ToJSON(s *Schema, data []byte) ([]byte, error) { return TranslateOptions{}.ToJSON(s, data) }

// Decode returns a message as Go values: a struct is a map[string]any, a Go map with
// other keys than text too, with its keys as those of [ToJSON], and all else is as package msgpack reads it
// into an any. Otherwise it is as [ToMsgpack].
func Decode(s *Schema, data []byte) (any, error) { return TranslateOptions{}.Decode(s, data) }

// ToMsgpack is the function ToMsgpack, with options.
func (o TranslateOptions) ToMsgpack(s *Schema, data []byte) ([]byte, error) {
	return o.translator(s, data).message()
}

// ToJSON is the function ToJSON, with options.
func (o TranslateOptions) ToJSON(s *Schema, data []byte) ([]byte, error) {
	t := o.translator(s, data)
	t.textKeys = true
	packed, err := t.message()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := msgp.UnmarshalAsJSON(&out, packed); err != nil {
		return nil, &DecodeError{Format: formatName, Err: err}
	}
	return out.Bytes(), nil
}

// Decode is the function Decode, with options.
func (o TranslateOptions) Decode(s *Schema, data []byte) (any, error) {
	t := o.translator(s, data)
	t.textKeys = true
	packed, err := t.message()
	if err != nil {
		return nil, err
	}
	v, _, err := msgp.ReadIntfBytes(packed)
	if err != nil {
		return nil, &DecodeError{Format: formatName, Err: err}
	}
	return v, nil
}

// translator rewrites one message. After a failure err is set, and rest is where it is;
// every method then does nothing.
type translator struct {
	schema     *Schema
	options    *TranslateOptions
	data, rest []byte
	out        []byte
	budget     fault.Budget
	trail      fault.Trail
	err        error
	textKeys   bool // keys of maps become text
	byID       map[*Struct]fields
	byName     map[string]*Struct // see [Schema.onWire]
}

// translator returns one of data. A nil schema is one without structs.
func (o *TranslateOptions) translator(s *Schema, data []byte) *translator {
	return &translator{schema: s.orEmpty(), options: o, data: data, rest: data, budget: fault.Limits(o.Limits).Budget()}
}

// field returns the field of a struct with a number, or nil.
func (t *translator) field(st *Struct, id int64) *Field {
	if id >= 0 && id < int64(len(st.Fields)) && st.Fields[id].Zid == id {
		return &st.Fields[id]
	}
	if len(st.Fields) <= fewFields {
		return st.Field(id)
	}
	all := t.byID[st]
	if all == nil {
		if t.byID == nil {
			t.byID = map[*Struct]fields{}
		}
		all = st.byID()
		t.byID[st] = all
	}
	return all[id]
}

// fewFields is how many are looked through one by one.
const fewFields = 16

// named returns the struct that the value in hand says it is, or nil, and its name.
func (t *translator) named() (*Struct, string) {
	name := msgp.StructName(t.rest)
	if name == "" {
		return nil, ""
	}
	if t.byName == nil {
		t.byName = t.schema.onWire()
	}
	return t.byName[name], name
}

// message translates the one value of the message.
func (t *translator) message() ([]byte, error) {
	if !fault.Limits(t.options.Limits).Admits(len(t.data)) {
		t.fail(fault.Because(fault.ErrLimit, "more bytes than Limits.MaxBytes"))
	} else {
		t.out = make([]byte, 0, len(t.data)+len(t.data)/2)
		t.root()
	}
	if t.err == nil && len(t.rest) > 0 {
		t.fail(fault.ErrTrailing)
	}
	if t.err != nil {
		return nil, &DecodeError{Format: formatName, Offset: int64(len(t.data) - len(t.rest)), Path: t.trail.Pointer(), Err: t.err}
	}
	return t.out, nil
}

func (t *translator) fail(err error) { t.err = err }

// root translates the outermost value.
func (t *translator) root() {
	st := t.schema.Structs[t.options.Root]
	if st == nil && t.options.Root == "" {
		st, _ = t.named()
	}
	if st == nil && t.options.Root == "" && len(t.schema.Structs) == 1 {
		st = t.schema.Structs[t.schema.Names()[0]]
	}
	switch {
	case st != nil:
		t.structure(st)
	case t.options.Root != "":
		t.fail(fault.Because(fault.ErrMissing, "the schema has no struct "+fault.Quote(t.options.Root)))
	default:
		t.value(&Type{Kind: KindInterface})
	}
}

// copied passes a value on as it is.
func (t *translator) copied() {
	rest, err := msgp.Skip(t.rest)
	if err != nil {
		t.fail(err)
		return
	}
	t.out = append(t.out, t.rest[:len(t.rest)-len(rest)]...)
	t.rest = rest
}

// enter reads the head of an array or map and descends into it. It returns false after a
// failure.
func (t *translator) enter(read func([]byte) (uint32, []byte, error)) (n int, ok bool) {
	count, rest, err := read(t.rest)
	if err == nil && !t.budget.Enter(int(count)) {
		err = t.budget.Err()
	}
	if err != nil {
		t.fail(err)
		return 0, false
	}
	t.rest = rest
	return int(count), true
}

// value translates a value of a type.
func (t *translator) value(typ *Type) {
	if t.err != nil {
		return
	}
	for typ.Kind == KindPointer {
		typ = typ.Domain
	}
	if st := t.schema.StructOf(typ); st != nil && !msgp.IsNil(t.rest) {
		t.structure(st)
		return
	}
	switch msgp.NextType(t.rest) {
	case msgp.ArrayType:
		t.array(typ)
	case msgp.MapType:
		t.mapping(typ)
	default:
		t.copied()
	}
}

var anything = &Type{Kind: KindInterface}

func (t *translator) array(typ *Type) {
	elem := anything
	switch typ.Kind {
	case KindSlice:
		elem = typ.Domain
	case KindArray:
		elem = typ.Range
	}
	n, ok := t.enter(msgp.ReadArrayHeaderBytes)
	if !ok {
		return
	}
	t.out = msgp.AppendArrayHeader(t.out, uint32(n))
	for i := range n {
		if t.value(elem); t.err != nil {
			t.trail.Index(i)
			return
		}
	}
	t.budget.Leave()
}

// mapping translates a map. One whose type is not known may be a struct, and then has its
// name.
func (t *translator) mapping(typ *Type) {
	elem := anything
	if typ.Kind == KindMap {
		elem = typ.Range
	} else {
		st, name := t.named()
		if st != nil {
			t.structure(st)
			return
		}
		if name != "" {
			t.unnamed(name)
			return
		}
	}
	n, ok := t.enter(msgp.ReadMapHeaderBytes)
	if !ok {
		return
	}
	t.out = msgp.AppendMapHeader(t.out, uint32(n))
	for range n {
		name, ok := t.key(typ)
		if !ok {
			return
		}
		if t.value(elem); t.err != nil {
			t.trail.Key(name)
			return
		}
	}
	t.budget.Leave()
}

// key passes on the key of a map of a type and returns it as text. Only keys of Go maps may be
// integers: elsewhere an integer is an id of a struct that the schema does not know.
func (t *translator) key(of *Type) (string, bool) {
	integers := of.Kind == KindMap
	switch msgp.NextType(t.rest) {
	case msgp.StrType, msgp.BinType:
		name, rest, err := msgp.ReadMapKeyZC(t.rest)
		if err != nil {
			t.fail(err)
			return "", false
		}
		if integers && of.Domain.Kind == KindBytes && !t.textKeys {
			t.copied()
			return string(name), true
		}
		t.out = msgp.AppendStringFromBytes(t.out, name)
		t.rest = rest
		return string(name), true
	case msgp.IntType, msgp.UintType:
		if !integers && !t.options.AllowUnnamed {
			t.fail(errUnnamed)
			return "", false
		}
		start := t.rest
		text, ok := t.integer()
		if !ok {
			return "", false
		}
		if integers && !t.textKeys {
			t.out = append(t.out, start[:len(start)-len(t.rest)]...)
		} else {
			t.out = msgp.AppendString(t.out, text)
		}
		return text, true
	case msgp.InvalidType:
		t.copied() // which fails, and says why
		return "", false
	}
	domain := anything
	if integers {
		domain = of.Domain
	}
	if msgp.IsNil(t.rest) || domain.plainKey() {
		t.fail(msgp.ErrKeyType)
		return "", false
	}
	return t.otherKey(domain)
}

// plainKey reports whether keys of a type are text or integers.
func (t *Type) plainKey() bool {
	for t.Kind == KindPointer {
		t = t.Domain
	}
	switch t.Kind {
	case KindBytes, KindString, KindUint, KindUint8, KindUint16, KindUint32, KindUint64, KindByte, KindInt, KindInt8, KindInt16, KindInt32, KindInt64:
		return true
	}
	return false
}

// otherKey passes on a key that is neither text nor an integer.
func (t *translator) otherKey(typ *Type) (string, bool) {
	start, before := len(t.out), t.rest
	shown := msgwire.KeyText(before, 0)
	t.value(typ)
	if t.err == nil && t.textKeys {
		text, err := msgp.Raw(t.out[start:]).MarshalJSON()
		if err != nil {
			t.rest = before
			t.fail(err)
			return "", false
		}
		t.out = msgp.AppendString(t.out[:start], textOf(text))
	}
	return shown, t.err == nil
}

// textOf returns the text of a JSON string, and other JSON as it is.
func textOf(text json.RawValue) string {
	if text[0] == '"' {
		text = text.Unquote()
	}
	return string(text)
}

// integer reads an integer key of either family, as text.
func (t *translator) integer() (string, bool) {
	if msgp.NextType(t.rest) == msgp.UintType {
		v, rest, err := msgp.ReadUint64Bytes(t.rest)
		if err != nil {
			t.fail(err)
			return "", false
		}
		t.rest = rest
		return strconv.FormatUint(v, 10), true
	}
	v, rest, err := msgp.ReadInt64Bytes(t.rest)
	if err != nil {
		t.fail(err)
		return "", false
	}
	t.rest = rest
	return strconv.FormatInt(v, 10), true
}

var errUnnamed = fault.Because(fault.ErrMissing, "neither the message nor the schema says which struct it is")

// unnamed translates a struct that the schema does not have.
func (t *translator) unnamed(name string) {
	if !t.options.AllowUnnamed {
		if name == "" {
			t.fail(errUnnamed)
		} else {
			reason := "the schema has no struct " + fault.Quote(name)
			if _, several := t.byName[name]; several {
				reason = "the schema has several structs " + fault.Quote(name) + "; Root says which of them a message is"
			}
			t.fail(fault.Because(fault.ErrMissing, reason))
		}
		return
	}
	t.structure(&Struct{Name: name})
}

// structure translates a struct: a map from ids, or the array of a tuple.
func (t *translator) structure(st *Struct) {
	switch {
	case msgp.IsNil(t.rest):
		t.copied()
		return
	case st.Tuple || msgp.NextType(t.rest) == msgp.ArrayType:
		t.tuple(st)
		return
	}
	n, ok := t.enter(msgp.ReadMapHeaderBytes)
	if !ok {
		return
	}
	head := len(t.out)
	// Room for the head that most pairs need, which the number of pairs may not.
	most := n + len(st.Fields)
	t.out = msgp.AppendMapHeader(t.out, uint32(most))
	body := len(t.out)
	seen := make(map[int64]bool, min(n, len(st.Fields)))
	pairs := 0
	for range n {
		id, rest, err := msgp.ReadID(t.rest)
		if err != nil {
			t.fail(err)
			return
		}
		if id == -1 {
			if t.rest, err = msgp.Skip(rest); err != nil {
				t.rest = rest
				t.fail(err)
				return
			}
			continue
		}
		name, typ := strconv.FormatInt(id, 10), anything
		if f := t.field(st, id); f != nil && id >= 0 {
			name = f.wireName()
			if f.FullType != nil {
				typ = f.FullType
			}
		}
		if seen[id] {
			t.fail(fault.ErrDuplicate)
			t.trail.Key(name)
			return
		}
		seen[id] = true
		t.rest = rest
		t.out = msgp.AppendString(t.out, name)
		if t.value(typ); t.err != nil {
			t.trail.Key(name)
			return
		}
		pairs++
	}
	for i := range st.Fields {
		if f := &st.Fields[i]; f.ShowZero && !f.Skip && !seen[f.Zid] {
			t.out = appendZero(msgp.AppendString(t.out, f.wireName()), f.FullType)
			pairs++
		}
	}
	t.head(head, body, pairs)
	t.budget.Leave()
}

// head writes the head of a map whose pairs begin at body, in front of them.
func (t *translator) head(head, body, pairs int) {
	var short [msgp.MapHeaderSize]byte
	text := msgp.AppendMapHeader(short[:0], uint32(pairs))
	copy(t.out[head:], text)
	t.out = slices.Delete(t.out, head+len(text), body)
}

// wireName returns the name of a field in MessagePack and JSON.
func (f *Field) wireName() string {
	if f.Skip && f.TagName == "-" {
		return f.GoName
	}
	return f.TagName
}

// tuple translates the array of a tuple.
func (t *translator) tuple(st *Struct) {
	fields := sent(st)
	n, ok := t.enter(msgp.ReadArrayHeaderBytes)
	if !ok {
		return
	}
	if n != len(fields) {
		t.fail(msgp.ArrayError{Wanted: uint32(len(fields)), Got: uint32(n)})
		return
	}
	t.out = msgp.AppendArrayHeader(t.out, uint32(n))
	for i, f := range fields {
		if t.value(f.FullType); t.err != nil {
			t.trail.Index(i)
			return
		}
	}
	t.budget.Leave()
}

// appendZero appends the zero value of a type.
func appendZero(b []byte, typ *Type) []byte {
	switch typ.Kind {
	case KindBytes:
		return msgp.AppendBytes(b, nil)
	case KindString:
		return msgp.AppendString(b, "")
	case KindBool:
		return msgp.AppendBool(b, false)
	case KindTime:
		return msgp.AppendTime(b, time.Time{})
	case KindFloat32:
		return msgp.AppendFloat32(b, 0)
	case KindFloat64:
		return msgp.AppendFloat64(b, 0)
	case KindUint, KindUint8, KindUint16, KindUint32, KindUint64, KindByte, KindInt, KindInt8, KindInt16, KindInt32, KindInt64:
		return msgp.AppendInt64(b, 0)
	}
	return msgp.AppendNil(b)
}
