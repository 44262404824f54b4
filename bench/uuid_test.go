// UUIDs of the package that most programs use, which the library must know by looks
// alone.

package bench

import (
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/google/uuid"
)

func TestUUIDsOfGoogleAreUUIDs(t *testing.T) {
	v7, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []uuid.UUID{uuid.Nil, uuid.Max, uuid.New(), v7, uuid.NewSHA1(uuid.NameSpaceDNS, []byte("x")), uuid.NewMD5(uuid.NameSpaceDNS, []byte("x"))} {
		want, err := beve.MarshalUUID(id)
		if err != nil {
			t.Fatal(err)
		}
		fromText, err := beve.MarshalUUIDString(id.String())
		if err != nil || string(fromText) != string(want) || int(want[1]) != int(id.Version()) {
			t.Errorf("%s: % x, %v", id, fromText, err)
		}
		extended, err := beve.MarshalAuto(id)
		if err != nil || string(extended) != string(want) {
			t.Errorf("%s: % x, %v", id, extended, err)
		}
		portable, err := beve.Marshal(id)
		if err != nil || len(portable) != 18 || portable[0] != 0x14 {
			t.Errorf("%s: % x, %v", id, portable, err)
		}
		text, err := beve.Marshal(id.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{extended, portable, text} {
			var theirs uuid.UUID
			var ours beve.UUID
			if err := beve.Unmarshal(data, &theirs); err != nil || theirs != id {
				t.Errorf("% x: %s, %v", data, theirs, err)
			}
			if err := beve.Unmarshal(data, &ours); err != nil || ours.String() != id.String() {
				t.Errorf("% x: %s, %v", data, ours, err)
			}
		}
	}
}
