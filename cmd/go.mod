module github.com/beve-org/beve-go/cmd

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	github.com/edsrzf/mmap-go v1.2.0
	github.com/itchyny/gojq v0.12.20
	github.com/klauspost/compress v1.20.3
	github.com/molecule-man/go-brrr v1.3.1
	github.com/pierrec/lz4/v4 v4.1.29
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/term v0.47.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/itchyny/timefmt-go v0.1.9 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/beve-org/beve-go => ../

tool github.com/beve-org/beve-go/cmd/bevegen
