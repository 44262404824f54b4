// Types that write and read themselves.

package msgcodec

import (
	"bytes"
	"encoding"
	"reflect"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

var (
	encodableType   = reflect.TypeFor[msgp.Encodable]()
	decodableType   = reflect.TypeFor[msgp.Decodable]()
	marshalerType   = reflect.TypeFor[msgp.Marshaler]()
	unmarshalerType = reflect.TypeFor[msgp.Unmarshaler]()
	numberedType    = reflect.TypeFor[msgp.Numbered]()
	namedType       = reflect.TypeFor[msgp.Named]()
	reflectedType   = reflect.TypeFor[msgp.Reflected]()
)

// The methods that generators make.
func methodMarshalMsg(t reflect.Type) (reflect.Method, bool)   { return t.MethodByName("MarshalMsg") }
func methodUnmarshalMsg(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("UnmarshalMsg") }
func methodEncodeMsg(t reflect.Type) (reflect.Method, bool)    { return t.MethodByName("EncodeMsg") }
func methodDecodeMsg(t reflect.Type) (reflect.Method, bool)    { return t.MethodByName("DecodeMsg") }
func methodMsgsize(t reflect.Type) (reflect.Method, bool)      { return t.MethodByName("Msgsize") }
func methodWithCfg(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("UnmarshalMsgWithCfg")
}
func methodNumberedMsg(t reflect.Type) (reflect.Method, bool)  { return t.MethodByName("NumberedMsg") }
func methodNamedMsg(t reflect.Type) (reflect.Method, bool)     { return t.MethodByName("NamedMsg") }
func methodReflectedMsg(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("ReflectedMsg") }

// isGenerated reports whether the methods of t, a type of its own right, were made by
// a generator: those make a method for the size, or one with a configuration, too.
func isGenerated(t reflect.Type) bool {
	set := t
	if t.Kind() != reflect.Interface {
		set = reflect.PointerTo(t)
	}
	if _, ok := methodMsgsize(set); ok && plan.Receiver(t, methodMsgsize) == t {
		return true
	}
	_, ok := methodWithCfg(set)
	return ok && plan.Receiver(t, methodWithCfg) == t
}

// writesKind reports whether the methods of t were made by a generator, which writes what the
// kind of t says.
func writesKind(t reflect.Type) bool {
	return isGenerated(t) && t.PkgPath() != rawType.PkgPath()
}

// owns reports whether the method, which t has, is for t: declared for it, or written
// by hand for a type that t embeds, as those of Raw. A method generated for that type knows its fields alone.
func owns(t reflect.Type, m plan.Method) bool {
	r := plan.Receiver(t, m)
	return r == t || !writesKind(r)
}

// passesOver reports whether the generated methods of t do not count: values of t may come under a declaration, of which
// they know nothing, or they, or those that they call, write the keys of the other format. So a message has keys of one
// kind, whatever code its types have.
func (c *compiler) passesOver(t reflect.Type) bool {
	ours, others := writesNames, writesNumbers
	if c.profile.key.format.IDs {
		ours, others = others, ours
	}
	return writesKind(t) && typeset.Reaches(c.profile.key.types, t, true) ||
		others(t) || ours(t) && typeset.Holds(t, others)
}

// writesNames reports whether t has generated methods that write names for the keys of structs, writesNumbers whether
// they write numbers.
func writesNames(t reflect.Type) bool   { return declares(t, namedType, methodNamedMsg) }
func writesNumbers(t reflect.Type) bool { return declares(t, numberedType, methodNumberedMsg) }

// takesOver reports whether reflection takes the place of the methods of t: the options ask for what generated code does not know,
// or values have texts of which only reflection knows what those before have cost, and a marker says that reflection writes the
// same otherwise. Methods without it stay: those of users, of other generators, and of
// zebrapack under directives.
func (c *compiler) takesOver(t reflect.Type) bool {
	return isReflected(t) && (c.profile.key.reflected || typeset.Holds(t, func(t reflect.Type) bool { return costly.OfText(t) != costly.Cheap }))
}

// isReflected reports whether the methods of t are generated code that does what reflection does.
func isReflected(t reflect.Type) bool { return declares(t, reflectedType, methodReflectedMsg) }

func declares(t, marker reflect.Type, m plan.Method) bool {
	return t.Name() != "" && t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(marker) && plan.Receiver(t, m) == t
}

// The methods of msgp that count for t.
func isMarshaler(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(marshalerType) && owns(t, methodMarshalMsg)
}

func isEncodable(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(encodableType) && owns(t, methodEncodeMsg)
}

func isUnmarshaler(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(unmarshalerType) && owns(t, methodUnmarshalMsg)
}

func isDecodable(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(decodableType) && owns(t, methodDecodeMsg)
}

func writesItself(t reflect.Type) bool { return isMarshaler(t) || isEncodable(t) || writesMsgpack(t) }
func readsItself(t reflect.Type) bool {
	_, arg := streamMethod(t, false)
	return isUnmarshaler(t) || isDecodable(t) || arg != nil || isBytesUnmarshaler(t)
}

// hasMethods reports whether t has methods that write or read it.
func hasMethods(t reflect.Type) bool {
	write, read := plan.Methods(t)
	return writesItself(t) || readsItself(t) || write != plan.NoMethod || read != plan.NoMethod
}

// compileMethods fills k from the methods of its type, and reports whether it has any that
// matter. Methods of a pointer count too, since every variable here has an address. The
// methods that generators make come first, then those of vmihailenco/msgpack, then those that
// [plan.Methods] chooses. A direction without methods goes by the kind of the type.
func (c *compiler) compileMethods(k *codec) bool {
	t := k.typ
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false
	}
	if c.passesOver(t) || c.takesOver(t) {
		return false
	}
	write, readBy := plan.Methods(t)
	app, read := k.msgpackMethods()
	form := FormKind
	switch {
	case isMarshaler(t):
		app, form = k.appendMsg, FormMessagePack
	case isEncodable(t):
		app, form = k.appendStream, FormMessagePack
	case app != nil:
		form = FormMessagePack
	case write == plan.TextMethod:
		app, form = k.appendTextMethod, FormText
	case write == plan.BinaryMethod:
		app, form = k.appendBinaryMethod, FormBinary
	case write == plan.JSONMethod, write == plan.BEVEMethod:
		app, form = k.appendJSONMethod, FormJSON
	}
	if form == FormMessagePack && writesKind(t) {
		form = FormKind // by generated code
	}
	switch {
	case isUnmarshaler(t):
		read = k.readMsg
	case isDecodable(t):
		read = k.readStream
	case read != nil:
	case readBy == plan.TextMethod:
		read, k.kind = k.readTextMethod, costly.OfText(t)
	case readBy == plan.BinaryMethod:
		read = k.readBinaryMethod
	case readBy == plan.JSONMethod, readBy == plan.BEVEMethod:
		read, k.kind = k.readJSONMethod, costly.OfJSON(t)
	}
	if app == nil && read == nil {
		return false
	}
	c.compileKind(k)
	k.op, k.fields, k.opaque, k.form = opCall, nil, true, form
	if app != nil {
		k.append = app
		if form != FormKind {
			k.cause = nil
		}
	}
	if read != nil {
		k.read = read
	}
	if isReflected(t) {
		k.cleared = c.profile.reflected().codecFor(t)
	}
	return true
}

