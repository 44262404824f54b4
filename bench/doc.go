// Package bench compares BEVE with what users would pick instead, side by side in
// one process. The values are in package payload and the codecs in package codecs;
// the benchmarks are in this folder's tests, and README.md says how to run them and
// how to read what they print.
package bench
