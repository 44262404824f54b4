// Package pb holds the protobuf messages of the payloads, for google's runtime,
// vtprotobuf and hyperpb, and their conversion from and to the payloads. The
// conversion is never timed.
package pb

//go:generate sh generate.sh
