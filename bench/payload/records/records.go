// Package records has the types of the payloads, with the methods that msgp generates for
// them: methods stand in the package of their type. Package payload has the same types
// under the same names.
package records

import "time"

//go:generate go tool msgp -file records.go -o records_msgp_gen.go -tests=false
//go:generate go tool msgp -file arrays.go -o arrays_msgp_gen.go -tests=false

// The payloads that are structs. The tag "msgpack" repeats "json" because some of
// the rivals know only the one and some only the other.

//msgp:tag msgpack

// Small is one record of a service: eight fields with ids, strings, a bool, tags
// and a time.
type Small struct {
	ID      int64     `json:"id" msgpack:"id"`
	Account uint32    `json:"account" msgpack:"account"`
	Name    string    `json:"name" msgpack:"name"`
	Email   string    `json:"email" msgpack:"email"`
	Region  string    `json:"region" msgpack:"region"`
	Active  bool      `json:"active" msgpack:"active"`
	Tags    []string  `json:"tags" msgpack:"tags"`
	Created time.Time `json:"created" msgpack:"created"`
}

// Order is the medium payload: a document with nested structs, slices of structs,
// an optional part and a map.
type Order struct {
	ID       string            `json:"id" msgpack:"id"`
	Number   int64             `json:"number" msgpack:"number"`
	Status   string            `json:"status" msgpack:"status"`
	Currency string            `json:"currency" msgpack:"currency"`
	Customer Customer          `json:"customer" msgpack:"customer"`
	Billing  Address           `json:"billing" msgpack:"billing"`
	Shipping Address           `json:"shipping" msgpack:"shipping"`
	Items    []Item            `json:"items" msgpack:"items"`
	Payments []Payment         `json:"payments" msgpack:"payments"`
	History  []Event           `json:"history" msgpack:"history"`
	Parcel   *Parcel           `json:"parcel" msgpack:"parcel"`
	Labels   map[string]string `json:"labels" msgpack:"labels"`
	Notes    []string          `json:"notes" msgpack:"notes"`
	Subtotal float64           `json:"subtotal" msgpack:"subtotal"`
	Tax      float64           `json:"tax" msgpack:"tax"`
	Total    float64           `json:"total" msgpack:"total"`
	Created  time.Time         `json:"created" msgpack:"created"`
	Updated  time.Time         `json:"updated" msgpack:"updated"`
}

// Customer is who placed an Order.
type Customer struct {
	ID    int64     `json:"id" msgpack:"id"`
	Name  string    `json:"name" msgpack:"name"`
	Email string    `json:"email" msgpack:"email"`
	Phone string    `json:"phone" msgpack:"phone"`
	VIP   bool      `json:"vip" msgpack:"vip"`
	Since time.Time `json:"since" msgpack:"since"`
}

// Address is where an Order goes or is paid.
type Address struct {
	Street  string  `json:"street" msgpack:"street"`
	City    string  `json:"city" msgpack:"city"`
	Zip     string  `json:"zip" msgpack:"zip"`
	Country string  `json:"country" msgpack:"country"`
	Lat     float64 `json:"lat" msgpack:"lat"`
	Lon     float64 `json:"lon" msgpack:"lon"`
}

// Item is a line of an Order.
type Item struct {
	SKU      string   `json:"sku" msgpack:"sku"`
	Title    string   `json:"title" msgpack:"title"`
	Quantity int32    `json:"quantity" msgpack:"quantity"`
	Price    float64  `json:"price" msgpack:"price"`
	Discount float64  `json:"discount" msgpack:"discount"`
	Grams    uint32   `json:"grams" msgpack:"grams"`
	Taxable  bool     `json:"taxable" msgpack:"taxable"`
	Options  []string `json:"options" msgpack:"options"`
}

// Payment is one payment for an Order.
type Payment struct {
	ID     string    `json:"id" msgpack:"id"`
	Method string    `json:"method" msgpack:"method"`
	Amount float64   `json:"amount" msgpack:"amount"`
	At     time.Time `json:"at" msgpack:"at"`
}

// Event is something that happened to an Order.
type Event struct {
	At     time.Time `json:"at" msgpack:"at"`
	Status string    `json:"status" msgpack:"status"`
	By     string    `json:"by" msgpack:"by"`
}

// Parcel is how an Order travels.
type Parcel struct {
	Carrier  string `json:"carrier" msgpack:"carrier"`
	Tracking string `json:"tracking" msgpack:"tracking"`
	Pieces   int32  `json:"pieces" msgpack:"pieces"`
}

