package features

import (
	"net/netip"
	"net/url"

	"github.com/beve-org/beve-go/cmd/bevegen/features/other"
)

// Foreign has types of other packages.
type Foreign struct {
	Made    other.Made
	MadeRef *other.Made
	Mades   []other.Made
	ByName  map[string]other.Made
	Plain   other.Plain
	Plains  []other.Plain
	Mixed   other.Mixed
	URL     url.URL
	Addr    netip.Addr
	Embedded
	*other.Promoted
}
