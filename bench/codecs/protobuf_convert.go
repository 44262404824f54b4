// Conversion of protobuf messages from and to payloads. It is never timed.

package codecs

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/beve-org/beve-go/bench/codecs/pb"
	"github.com/beve-org/beve-go/bench/payload"
)

func pbStamp(t time.Time) *timestamppb.Timestamp { return timestamppb.New(t) }

func pbConvert[A, B any](list []A, one func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = one(&list[i])
	}
	return out
}

func pbRevert[A, B any](list []*A, one func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = one(list[i])
	}
	return out
}

// pbFromSmall makes a message of the payload.
func pbFromSmall(v *payload.Small) *pb.Small {
	return &pb.Small{
		Id: v.ID, Account: v.Account, Name: v.Name, Email: v.Email, Region: v.Region,
		Active: v.Active, Tags: v.Tags, Created: pbStamp(v.Created),
	}
}

// pbToSmall makes a payload of the message.
func pbToSmall(m *pb.Small) any {
	return &payload.Small{
		ID: m.Id, Account: m.Account, Name: m.Name, Email: m.Email, Region: m.Region,
		Active: m.Active, Tags: m.Tags, Created: m.Created.AsTime(),
	}
}

// pbFromPerson makes a message of the payload.
func pbFromPerson(v *payload.Person) *pb.Person {
	return &pb.Person{
		Name: v.Name, Birthday: pbStamp(v.BirthDay), Phone: v.Phone,
		Siblings: int64(v.Siblings), Spouse: v.Spouse, Money: v.Money,
	}
}

// pbToPerson makes a payload of the message.
func pbToPerson(m *pb.Person) any {
	return &payload.Person{
		Name: m.Name, BirthDay: m.Birthday.AsTime(), Phone: m.Phone,
		Siblings: int(m.Siblings), Spouse: m.Spouse, Money: m.Money,
	}
}

func pbFromAddress(v *payload.Address) *pb.Address {
	return &pb.Address{Street: v.Street, City: v.City, Zip: v.Zip, Country: v.Country, Lat: v.Lat, Lon: v.Lon}
}

func pbToAddress(m *pb.Address) payload.Address {
	return payload.Address{Street: m.Street, City: m.City, Zip: m.Zip, Country: m.Country, Lat: m.Lat, Lon: m.Lon}
}

// pbFromOrder makes a message of the payload.
func pbFromOrder(v *payload.Order) *pb.Order {
	return &pb.Order{
		Id: v.ID, Number: v.Number, Status: v.Status, Currency: v.Currency,
		Customer: &pb.Customer{
			Id: v.Customer.ID, Name: v.Customer.Name, Email: v.Customer.Email,
			Phone: v.Customer.Phone, Vip: v.Customer.VIP, Since: pbStamp(v.Customer.Since),
		},
		Billing: pbFromAddress(&v.Billing), Shipping: pbFromAddress(&v.Shipping),
		Items: pbConvert(v.Items, func(i *payload.Item) *pb.Item {
			return &pb.Item{
				Sku: i.SKU, Title: i.Title, Quantity: i.Quantity, Price: i.Price, Discount: i.Discount,
				Grams: i.Grams, Taxable: i.Taxable, Options: i.Options,
			}
		}),
		Payments: pbConvert(v.Payments, func(p *payload.Payment) *pb.Payment {
			return &pb.Payment{Id: p.ID, Method: p.Method, Amount: p.Amount, At: pbStamp(p.At)}
		}),
		History: pbConvert(v.History, func(e *payload.Event) *pb.Event {
			return &pb.Event{At: pbStamp(e.At), Status: e.Status, By: e.By}
		}),
		Parcel: &pb.Parcel{Carrier: v.Parcel.Carrier, Tracking: v.Parcel.Tracking, Pieces: v.Parcel.Pieces},
		Labels: v.Labels, Notes: v.Notes, Subtotal: v.Subtotal, Tax: v.Tax, Total: v.Total,
		Created: pbStamp(v.Created), Updated: pbStamp(v.Updated),
	}
}

