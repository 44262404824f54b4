package cost_test

import (
	"iter"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/zebrapack"
)

// partReader is a Decoder that reads values part by part.
type partReader interface {
	Token() (token.Token, error)
	Path() beve.Pointer
	Skip() error
	More() bool
}

// byTokens reads all tokens, and the path of every thousandth.
func byTokens(d partReader) error {
	for i := 0; ; i++ {
		if _, err := d.Token(); err != nil {
			return notEOF(err)
		}
		if i%1000 == 0 {
			d.Path()
		}
	}
}

// bySkips passes over the parts of each outermost container, in turns with tokens.
func bySkips(d partReader) error {
	for i := 0; ; i++ {
		t, err := d.Token()
		for err == nil && t.Kind == token.BeginArray && d.More() && i%2 == 0 {
			err = d.Skip()
		}
		if err == nil && t.Kind == token.Key {
			err = d.Skip()
		}
		if err != nil {
			return notEOF(err)
		}
	}
}

// last returns the error that ends a loop.
func last[T any](seq iter.Seq2[T, error]) (err error) {
	for _, err = range seq {
		if err != nil {
			return err
		}
	}
	return nil
}

// addTokensOfBEVE, and those that follow, add what reads part by part.
func addTokensOfBEVE(add func(string, func([]byte) error)) {
	add("beve.Decoder.Token, Elements of all", func(data []byte) error { return byTokens(beve.NewDecoder(stream(data))) })
	add("beve.Decoder.Token, Elements in pieces", func(data []byte) error { return byTokens(beve.NewDecoder(slow(data))) })
	add("beve.Decoder.Token, Elements passed over", func(data []byte) error { return bySkips(beve.NewDecoder(slow(data))) })
	add("beve.ElementsAt", func(data []byte) error { return last(beve.ElementsAt[any](slow(data), "")) })
	add("beve.ElementsAt a member", func(data []byte) error { return last(beve.ElementsAt[some](slow(data), "/k/k")) })
	add("beve.ElementsAt behind others", func(data []byte) error { return last(beve.ElementsAt[some](slow(data), "/none")) })
}

func addTokensOfMsgPack(add func(string, func([]byte) error)) {
	add("msgpack.NewDecoder, tokens", func(data []byte) error { return byTokens(packTokens{msgpack.NewDecoder(stream(data))}) })
	add("msgpack.NewDecoder, parts passed over", func(data []byte) error { return bySkips(packTokens{msgpack.NewDecoder(slow(data))}) })
	add("msgpack.ElementsAt", func(data []byte) error { return last(msgpack.ElementsAt[any](slow(data), "")) })
	add("msgpack.ElementsAt a member", func(data []byte) error { return last(msgpack.ElementsAt[some](slow(data), "/k/k")) })
	add("msgpack.ElementsAt behind others", func(data []byte) error { return last(msgpack.ElementsAt[some](slow(data), "/none")) })
	add("zebrapack.ElementsAt", func(data []byte) error { return last(zebrapack.ElementsAt[any](slow(data), "/0")) })
}

// packTokens is a Decoder of MessagePack, whose paths have a type of their own.
type packTokens struct{ *msgpack.Decoder }

func (d packTokens) Path() beve.Pointer { return beve.Pointer(d.Decoder.Path()) }

func addTokensOfJSON(add func(string, func([]byte) error)) {
	add("json.NewDecoder, parts passed over", func(data []byte) error {
		d := json.NewDecoder(slow(data))
		for i := 0; ; i++ {
			t, err := d.Token()
			for err == nil && t == json.Delim('[') && d.More() {
				err = d.Skip()
			}
			if err != nil {
				return notEOF(err)
			}
			if i%1000 == 0 {
				d.Path()
			}
		}
	})
	add("json.NewDecoder, texts passed over", func(data []byte) error {
		d := json.DecodeOptions{}.NewDecoder(slow(data))
		for {
			if err := d.Skip(); err != nil {
				return notEOF(err)
			}
		}
	})
	add("json.ElementsAt", func(data []byte) error { return last(json.ElementsAt[any](slow(data), "")) })
	add("json.ElementsAt a member", func(data []byte) error { return last(json.ElementsAt[some](slow(data), "/k/k")) })
	add("json.ElementsAt behind others", func(data []byte) error { return last(json.ElementsAt[some](slow(data), "/none")) })
}
