#!/bin/sh
# Generates the messages: needs protoc (Debian: protobuf-compiler) and takes the
# plugins in the versions that go.mod names.
#
# What comes out is renamed to end in _gen.go, and the descriptor, which
# protoc-gen-go turns from a string into bytes with package unsafe, is converted
# instead: it happens once, when the program starts.
set -eu
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
go build -o "$tools" google.golang.org/protobuf/cmd/protoc-gen-go \
	github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto

for name in payload positional; do
	PATH="$tools:$PATH" protoc --go_out=. --go_opt=paths=source_relative \
		--go-vtproto_out=. --go-vtproto_opt=paths=source_relative \
		--go-vtproto_opt=features=marshal+unmarshal+size "$name.proto"

	sed -e '/^\tunsafe "unsafe"$/d' \
		-e 's/unsafe\.Slice(unsafe\.StringData(\([A-Za-z_]*\)), len([A-Za-z_]*))/[]byte(\1)/' \
		"$name.pb.go" >"${name}_gen.go"
	mv "${name}_vtproto.pb.go" "${name}_vtproto_gen.go"
	rm "$name.pb.go"
	gofmt -w "${name}_gen.go" "${name}_vtproto_gen.go"
done
