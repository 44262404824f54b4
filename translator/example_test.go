package translator_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

func Example() {
	message, err := translator.FromJSON([]byte(`{"id": 7, "samples": [1.5, 2.5]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := translator.ToJSON(message)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	// Output: {"id":7,"samples":[1.5,2.5]}
}

func ExampleFromJSON() {
	message, _ := translator.FromJSON([]byte(`{"a": true}`))
	fmt.Printf("% x\n", message)
	// Output: 03 04 04 61 18
}

func ExampleFromJSONString() {
	message, _ := translator.FromJSONString(`[null, 1]`)
	fmt.Printf("% x\n", message)
	// Output: 05 08 00 11 01
}

func ExampleToJSON() {
	text, _ := translator.ToJSON([]byte{0x34, 0x08, 1, 0, 2, 0}) // a typed array of uint16
	fmt.Println(string(text))
	// Output: [1,2]
}

func ExampleToJSONString() {
	text, _ := translator.ToJSONString([]byte{0x1C, 0x0C, 0x05}) // a boolean array
	fmt.Println(text)
	// Output: [true,false,true]
}

func ExampleToJSONIndent() {
	message, _ := translator.FromJSONString(`{"name":"Ada","langs":["en","fr"]}`)
	text, _ := translator.ToJSONIndent(message, "", "  ")
	fmt.Println(text)
	// Output:
	// {
	//   "name": "Ada",
	//   "langs": [
	//     "en",
	//     "fr"
	//   ]
	// }
}

func ExampleAppendBEVE() {
	buf := []byte{0xCA, 0xFE} // a frame of one's own
	buf, _ = translator.AppendBEVE(buf, []byte(`"abc"`))
	fmt.Printf("% x\n", buf)
	// Output: ca fe 02 0c 61 62 63
}

func ExampleAppendJSON() {
	line, _ := translator.AppendJSON([]byte("data: "), []byte{0x11, 0x07})
	fmt.Println(string(line))
	// Output: data: 7
}

func ExampleFromJSONWithStats() {
	_, stats, _ := translator.FromJSONWithStats([]byte(`{"values": [100, 200, 300, 400]}`))
	fmt.Printf("%d -> %d bytes, %.1f %% saved\n", stats.OriginalSize, stats.ConvertedSize, stats.Savings*100)
	// Output: 32 -> 21 bytes, 34.4 % saved
}

func ExampleToJSONWithStats() {
	_, stats, _ := translator.ToJSONWithStats([]byte{0x14, 0x08, 1, 2})
	fmt.Printf("%d -> %d bytes\n", stats.OriginalSize, stats.ConvertedSize)
	// Output: 4 -> 5 bytes
}

func ExampleValidateJSON() {
	err := translator.ValidateJSON([]byte(`{"users":[{"name":"Ada"},{"name":tru}]}`))
	fmt.Println(err)
	// Output: json: /users/1/name at byte 36: '}' in the literal true
}

func ExampleValidateBEVE() {
	err := translator.ValidateBEVE([]byte{0x05, 0x08, 0x18, 0x07})
	var where *translator.DecodeError
	if errors.As(err, &where) {
		fmt.Println(where.Path, where.Offset, errors.Is(err, translator.ErrSyntax))
	}
	// Output: /1 3 true
}

func ExampleOptions_FromJSON() {
	o := translator.Options{TypedArrays: true}
	message, _ := o.FromJSON([]byte(`[1, 2, 300]`))
	fmt.Printf("% x\n", message)
	// Output: 34 0c 01 00 02 00 2c 01
}

func ExampleDirectTranslate() {
	d := translator.NewDirectTranslate(translator.Options{TypedArrays: true})
	defer d.Close()
	for _, line := range []string{`[1,2,300]`, `[true,false]`} {
		message, _ := d.FromJSON([]byte(line))
		text, _ := d.ToJSON(message)
		fmt.Printf("% x is %s\n", message, text)
	}
	// Output:
	// 34 0c 01 00 02 00 2c 01 is [1,2,300]
	// 1c 08 01 is [true,false]
}

func ExampleOptions_FromJSON_extended() {
	o := translator.Options{Extended: true}
	message, _ := o.FromJSON([]byte(`["PT1.5S","P1D"]`))
	text, _ := o.ToJSON(message)
	fmt.Println(wire.Header(message[2]).Kind(), "in", string(text))
	// Output: duration in ["PT1.5S","P1D"]
}

func ExampleTranscode() {
	lines := strings.NewReader("{\"n\":1}\n{\"n\":2}\n")
	var stream bytes.Buffer
	stats, err := translator.Transcode(&stream, lines, translator.JSONToBEVE, translator.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d values: % x\n", stats.Values, stream.Bytes())
	translator.Transcode(os.Stdout, &stream, translator.BEVEToJSON, translator.Options{})
	// Output:
	// 2 values: 03 04 04 6e 11 01 06 03 04 04 6e 11 02
	// {"n":1}
	// {"n":2}
}