func (k *codec) appendMsg(e *encodeState, dst []byte, p mem.Pointer) []byte {
	out, err := k.pointer(p).(msgp.Marshaler).MarshalMsg(dst)
	if err == nil && len(out) < len(dst) {
		err = fault.Because(fault.ErrSyntax, "MarshalMsg did not append")
	}
	if err != nil {
		return k.refusedAppend(e, dst, p, err)
	}
	return e.checked(out, len(dst), k.typ.String())
}

// appendStream is appendMsg for a type that knows streams only.
func (k *codec) appendStream(e *encodeState, dst []byte, p mem.Pointer) []byte {
	w := bytes.NewBuffer(dst)
	if err := msgp.Encode(w, k.pointer(p).(msgp.Encodable)); err != nil {
		return k.refusedAppend(e, dst, p, err)
	}
	return e.checked(w.Bytes(), len(dst), k.typ.String())
}

func (k *codec) appendTextMethod(e *encodeState, dst []byte, p mem.Pointer) []byte {
	text, err := k.pointer(p).(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.appendText(dst, mem.String(text))
}

func (k *codec) appendBinaryMethod(e *encodeState, dst []byte, p mem.Pointer) []byte {
	b, err := k.pointer(p).(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.appendBin(dst, b)
}

// isNil reads nil as the zero value of a type with methods, and reports whether it was
// nil.
func (k *codec) isNil(d *decodeState, off int, p mem.Pointer) bool {
	if off >= len(d.src) || d.src[off] != msgwire.Nil {
		return false
	}
	k.value(p).SetZero()
	return true
}

func (k *codec) readMsg(d *decodeState, off int, p mem.Pointer) int {
	if k.cleared == nil && k.isNil(d, off, p) {
		return off + 1
	}
	before := d.budget
	next := d.skip(off)
	if next < 0 {
		return k.refusedRead(d, off, p, before)
	}
	o, err := k.pointer(p).(msgp.Unmarshaler).UnmarshalMsg(d.src[off:next:next])
	if err == nil && len(o) != 0 {
		err = fault.Because(fault.ErrSyntax, "UnmarshalMsg did not read the whole value")
	}
	if err != nil {
		d.FailMethod(off, k.typ.String(), err)
		return k.refusedRead(d, off, p, before)
	}
	return next
}

// readStream is readMsg for a type that knows streams only.
func (k *codec) readStream(d *decodeState, off int, p mem.Pointer) int {
	if k.isNil(d, off, p) {
		return off + 1
	}
	before := d.budget
	next := d.skip(off)
	if next < 0 {
		return k.refusedRead(d, off, p, before)
	}
	m := msgp.NewReaderSize(bytes.NewReader(d.src[off:next]), next-off)
	if err := k.pointer(p).(msgp.Decodable).DecodeMsg(m); err != nil {
		d.FailMethod(off, k.typ.String(), err)
		return k.refusedRead(d, off, p, before)
	}
	return next
}

// refusedRead returns what becomes of the value at off, which the methods of its type have refused, with what the budget was
// before. Generated code that does what reflection does is the quick way for what is right; what is wrong reflection says, so
// that errors are the same with code and without.
func (k *codec) refusedRead(d *decodeState, off int, p mem.Pointer, before fault.Budget) int {
	if !isReflected(k.typ) {
		return -1
	}
	d.Failure.Forget()
	d.budget = before
	usual := d.profile
	d.profile = usual.reflected()
	next := d.profile.codecFor(k.typ).read(d, off, p)
	d.profile = usual
	return next
}

// refusedAppend is refusedRead for a value that methods did not write.
func (k *codec) refusedAppend(e *encodeState, dst []byte, p mem.Pointer, err error) []byte {
	if !isReflected(k.typ) {
		return e.fail(k.typ.String(), err)
	}
	usual := e.profile
	e.profile = usual.reflected()
	dst = e.profile.codecFor(k.typ).append(e, dst, p)
	e.profile = usual
	return dst
}

// readTextMethod reads a str, and the bin that vmihailenco/msgpack makes of such types: there
// methods of binary come before those of text.
func (k *codec) readTextMethod(d *decodeState, off int, p mem.Pointer) int {
	if k.isNil(d, off, p) {
		return off + 1
	}
	text, next := d.text(off)
	if next < 0 {
		return k.readTextOfBin(d, off, p)
	}
	if err := d.unmarshalText(k.kind, k.pointer(p).(encoding.TextUnmarshaler), text); err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}

// unmarshalText calls a method of a type of that kind.
func (d *decodeState) unmarshalText(kind costly.Kind, v encoding.TextUnmarshaler, text []byte) error {
	return d.texts.Unmarshal(kind, v, text, len(d.src)-d.root)
}

// readTextOfBin is readTextMethod for what is not a str.
func (k *codec) readTextOfBin(d *decodeState, off int, p mem.Pointer) int {
	b, next := d.bin(off)
	if next < 0 {
		return k.instead(d, off, p)
	}
	var err error
	into := k.pointer(p)
	if binary, ok := into.(encoding.BinaryUnmarshaler); ok {
		err = binary.UnmarshalBinary(b)
	} else {
		err = d.unmarshalText(k.kind, into.(encoding.TextUnmarshaler), b)
	}
	if err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}

func (k *codec) readBinaryMethod(d *decodeState, off int, p mem.Pointer) int {
	if k.isNil(d, off, p) {
		return off + 1
	}
	b, next := d.bin(off)
	if next < 0 {
		return k.instead(d, off, p)
	}
	if err := k.pointer(p).(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}

// Hooks are methods that a type has to be told of: before it is written, and after it was
// read. Types with generated methods have them called by these.
type (
	preSaver   interface{ PreSaveHook() }
	postLoader interface{ PostLoadHook() }
)

var (
	preSaverType   = reflect.TypeFor[preSaver]()
	postLoaderType = reflect.TypeFor[postLoader]()
)

// hook makes k call the hooks of its type.
func (k *codec) hook() {
	if k.typ.Kind() == reflect.Pointer || k.typ.Kind() == reflect.Interface {
		return
	}
	ptr := reflect.PointerTo(k.typ)
	if ptr.Implements(preSaverType) {
		inner := k.append
		k.op = opCall
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			k.pointer(p).(preSaver).PreSaveHook()
			return inner(e, dst, p)
		}
	}
	if ptr.Implements(postLoaderType) {
		inner := k.read
		k.op = opCall
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			if off = inner(d, off, p); off >= 0 {
				k.pointer(p).(postLoader).PostLoadHook()
			}
			return off
		}
	}
}
