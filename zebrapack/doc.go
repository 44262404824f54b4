// Package zebrapack encodes Go values as ZebraPack and back: MessagePack in which structs
// are maps keyed by small numbers, and a schema says what each number means. Fields can be
// added, retired and renamed, and every version of a program reads the data of every other.
//
//	type Person struct {
//		Name string   `zid:"0"`
//		Age  int      `zid:"1" msg:"age"`
//		Fax  struct{} `zid:"2" msg:",deprecated"` // retired: its number is not used again
//	}
//	data, err := zebrapack.Marshal(&Person{Name: "Ada"})
//	var p Person
//	err = zebrapack.Unmarshal(data, &p)
//
// Every field has a number, in the tag zid, or is left out by msg:"-". A message begins with
// the name of the struct, under the key -1, unless NoStructNames; readers pass over it. A
// field that is empty is not sent: a number that is 0, false, the zero time, what has length
// 0, a nil pointer, a nil interface with methods. Structs, arrays, interfaces without
// methods and types with methods are always sent, but for zero ones with the option omitzero.
//
// A field with the tag msg:",unknown", a map[int64]Raw without a number, keeps the members
// that no other field takes, and writes them again after the others.
//
// A field of an interface type with methods, or of a slice of those, is read into what the
// struct around it makes with its method
//
//	NewValueAsInterface(zid int64, typename string) any
//
// for the name on the wire. An interface that package types declares to be a union is a map from the
// number of its case to the value instead, and a schema lists its cases.
//
// Generated code that writes names for keys ([msgp.Named]) is not called.
//
// All else is as in package msgpack: types, forms that are read, limits, errors. Times are
// written as extension 5, and in an interface a map has keys of text only.
//
// Go's reflection does not tell []byte from []uint8; both are a bin here, as []byte is for
// the generator, which writes fields that are spelled []uint8 as arrays. Neither reads the
// form of the other: where both are used, spell such fields []byte.
package zebrapack
