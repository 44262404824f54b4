// Package payload holds the values that the suite times: shaped like users' data,
// and the same on every run and every machine.
//
// Every payload is given to every codec that can represent it. Times are in UTC
// and have milliseconds, which is what all of the formats keep.
package payload
