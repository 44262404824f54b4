// Package document has the two documents that the published jsonpack is measured with:
// their types and their values.
package document

import "encoding/json"

// Complex is the document of the published tables.
type Complex struct {
	Category  uint32   `json:"category"`
	Ips       []string `json:"ips"`
	Positions []uint8  `json:"positions"`
	User      *User    `json:"user"`
	Accounts  []User   `json:"accounts"`
}

// User is a part of Complex.
type User struct {
	Name          string `json:"name"`
	Email         string `json:"email"`
	CurrentStatus Status `json:"currentStatus"`
}

// Status is a part of User.
type Status struct {
	Group string `json:"group"`
	Msg   string `json:"msg"`
}

// Simple is the smaller document.
type Simple struct {
	Name      string        `json:"name"`
	Sex       uint32        `json:"sex"`
	Nicknames []string      `json:"nicknames"`
	Maps      *MapInfo      `json:"maps"`
	Phones    []PhoneNumber `json:"phones"`
	Address   Address       `json:"address"`
}

// MapInfo is a part of Simple.
type MapInfo struct {
	MapName  string `json:"mapName"`
	Location string `json:"location"`
}

// PhoneNumber is a part of Simple.
type PhoneNumber struct {
	Area   uint32 `json:"area"`
	Number string `json:"number"`
}

// Address is a part of Simple.
type Address struct {
	Area    uint32 `json:"area"`
	Address string `json:"address"`
}

// ComplexText and SimpleText are the documents as compact JSON, members in the order of
// the schema.
const (
	ComplexText = `{"category":1,"ips":["192.168.1.1","192.168.1.2","192.168.1.3","192.168.1.4","192.168.1.5","192.168.1.6","192.168.1.7","192.168.1.8","192.168.1.9","192.168.1.10","192.168.1.11","192.168.1.12","192.168.1.13","192.168.1.14","192.168.1.15","192.168.1.16","192.168.1.17","192.168.1.18","192.168.1.19","192.168.1.20","192.168.1.21","192.168.1.22","192.168.1.23","192.168.1.24","192.168.1.25","192.168.1.26","192.168.1.27","192.168.1.28","192.168.1.29","192.168.1.30"],"positions":[100,101,200,201],"user":{"name":"test","email":"test@example.com","currentStatus":{"group":"admin_group","msg":"test message"}},"accounts":[{"name":"test1","email":"test1@example.com","currentStatus":{"group":"vip","msg":"test message"}},{"name":"test2","email":"test2@example.com","currentStatus":{"group":"vip","msg":"test message"}},{"name":"test3","email":"test3@example.com","currentStatus":{"group":"normal","msg":"offline"}},{"name":"test4","email":"test4@example.com","currentStatus":{"group":"normal","msg":"offline"}},{"name":"test2","email":"test2@example.com","currentStatus":{"group":"normal","msg":"test message"}},{"name":"test5","email":"test5@example.com","currentStatus":{"group":"normal","msg":"test message"}}]}`
	SimpleText  = `{"name":"John Doe","sex":2,"nicknames":["nickname 1","nickname 2","nickname 3","nickname 4","nickname 5","nickname 6","nickname 7","nickname 8","nickname 9","nickname 10"],"maps":{"mapName":"test map","location":"test location"},"phones":[{"area":800,"number":"900000000"},{"area":801,"number":"900000001"},{"area":802,"number":"900000002"},{"area":803,"number":"900000003"},{"area":804,"number":"900000004"},{"area":805,"number":"900000005"},{"area":806,"number":"900000006"},{"area":807,"number":"900000007"},{"area":808,"number":"900000008"},{"area":809,"number":"900000009"},{"area":810,"number":"900000010"}],"address":{"area":806,"address":"address text"}}`
)

// Parse returns a document as a struct, and as the map that encoding/json makes of it.
// T must be the type of the text.
func Parse[T any](text string) (*T, map[string]any, error) {
	v := new(T)
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return nil, nil, err
	}
	var m map[string]any
	err := json.Unmarshal([]byte(text), &m)
	return v, m, err
}
