// The types that code is generated for, and the line that generates it.

package main

import "time"

// One line with all types of the package. In a module of your own, first make the
// generator one of its tools: go get -tool github.com/beve-org/beve-go/cmd/bevegen
//
//go:generate go tool bevegen -type=Route,Stop

// Route is the route of a train.
type Route struct {
	Number   string        `json:"number"`
	Duration time.Duration `json:"duration"`
	Stops    []Stop        `json:"stops"`
	Seats    []uint16      `json:"seats"`
}

// Stop is a stop of a Route.
type Stop struct {
	Station  string     `json:"station"`
	Platform *int       `json:"platform,omitempty"`
	At       time.Time  `json:"at"`
	Position [2]float64 `json:"position"`
}
