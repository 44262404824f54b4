// Package mus holds the serializers that musgen generates for the payloads:
// "NotUnsafe", which its authors call the fastest without side effects. The format
// is positional and has no documents without a type and no complex numbers.
package mus

//go:generate go run ./generate
