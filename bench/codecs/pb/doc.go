// Package pb holds the protobuf messages of the payloads, for google's runtime,
// vtprotobuf and hyperpb. All of its code is generated.
package pb

//go:generate sh generate.sh