// Record is one element of the large payload.
type Record struct {
	ID      int64     `json:"id" msgpack:"id"`
	Name    string    `json:"name" msgpack:"name"`
	Email   string    `json:"email" msgpack:"email"`
	City    string    `json:"city" msgpack:"city"`
	Age     int32     `json:"age" msgpack:"age"`
	Score   float64   `json:"score" msgpack:"score"`
	Active  bool      `json:"active" msgpack:"active"`
	Tags    []string  `json:"tags" msgpack:"tags"`
	Updated time.Time `json:"updated" msgpack:"updated"`
}

// Large is a page of records.
type Large struct {
	Total   int64    `json:"total" msgpack:"total"`
	Cursor  string   `json:"cursor" msgpack:"cursor"`
	Records []Record `json:"records" msgpack:"records"`
}

// Row is one flat row: numbers and a bool.
type Row struct {
	ID     int64   `json:"id" msgpack:"id"`
	Time   int64   `json:"time" msgpack:"time"`
	Device uint32  `json:"device" msgpack:"device"`
	X      float64 `json:"x" msgpack:"x"`
	Y      float64 `json:"y" msgpack:"y"`
	Z      float64 `json:"z" msgpack:"z"`
	Count  int32   `json:"count" msgpack:"count"`
	OK     bool    `json:"ok" msgpack:"ok"`
}

// Rows is a table of flat rows.
type Rows []Row

// Person is the struct of the well-known alecthomas/go_serialization_benchmarks,
// field by field.
type Person struct {
	Name     string    `json:"name" msgpack:"name"`
	BirthDay time.Time `json:"birthday" msgpack:"birthday"`
	Phone    string    `json:"phone" msgpack:"phone"`
	Siblings int       `json:"siblings" msgpack:"siblings"`
	Spouse   bool      `json:"spouse" msgpack:"spouse"`
	Money    float64   `json:"money" msgpack:"money"`
}

// Nested is the complex nested object of the comparison that the C++ project
// publishes: arrays of every kind of number beside strings and nested structs.
// bench/binaryperf times it. BEVE takes 564 bytes and MessagePack 545, as published there.
type Nested struct {
	Fixed  NestedFixed `json:"fixed_object" msgpack:"fixed_object"`
	Names  NestedNames `json:"fixed_name_object" msgpack:"fixed_name_object"`
	Deep   NestedDeep  `json:"another_object" msgpack:"another_object"`
	Texts  []string    `json:"string_array" msgpack:"string_array"`
	Text   string      `json:"string" msgpack:"string"`
	Number float64     `json:"number" msgpack:"number"`
	Flag   bool        `json:"boolean" msgpack:"boolean"`
	Other  bool        `json:"another_bool" msgpack:"another_bool"`
}

// NestedEscaped is Nested with one text more, which JSON has to escape.
type NestedEscaped struct {
	Fixed  NestedFixed `json:"fixed_object" msgpack:"fixed_object"`
	Names  NestedNames `json:"fixed_name_object" msgpack:"fixed_name_object"`
	Deep   EscapedDeep `json:"another_object" msgpack:"another_object"`
	Texts  []string    `json:"string_array" msgpack:"string_array"`
	Text   string      `json:"string" msgpack:"string"`
	Number float64     `json:"number" msgpack:"number"`
	Flag   bool        `json:"boolean" msgpack:"boolean"`
	Other  bool        `json:"another_bool" msgpack:"another_bool"`
}

// EscapedDeep is a part of NestedEscaped.
type EscapedDeep struct {
	Text   string      `json:"string" msgpack:"string"`
	Other  string      `json:"another_string" msgpack:"another_string"`
	Escape string      `json:"escaped_text" msgpack:"escaped_text"`
	Flag   bool        `json:"boolean" msgpack:"boolean"`
	Inner  NestedInner `json:"nested_object" msgpack:"nested_object"`
}

// NestedFixed is a part of Nested.
type NestedFixed struct {
	Ints    []int32   `json:"int_array" msgpack:"int_array"`
	Floats  []float32 `json:"float_array" msgpack:"float_array"`
	Doubles []float64 `json:"double_array" msgpack:"double_array"`
}

// NestedNames is a part of Nested.
type NestedNames struct {
	Name0 string `json:"name0" msgpack:"name0"`
	Name1 string `json:"name1" msgpack:"name1"`
	Name2 string `json:"name2" msgpack:"name2"`
	Name3 string `json:"name3" msgpack:"name3"`
	Name4 string `json:"name4" msgpack:"name4"`
}

// NestedDeep is a part of Nested.
type NestedDeep struct {
	Text  string      `json:"string" msgpack:"string"`
	Other string      `json:"another_string" msgpack:"another_string"`
	Flag  bool        `json:"boolean" msgpack:"boolean"`
	Inner NestedInner `json:"nested_object" msgpack:"nested_object"`
}

// NestedInner is a part of Nested.
type NestedInner struct {
	Vectors [][3]float64 `json:"v3s" msgpack:"v3s"`
	ID      string       `json:"id" msgpack:"id"`
}
