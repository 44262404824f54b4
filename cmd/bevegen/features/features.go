// Package features has a small source file for each thing that generated code can do. The tests hold what bevegen
// writes for these types to what reflection does with them.
package features

//go:generate go tool bevegen -type=Scalars,NamedScalars,Runs,Slices,Arrays,List,Table,Inner,Structs,NoMembers,Base,Meta,Deeper,Embedded,Shadow,Locked,Conflict,OmitEmpty,OmitZero,Quoted,OmitPointer,Maps,Tree,Ping,Pong,Reflected,Unknown,HoldsUnknown,Box,Pair,Generic,Names,Many,ManyOmitted,Tagged,Foreign
