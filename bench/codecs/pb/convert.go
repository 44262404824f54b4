// Conversion of messages from and to payloads.

package pb

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/beve-org/beve-go/bench/payload"
)

func stamp(t time.Time) *timestamppb.Timestamp { return timestamppb.New(t) }

func convert[A, B any](list []A, one func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = one(&list[i])
	}
	return out
}

func revert[A, B any](list []*A, one func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = one(list[i])
	}
	return out
}

// FromSmall makes a message of the payload.
func FromSmall(v *payload.Small) *Small {
	return &Small{
		Id: v.ID, Account: v.Account, Name: v.Name, Email: v.Email, Region: v.Region,
		Active: v.Active, Tags: v.Tags, Created: stamp(v.Created),
	}
}

// ToSmall makes a payload of the message.
func ToSmall(m *Small) any {
	return &payload.Small{
		ID: m.Id, Account: m.Account, Name: m.Name, Email: m.Email, Region: m.Region,
		Active: m.Active, Tags: m.Tags, Created: m.Created.AsTime(),
	}
}

// FromPerson makes a message of the payload.
func FromPerson(v *payload.Person) *Person {
	return &Person{
		Name: v.Name, Birthday: stamp(v.BirthDay), Phone: v.Phone,
		Siblings: int64(v.Siblings), Spouse: v.Spouse, Money: v.Money,
	}
}

// ToPerson makes a payload of the message.
func ToPerson(m *Person) any {
	return &payload.Person{
		Name: m.Name, BirthDay: m.Birthday.AsTime(), Phone: m.Phone,
		Siblings: int(m.Siblings), Spouse: m.Spouse, Money: m.Money,
	}
}

func fromAddress(v *payload.Address) *Address {
	return &Address{Street: v.Street, City: v.City, Zip: v.Zip, Country: v.Country, Lat: v.Lat, Lon: v.Lon}
}

func toAddress(m *Address) payload.Address {
	return payload.Address{Street: m.Street, City: m.City, Zip: m.Zip, Country: m.Country, Lat: m.Lat, Lon: m.Lon}
}

// FromOrder makes a message of the payload.
func FromOrder(v *payload.Order) *Order {
	return &Order{
		Id: v.ID, Number: v.Number, Status: v.Status, Currency: v.Currency,
		Customer: &Customer{
			Id: v.Customer.ID, Name: v.Customer.Name, Email: v.Customer.Email,
			Phone: v.Customer.Phone, Vip: v.Customer.VIP, Since: stamp(v.Customer.Since),
		},
		Billing: fromAddress(&v.Billing), Shipping: fromAddress(&v.Shipping),
		Items: convert(v.Items, func(i *payload.Item) *Item {
			return &Item{
				Sku: i.SKU, Title: i.Title, Quantity: i.Quantity, Price: i.Price, Discount: i.Discount,
				Grams: i.Grams, Taxable: i.Taxable, Options: i.Options,
			}
		}),
		Payments: convert(v.Payments, func(p *payload.Payment) *Payment {
			return &Payment{Id: p.ID, Method: p.Method, Amount: p.Amount, At: stamp(p.At)}
		}),
		History: convert(v.History, func(e *payload.Event) *Event {
			return &Event{At: stamp(e.At), Status: e.Status, By: e.By}
		}),
		Parcel: &Parcel{Carrier: v.Parcel.Carrier, Tracking: v.Parcel.Tracking, Pieces: v.Parcel.Pieces},
		Labels: v.Labels, Notes: v.Notes, Subtotal: v.Subtotal, Tax: v.Tax, Total: v.Total,
		Created: stamp(v.Created), Updated: stamp(v.Updated),
	}
}

// ToOrder makes a payload of the message.
func ToOrder(m *Order) any {
	return &payload.Order{
		ID: m.Id, Number: m.Number, Status: m.Status, Currency: m.Currency,
		Customer: payload.Customer{
			ID: m.Customer.Id, Name: m.Customer.Name, Email: m.Customer.Email,
			Phone: m.Customer.Phone, VIP: m.Customer.Vip, Since: m.Customer.Since.AsTime(),
		},
		Billing: toAddress(m.Billing), Shipping: toAddress(m.Shipping),
		Items: revert(m.Items, func(i *Item) payload.Item {
			return payload.Item{
				SKU: i.Sku, Title: i.Title, Quantity: i.Quantity, Price: i.Price, Discount: i.Discount,
				Grams: i.Grams, Taxable: i.Taxable, Options: i.Options,
			}
		}),
		Payments: revert(m.Payments, func(p *Payment) payload.Payment {
			return payload.Payment{ID: p.Id, Method: p.Method, Amount: p.Amount, At: p.At.AsTime()}
		}),
		History: revert(m.History, func(e *Event) payload.Event {
			return payload.Event{At: e.At.AsTime(), Status: e.Status, By: e.By}
		}),
		Parcel: &payload.Parcel{Carrier: m.Parcel.Carrier, Tracking: m.Parcel.Tracking, Pieces: m.Parcel.Pieces},
		Labels: m.Labels, Notes: m.Notes, Subtotal: m.Subtotal, Tax: m.Tax, Total: m.Total,
		Created: m.Created.AsTime(), Updated: m.Updated.AsTime(),
	}
}

// FromLarge makes a message of the payload.
func FromLarge(v *payload.Large) *Large {
	return &Large{Total: v.Total, Cursor: v.Cursor, Records: convert(v.Records, func(r *payload.Record) *Record {
		return &Record{
			Id: r.ID, Name: r.Name, Email: r.Email, City: r.City, Age: r.Age, Score: r.Score,
			Active: r.Active, Tags: r.Tags, Updated: stamp(r.Updated),
		}
	})}
}

// ToLarge makes a payload of the message.
func ToLarge(m *Large) any {
	return &payload.Large{Total: m.Total, Cursor: m.Cursor, Records: revert(m.Records, func(r *Record) payload.Record {
		return payload.Record{
			ID: r.Id, Name: r.Name, Email: r.Email, City: r.City, Age: r.Age, Score: r.Score,
			Active: r.Active, Tags: r.Tags, Updated: r.Updated.AsTime(),
		}
	})}
}

// FromRow fills a message with the payload.
func FromRow(m *Row, v *payload.Row) {
	m.Id, m.Time, m.Device, m.X, m.Y, m.Z, m.Count, m.Ok = v.ID, v.Time, v.Device, v.X, v.Y, v.Z, v.Count, v.OK
}

// ToRow fills a payload with the message.
func ToRow(v *payload.Row, m *Row) {
	v.ID, v.Time, v.Device, v.X, v.Y, v.Z, v.Count, v.OK = m.Id, m.Time, m.Device, m.X, m.Y, m.Z, m.Count, m.Ok
}

// FromRows makes a message of the payload.
func FromRows(v *[]payload.Row) *Rows {
	return &Rows{Rows: convert(*v, func(r *payload.Row) *Row {
		m := new(Row)
		FromRow(m, r)
		return m
	})}
}

// ToRows makes a payload of the message.
func ToRows(m *Rows) any {
	rows := make([]payload.Row, len(m.Rows))
	for i, r := range m.Rows {
		ToRow(&rows[i], r)
	}
	return &rows
}

// FromUint16s makes a message of the payload, in the narrowest integers there are.
func FromUint16s(v *[]uint16) *Uint16S {
	return &Uint16S{Values: convert(*v, func(n *uint16) uint32 { return uint32(*n) })}
}

// ToUint16s makes a payload of the message.
func ToUint16s(m *Uint16S) any {
	list := convert(m.Values, func(n *uint32) uint16 { return uint16(*n) })
	return &list
}
