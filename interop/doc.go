// Package interop proves what docs/interop.md says: random documents go between Go
// and other implementations, both ways, and have to mean the same on both sides.
//
//	go test ./...                      10,000 documents for each pair and direction
//	go test ./... -documents 100000 -seed 7 -v
//
// A peer is a program of a few verbs. "echo IN OUT" decodes each message of a file and
// writes it again; "check IN OUT" says of each what is wrong with it, if anything;
// "make SEED N OUT" writes N random documents, each as a message and as the JSON text of
// the same value; "edit IN OUT" changes documents as documents_changed_test.go says. Files
// hold frames: four bytes of length, little end first, and as many bytes. One run of a peer
// handles all documents of a direction. The peers are in testdata; one whose language is not
// installed, or which the network does not bring, is skipped, and says so.
//
// A language may lack a type of Go, and then writes a document otherwise. What it has to
// make of one is stated in forms_test.go, so that its bytes are still held to Go's.
//
// vmihailenco_test.go does the same with a package of Go, in one process.
package interop
