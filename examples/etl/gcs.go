// Objects of Google Cloud Storage, opened in the middle, so that large ones are split.

package main

import _ "github.com/beve-org/beve-go/integrations/beambeve/gcsbeve"
