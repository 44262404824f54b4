module github.com/beve-org/beve-go/integrations/gormbeve

go 1.26.0

require (
	github.com/beve-org/beve-go v0.0.0
	gorm.io/gorm v1.31.2
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.20.0 // indirect
)

replace github.com/beve-org/beve-go => ../..
