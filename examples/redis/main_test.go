package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

func TestRun(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: redistest.Run(t).Addr()})
	defer client.Close()
	var out strings.Builder
	if err := run(t.Context(), &out, client); err != nil {
		t.Fatal(err)
	}
	// Who is held up between the cache and the question asks once more: rare, and right.
	want := regexp.MustCompile(`^100 asked for a track: [1-9] question\(s\) to the database
3 asked for none: 1 question\(s\) to the database
of 4 tracks 2 are in the cache; Intermezzo takes 1m30s
of the 400\d\d bytes of a track, the title alone: No\. 1
$`)
	if !want.MatchString(out.String()) {
		t.Errorf("printed\n%s", out.String())
	}
	if keys, err := client.Keys(t.Context(), "*").Result(); len(keys) != 0 || err != nil {
		t.Errorf("not deleted: %q, %v", keys, err)
	}
}

func TestConnectSaysWhatIsWrong(t *testing.T) {
	const nobody = "127.0.0.1:1"
	if err := connect(t.Context(), nobody); err == nil || !strings.Contains(err.Error(), nobody) {
		t.Errorf("error %v", err)
	}
}
