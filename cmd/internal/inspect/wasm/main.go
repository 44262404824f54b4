//go:build js && wasm

// Command wasm is the reader of the inspector for browsers, in a worker: the page gives it the bytes of a file, piece
// by piece, and asks the questions that it asks a server otherwise.
package main

import (
	"context"
	"fmt"
	"syscall/js"

	"github.com/beve-org/beve-go/cmd/internal/inspect"
	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/json"
)

func main() {
	var data []byte
	var file *inspect.File
	functions := map[string]func(args []js.Value) any{
		// room makes room for a file of a size.
		"room": func(args []js.Value) any {
			file, data = nil, nil
			data = make([]byte, args[0].Int())
			return nil
		},
		// put stores bytes of it at an offset.
		"put": func(args []js.Value) any {
			js.CopyBytesToGo(data[args[0].Int():], args[1])
			return nil
		},
		// open ends the file, which has a name.
		"open": func(args []js.Value) any {
			file = inspect.New(args[0].String(), args[1].String(), data, sniff.Unknown)
			return nil
		},
		// ask answers a question, as JSON.
		"ask": func(args []js.Value) any {
			answer, err := file.Answer(context.Background(), args[0].String(), func(name string) string {
				if v := args[1].Get(name); !v.IsUndefined() {
					return js.Global().Get("String").Invoke(v).String()
				}
				return ""
			})
			if err != nil {
				return failure(err)
			}
			text, err := json.Marshal(answer)
			if err != nil {
				return failure(err)
			}
			return string(text)
		},
	}
	reader := js.Global().Get("Object").New()
	for name, f := range functions {
		reader.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
			defer func() {
				if r := recover(); r != nil { // in place of the end of the worker
					result = failure(fmt.Errorf("%v", r))
				}
			}()
			return f(args)
		}))
	}
	js.Global().Set("reader", reader)
	select {}
}

// failure is an error as the page gets it.
func failure(err error) any { return js.Global().Get("Error").New(err.Error()) }