// pbToOrder makes a payload of the message.
func pbToOrder(m *pb.Order) any {
	return &payload.Order{
		ID: m.Id, Number: m.Number, Status: m.Status, Currency: m.Currency,
		Customer: payload.Customer{
			ID: m.Customer.Id, Name: m.Customer.Name, Email: m.Customer.Email,
			Phone: m.Customer.Phone, VIP: m.Customer.Vip, Since: m.Customer.Since.AsTime(),
		},
		Billing: pbToAddress(m.Billing), Shipping: pbToAddress(m.Shipping),
		Items: pbRevert(m.Items, func(i *pb.Item) payload.Item {
			return payload.Item{
				SKU: i.Sku, Title: i.Title, Quantity: i.Quantity, Price: i.Price, Discount: i.Discount,
				Grams: i.Grams, Taxable: i.Taxable, Options: i.Options,
			}
		}),
		Payments: pbRevert(m.Payments, func(p *pb.Payment) payload.Payment {
			return payload.Payment{ID: p.Id, Method: p.Method, Amount: p.Amount, At: p.At.AsTime()}
		}),
		History: pbRevert(m.History, func(e *pb.Event) payload.Event {
			return payload.Event{At: e.At.AsTime(), Status: e.Status, By: e.By}
		}),
		Parcel: &payload.Parcel{Carrier: m.Parcel.Carrier, Tracking: m.Parcel.Tracking, Pieces: m.Parcel.Pieces},
		Labels: m.Labels, Notes: m.Notes, Subtotal: m.Subtotal, Tax: m.Tax, Total: m.Total,
		Created: m.Created.AsTime(), Updated: m.Updated.AsTime(),
	}
}

// pbFromLarge makes a message of the payload.
func pbFromLarge(v *payload.Large) *pb.Large {
	return &pb.Large{Total: v.Total, Cursor: v.Cursor, Records: pbConvert(v.Records, func(r *payload.Record) *pb.Record {
		return &pb.Record{
			Id: r.ID, Name: r.Name, Email: r.Email, City: r.City, Age: r.Age, Score: r.Score,
			Active: r.Active, Tags: r.Tags, Updated: pbStamp(r.Updated),
		}
	})}
}

// pbToLarge makes a payload of the message.
func pbToLarge(m *pb.Large) any {
	return &payload.Large{Total: m.Total, Cursor: m.Cursor, Records: pbRevert(m.Records, func(r *pb.Record) payload.Record {
		return payload.Record{
			ID: r.Id, Name: r.Name, Email: r.Email, City: r.City, Age: r.Age, Score: r.Score,
			Active: r.Active, Tags: r.Tags, Updated: r.Updated.AsTime(),
		}
	})}
}

// pbFromRow fills a message with the payload.
func pbFromRow(m *pb.Row, v *payload.Row) {
	m.Id, m.Time, m.Device, m.X, m.Y, m.Z, m.Count, m.Ok = v.ID, v.Time, v.Device, v.X, v.Y, v.Z, v.Count, v.OK
}

// pbToRow fills a payload with the message.
func pbToRow(v *payload.Row, m *pb.Row) {
	v.ID, v.Time, v.Device, v.X, v.Y, v.Z, v.Count, v.OK = m.Id, m.Time, m.Device, m.X, m.Y, m.Z, m.Count, m.Ok
}

// pbFromRows makes a message of the payload.
func pbFromRows(v *[]payload.Row) *pb.Rows {
	return &pb.Rows{Rows: pbConvert(*v, func(r *payload.Row) *pb.Row {
		m := new(pb.Row)
		pbFromRow(m, r)
		return m
	})}
}

// pbToRows makes a payload of the message.
func pbToRows(m *pb.Rows) any {
	rows := make([]payload.Row, len(m.Rows))
	for i, r := range m.Rows {
		pbToRow(&rows[i], r)
	}
	return &rows
}

// pbFromUint16s makes a message of the payload, in the narrowest integers there are.
func pbFromUint16s(v *[]uint16) *pb.Uint16S {
	return &pb.Uint16S{Values: pbConvert(*v, func(n *uint16) uint32 { return uint32(*n) })}
}

// pbToUint16s makes a payload of the message.
func pbToUint16s(m *pb.Uint16S) any {
	list := pbConvert(m.Values, func(n *uint32) uint16 { return uint16(*n) })
	return &list
}
