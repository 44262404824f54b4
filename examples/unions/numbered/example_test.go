package numbered_test

import (
	"bytes"
	"fmt"
	"log"
	"time"

	"github.com/beve-org/beve-go/examples/unions/numbered"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/zebrapack"
)

func Example() {
	queue := numbered.Queue{Every: time.Minute, Jobs: []numbered.Job{
		numbered.Resize{Image: "cat.png", Width: 640},
		&numbered.Batch{Jobs: []numbered.Job{numbered.Stop{}}},
	}}
	data, err := queue.MarshalMsg(nil)
	if err != nil {
		log.Fatal(err)
	}
	reflected, err := zebrapack.Marshal(&queue)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(data), "bytes, the same by reflection:", bytes.Equal(data, reflected))

	var again numbered.Queue
	if _, err := again.UnmarshalMsg(data); err != nil {
		log.Fatal(err)
	}
	for _, job := range again.Jobs {
		fmt.Println(job.Describe())
	}
	text, err := json.Marshal(&again)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	// Output:
	// 55 bytes, the same by reflection: true
	// resize cat.png to 640
	// 1 jobs
	// {"Jobs":[{"job":"resize","Image":"cat.png","Width":640},{"job":"batch","Jobs":[{"job":"stop"}]}],"Every":"1m0s"}
}
