// The documents as protobuf messages, and back. Neither is timed.

package main

import (
	"github.com/beve-org/beve-go/bench/codecs/pb"
	"github.com/beve-org/beve-go/bench/jsonpack/document"
)

func complexMessage(v *document.Complex) *pb.Complex {
	m := &pb.Complex{Category: v.Category, Ips: v.Ips, User: userMessage(v.User)}
	for _, p := range v.Positions {
		m.Positions = append(m.Positions, uint32(p))
	}
	for i := range v.Accounts {
		m.Accounts = append(m.Accounts, userMessage(&v.Accounts[i]))
	}
	return m
}

func userMessage(v *document.User) *pb.User {
	return &pb.User{Name: v.Name, Email: v.Email, CurrentStatus: &pb.Status{Group: v.CurrentStatus.Group, Msg: v.CurrentStatus.Msg}}
}

func complexOf(m *pb.Complex) *document.Complex {
	user := userOf(m.User)
	v := &document.Complex{Category: m.Category, Ips: m.Ips, User: &user}
	for _, p := range m.Positions {
		v.Positions = append(v.Positions, uint8(p))
	}
	for _, a := range m.Accounts {
		v.Accounts = append(v.Accounts, userOf(a))
	}
	return v
}

func userOf(m *pb.User) document.User {
	return document.User{Name: m.Name, Email: m.Email, CurrentStatus: document.Status{Group: m.CurrentStatus.Group, Msg: m.CurrentStatus.Msg}}
}

func simpleMessage(v *document.Simple) *pb.Simple {
	m := &pb.Simple{
		Name: v.Name, Sex: v.Sex, Nicknames: v.Nicknames,
		Maps:    &pb.MapInfo{MapName: v.Maps.MapName, Location: v.Maps.Location},
		Address: &pb.Place{Area: v.Address.Area, Address: v.Address.Address},
	}
	for _, p := range v.Phones {
		m.Phones = append(m.Phones, &pb.PhoneNumber{Area: p.Area, Number: p.Number})
	}
	return m
}

func simpleOf(m *pb.Simple) *document.Simple {
	v := &document.Simple{
		Name: m.Name, Sex: m.Sex, Nicknames: m.Nicknames,
		Maps:    &document.MapInfo{MapName: m.Maps.MapName, Location: m.Maps.Location},
		Address: document.Address{Area: m.Address.Area, Address: m.Address.Address},
	}
	for _, p := range m.Phones {
		v.Phones = append(v.Phones, document.PhoneNumber{Area: p.Area, Number: p.Number})
	}
	return v
}
