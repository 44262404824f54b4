// Package plain has the payloads that are structs once more, with numbers for ZebraPack and
// without the methods that msgp generates: our MessagePack would call those, and its
// reflection is to be timed.
package plain

import "time"

// Small is one record of a service: eight fields with ids, strings, a bool, tags
// and a time.
type Small struct {
	ID      int64     `zid:"0" json:"id" msgpack:"id"`
	Account uint32    `zid:"1" json:"account" msgpack:"account"`
	Name    string    `zid:"2" json:"name" msgpack:"name"`
	Email   string    `zid:"3" json:"email" msgpack:"email"`
	Region  string    `zid:"4" json:"region" msgpack:"region"`
	Active  bool      `zid:"5" json:"active" msgpack:"active"`
	Tags    []string  `zid:"6" json:"tags" msgpack:"tags"`
	Created time.Time `zid:"7" json:"created" msgpack:"created"`
}

// Order is the medium payload: a document with nested structs, slices of structs,
// an optional part and a map.
type Order struct {
	ID       string            `zid:"0" json:"id" msgpack:"id"`
	Number   int64             `zid:"1" json:"number" msgpack:"number"`
	Status   string            `zid:"2" json:"status" msgpack:"status"`
	Currency string            `zid:"3" json:"currency" msgpack:"currency"`
	Customer Customer          `zid:"4" json:"customer" msgpack:"customer"`
	Billing  Address           `zid:"5" json:"billing" msgpack:"billing"`
	Shipping Address           `zid:"6" json:"shipping" msgpack:"shipping"`
	Items    []Item            `zid:"7" json:"items" msgpack:"items"`
	Payments []Payment         `zid:"8" json:"payments" msgpack:"payments"`
	History  []Event           `zid:"9" json:"history" msgpack:"history"`
	Parcel   *Parcel           `zid:"10" json:"parcel" msgpack:"parcel"`
	Labels   map[string]string `zid:"11" json:"labels" msgpack:"labels"`
	Notes    []string          `zid:"12" json:"notes" msgpack:"notes"`
	Subtotal float64           `zid:"13" json:"subtotal" msgpack:"subtotal"`
	Tax      float64           `zid:"14" json:"tax" msgpack:"tax"`
	Total    float64           `zid:"15" json:"total" msgpack:"total"`
	Created  time.Time         `zid:"16" json:"created" msgpack:"created"`
	Updated  time.Time         `zid:"17" json:"updated" msgpack:"updated"`
}

// Customer is who placed an Order.
type Customer struct {
	ID    int64     `zid:"0" json:"id" msgpack:"id"`
	Name  string    `zid:"1" json:"name" msgpack:"name"`
	Email string    `zid:"2" json:"email" msgpack:"email"`
	Phone string    `zid:"3" json:"phone" msgpack:"phone"`
	VIP   bool      `zid:"4" json:"vip" msgpack:"vip"`
	Since time.Time `zid:"5" json:"since" msgpack:"since"`
}

// Address is where an Order goes or is paid.
type Address struct {
	Street  string  `zid:"0" json:"street" msgpack:"street"`
	City    string  `zid:"1" json:"city" msgpack:"city"`
	Zip     string  `zid:"2" json:"zip" msgpack:"zip"`
	Country string  `zid:"3" json:"country" msgpack:"country"`
	Lat     float64 `zid:"4" json:"lat" msgpack:"lat"`
	Lon     float64 `zid:"5" json:"lon" msgpack:"lon"`
}

// Item is a line of an Order.
type Item struct {
	SKU      string   `zid:"0" json:"sku" msgpack:"sku"`
	Title    string   `zid:"1" json:"title" msgpack:"title"`
	Quantity int32    `zid:"2" json:"quantity" msgpack:"quantity"`
	Price    float64  `zid:"3" json:"price" msgpack:"price"`
	Discount float64  `zid:"4" json:"discount" msgpack:"discount"`
	Grams    uint32   `zid:"5" json:"grams" msgpack:"grams"`
	Taxable  bool     `zid:"6" json:"taxable" msgpack:"taxable"`
	Options  []string `zid:"7" json:"options" msgpack:"options"`
}

// Payment is one payment for an Order.
type Payment struct {
	ID     string    `zid:"0" json:"id" msgpack:"id"`
	Method string    `zid:"1" json:"method" msgpack:"method"`
	Amount float64   `zid:"2" json:"amount" msgpack:"amount"`
	At     time.Time `zid:"3" json:"at" msgpack:"at"`
}

// Event is something that happened to an Order.
type Event struct {
	At     time.Time `zid:"0" json:"at" msgpack:"at"`
	Status string    `zid:"1" json:"status" msgpack:"status"`
	By     string    `zid:"2" json:"by" msgpack:"by"`
}

// Parcel is how an Order travels.
type Parcel struct {
	Carrier  string `zid:"0" json:"carrier" msgpack:"carrier"`
	Tracking string `zid:"1" json:"tracking" msgpack:"tracking"`
	Pieces   int32  `zid:"2" json:"pieces" msgpack:"pieces"`
}

// Record is one element of the large payload.
type Record struct {
	ID      int64     `zid:"0" json:"id" msgpack:"id"`
	Name    string    `zid:"1" json:"name" msgpack:"name"`
	Email   string    `zid:"2" json:"email" msgpack:"email"`
	City    string    `zid:"3" json:"city" msgpack:"city"`
	Age     int32     `zid:"4" json:"age" msgpack:"age"`
	Score   float64   `zid:"5" json:"score" msgpack:"score"`
	Active  bool      `zid:"6" json:"active" msgpack:"active"`
	Tags    []string  `zid:"7" json:"tags" msgpack:"tags"`
	Updated time.Time `zid:"8" json:"updated" msgpack:"updated"`
}

// Large is a page of records.
type Large struct {
	Total   int64    `zid:"0" json:"total" msgpack:"total"`
	Cursor  string   `zid:"1" json:"cursor" msgpack:"cursor"`
	Records []Record `zid:"2" json:"records" msgpack:"records"`
}

// Row is one flat row: numbers and a bool.
type Row struct {
	ID     int64   `zid:"0" json:"id" msgpack:"id"`
	Time   int64   `zid:"1" json:"time" msgpack:"time"`
	Device uint32  `zid:"2" json:"device" msgpack:"device"`
	X      float64 `zid:"3" json:"x" msgpack:"x"`
	Y      float64 `zid:"4" json:"y" msgpack:"y"`
	Z      float64 `zid:"5" json:"z" msgpack:"z"`
	Count  int32   `zid:"6" json:"count" msgpack:"count"`
	OK     bool    `zid:"7" json:"ok" msgpack:"ok"`
}

// Rows is a table of flat rows.
type Rows []Row

// Person is the struct of the well-known alecthomas/go_serialization_benchmarks,
// field by field.
type Person struct {
	Name     string    `zid:"0" json:"name" msgpack:"name"`
	BirthDay time.Time `zid:"1" json:"birthday" msgpack:"birthday"`
	Phone    string    `zid:"2" json:"phone" msgpack:"phone"`
	Siblings int       `zid:"3" json:"siblings" msgpack:"siblings"`
	Spouse   bool      `zid:"4" json:"spouse" msgpack:"spouse"`
	Money    float64   `zid:"5" json:"money" msgpack:"money"`
}
