// Package zebra has the payloads that are structs once more, with numbered fields, for
// generated code: ZebraPack by the usual methods, and MessagePack with named keys by
// methods that begin with Named.
package zebra

import "time"

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file types.go -o zebra_gen.go -no-structnames-onwire -fast-strings -no-embedded-schema -tests=false
//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file types.go -o named_gen.go -msgp -method-prefix Named -tests=false

// Small is one record of a service: eight fields with ids, strings, a bool, tags
// and a time.
type Small struct {
	ID      int64     `json:"id" msg:"id" zid:"0"`
	Account uint32    `json:"account" msg:"account" zid:"1"`
	Name    string    `json:"name" msg:"name" zid:"2"`
	Email   string    `json:"email" msg:"email" zid:"3"`
	Region  string    `json:"region" msg:"region" zid:"4"`
	Active  bool      `json:"active" msg:"active" zid:"5"`
	Tags    []string  `json:"tags" msg:"tags" zid:"6"`
	Created time.Time `json:"created" msg:"created" zid:"7"`
}

// Order is the medium payload: a document with nested structs, slices of structs,
// an optional part and a map.
type Order struct {
	ID       string            `json:"id" msg:"id" zid:"0"`
	Number   int64             `json:"number" msg:"number" zid:"1"`
	Status   string            `json:"status" msg:"status" zid:"2"`
	Currency string            `json:"currency" msg:"currency" zid:"3"`
	Customer Customer          `json:"customer" msg:"customer" zid:"4"`
	Billing  Address           `json:"billing" msg:"billing" zid:"5"`
	Shipping Address           `json:"shipping" msg:"shipping" zid:"6"`
	Items    []Item            `json:"items" msg:"items" zid:"7"`
	Payments []Payment         `json:"payments" msg:"payments" zid:"8"`
	History  []Event           `json:"history" msg:"history" zid:"9"`
	Parcel   *Parcel           `json:"parcel" msg:"parcel" zid:"10"`
	Labels   map[string]string `json:"labels" msg:"labels" zid:"11"`
	Notes    []string          `json:"notes" msg:"notes" zid:"12"`
	Subtotal float64           `json:"subtotal" msg:"subtotal" zid:"13"`
	Tax      float64           `json:"tax" msg:"tax" zid:"14"`
	Total    float64           `json:"total" msg:"total" zid:"15"`
	Created  time.Time         `json:"created" msg:"created" zid:"16"`
	Updated  time.Time         `json:"updated" msg:"updated" zid:"17"`
}

// Customer is who placed an Order.
type Customer struct {
	ID    int64     `json:"id" msg:"id" zid:"0"`
	Name  string    `json:"name" msg:"name" zid:"1"`
	Email string    `json:"email" msg:"email" zid:"2"`
	Phone string    `json:"phone" msg:"phone" zid:"3"`
	VIP   bool      `json:"vip" msg:"vip" zid:"4"`
	Since time.Time `json:"since" msg:"since" zid:"5"`
}

// Address is where an Order goes or is paid.
type Address struct {
	Street  string  `json:"street" msg:"street" zid:"0"`
	City    string  `json:"city" msg:"city" zid:"1"`
	Zip     string  `json:"zip" msg:"zip" zid:"2"`
	Country string  `json:"country" msg:"country" zid:"3"`
	Lat     float64 `json:"lat" msg:"lat" zid:"4"`
	Lon     float64 `json:"lon" msg:"lon" zid:"5"`
}

// Item is a line of an Order.
type Item struct {
	SKU      string   `json:"sku" msg:"sku" zid:"0"`
	Title    string   `json:"title" msg:"title" zid:"1"`
	Quantity int32    `json:"quantity" msg:"quantity" zid:"2"`
	Price    float64  `json:"price" msg:"price" zid:"3"`
	Discount float64  `json:"discount" msg:"discount" zid:"4"`
	Grams    uint32   `json:"grams" msg:"grams" zid:"5"`
	Taxable  bool     `json:"taxable" msg:"taxable" zid:"6"`
	Options  []string `json:"options" msg:"options" zid:"7"`
}

// Payment is one payment for an Order.
type Payment struct {
	ID     string    `json:"id" msg:"id" zid:"0"`
	Method string    `json:"method" msg:"method" zid:"1"`
	Amount float64   `json:"amount" msg:"amount" zid:"2"`
	At     time.Time `json:"at" msg:"at" zid:"3"`
}

// Event is something that happened to an Order.
type Event struct {
	At     time.Time `json:"at" msg:"at" zid:"0"`
	Status string    `json:"status" msg:"status" zid:"1"`
	By     string    `json:"by" msg:"by" zid:"2"`
}

// Parcel is how an Order travels.
type Parcel struct {
	Carrier  string `json:"carrier" msg:"carrier" zid:"0"`
	Tracking string `json:"tracking" msg:"tracking" zid:"1"`
	Pieces   int32  `json:"pieces" msg:"pieces" zid:"2"`
}

// Record is one element of the large payload.
type Record struct {
	ID      int64     `json:"id" msg:"id" zid:"0"`
	Name    string    `json:"name" msg:"name" zid:"1"`
	Email   string    `json:"email" msg:"email" zid:"2"`
	City    string    `json:"city" msg:"city" zid:"3"`
	Age     int32     `json:"age" msg:"age" zid:"4"`
	Score   float64   `json:"score" msg:"score" zid:"5"`
	Active  bool      `json:"active" msg:"active" zid:"6"`
	Tags    []string  `json:"tags" msg:"tags" zid:"7"`
	Updated time.Time `json:"updated" msg:"updated" zid:"8"`
}

// Large is a page of records.
type Large struct {
	Total   int64    `json:"total" msg:"total" zid:"0"`
	Cursor  string   `json:"cursor" msg:"cursor" zid:"1"`
	Records []Record `json:"records" msg:"records" zid:"2"`
}

// Row is one flat row: numbers and a bool.
type Row struct {
	ID     int64   `json:"id" msg:"id" zid:"0"`
	Time   int64   `json:"time" msg:"time" zid:"1"`
	Device uint32  `json:"device" msg:"device" zid:"2"`
	X      float64 `json:"x" msg:"x" zid:"3"`
	Y      float64 `json:"y" msg:"y" zid:"4"`
	Z      float64 `json:"z" msg:"z" zid:"5"`
	Count  int32   `json:"count" msg:"count" zid:"6"`
	OK     bool    `json:"ok" msg:"ok" zid:"7"`
}

// Rows is a table of flat rows.
type Rows []Row

// Person is the struct of the well-known alecthomas/go_serialization_benchmarks,
// field by field.
type Person struct {
	Name     string    `json:"name" msg:"name" zid:"0"`
	BirthDay time.Time `json:"birthday" msg:"birthday" zid:"1"`
	Phone    string    `json:"phone" msg:"phone" zid:"2"`
	Siblings int       `json:"siblings" msg:"siblings" zid:"3"`
	Spouse   bool      `json:"spouse" msg:"spouse" zid:"4"`
	Money    float64   `json:"money" msg:"money" zid:"5"`
}
