// Command weight is what TestProgramsHaveOnlyWhatTheyUse looks into: the least that a program does.
package main

import (
	"fmt"
	"os"

	"github.com/beve-org/beve-go"
)

func main() {
	v := struct{ Args []string }{os.Args}
	data, err := beve.Marshal(&v)
	if err == nil {
		err = beve.Unmarshal(data, &v)
	}
	fmt.Println(v, err)
}
