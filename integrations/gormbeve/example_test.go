package gormbeve_test

import (
	"gorm.io/gorm"

	_ "github.com/beve-org/beve-go/integrations/gormbeve"
)

func Example() {
	type Profile struct {
		City   string    `json:"city"`
		Scores []float64 `json:"scores"`
	}
	type User struct {
		ID      uint
		Profile Profile `gorm:"serializer:beve;type:bytes"`
	}
	save := func(db *gorm.DB) error {
		return db.Create(&User{Profile: Profile{City: "Delft", Scores: []float64{1.5}}}).Error
	}
	_ = save
}
