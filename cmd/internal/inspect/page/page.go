// Package page is the page of the inspector, as it is served: no build makes it, and it asks for nothing from elsewhere.
package page

import "embed"

// Files are index.html and what it names.
//
//go:embed *.html *.css *.js
var Files embed.FS
