// Package databases holds gormbeve and sqlbeve to real databases, by the libraries
// that programs use. It is a module of its own, so that those packages require none
// of them.
package databases

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/glebarez/sqlite"
	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	beve "github.com/beve-org/beve-go"
	_ "github.com/beve-org/beve-go/integrations/gormbeve"
	"github.com/beve-org/beve-go/integrations/sqlbeve"
)

type profile struct {
	City   string            `json:"city"`
	Scores []float64         `json:"scores"`
	Labels map[string]string `json:"labels"`
	Since  time.Time         `json:"since"`
}

func someProfile(i int) profile {
	return profile{fmt.Sprint("city ", i), []float64{1.5, float64(i)}, map[string]string{"zero": "\x00"},
		time.Date(2024, 2, 29, 12, 0, 0, i, time.UTC)}
}

type account struct {
	ID      uint
	Name    string   `gorm:"index"`
	Profile profile  `gorm:"serializer:beve;type:bytes"`
	Backup  *profile `gorm:"serializer:beve;type:bytes"`
	Samples []int32  `gorm:"serializer:beve;type:bytes"`
}

// databases opens every database, empty.
func databases(t *testing.T, f func(t *testing.T, dialect gorm.Dialector)) {
	t.Run("sqlite", func(t *testing.T) { f(t, sqlite.Open(t.TempDir()+"/test.db")) })
	t.Run("postgres", func(t *testing.T) { f(t, postgres.Open(startPostgres(t))) })
}

func TestGORM(t *testing.T) {
	databases(t, func(t *testing.T, dialect gorm.Dialector) {
		db, err := gorm.Open(dialect, &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
		if err != nil {
			t.Fatal(err)
		}
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		if err := db.AutoMigrate(&account{}); err != nil {
			t.Fatal(err)
		}
		var accounts []account
		for i := range 100 {
			a := account{Name: fmt.Sprint("name ", i%10), Profile: someProfile(i), Samples: []int32{int32(i), -1}}
			if i%3 == 0 {
				backup := someProfile(-i)
				a.Backup = &backup
			}
			if i%5 == 0 {
				a.Samples = nil
			}
			accounts = append(accounts, a)
		}
		if err := db.CreateInBatches(&accounts, 30).Error; err != nil {
			t.Fatal(err)
		}

		var found []account
		if err := db.Where("name = ?", "name 3").Order("id").Find(&found).Error; err != nil {
			t.Fatal(err)
		}
		if len(found) != 10 {
			t.Fatalf("%d rows", len(found))
		}
		for i, got := range found {
			if want := accounts[i*10+3]; !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		var nulls int64
		if err := db.Model(&account{}).Where("backup IS NULL AND samples IS NULL").Count(&nulls).Error; err != nil || nulls != 13 {
			t.Errorf("%d rows with NULL in both columns, %v", nulls, err)
		}

		changed := found[0]
		changed.Profile.City = "elsewhere"
		if err := db.Model(&changed).Select("Profile").Updates(&changed).Error; err != nil {
			t.Fatal(err)
		}
		var again account
		if err := db.First(&again, changed.ID).Error; err != nil || again.Profile.City != "elsewhere" {
			t.Errorf("%+v, %v", again, err)
		}
		if err := db.Model(&again).Select("Backup").Updates(account{}).Error; err != nil {
			t.Fatal(err)
		}
		var cleared account
		if err := db.First(&cleared, changed.ID).Error; err != nil || cleared.Backup != nil {
			t.Errorf("%+v, %v", cleared, err)
		}

		// What is stored is plain BEVE.
		var data []byte
		if err := db.Raw("SELECT profile FROM accounts WHERE id = ?", changed.ID).Row().Scan(&data); err != nil || !beve.Valid(data) {
			t.Errorf("%x, %v", data, err)
		}
		if err := db.Exec("UPDATE accounts SET profile = samples WHERE id = ?", changed.ID).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.First(&again, changed.ID).Error; !errors.Is(err, beve.ErrMismatch) || !strings.Contains(err.Error(), "column profile") {
			t.Errorf("a column with something else: %v", err)
		}
	})
}

// A model with Values needs no type in its tags: the column takes any bytes.
func TestGORMWithValues(t *testing.T) {
	type holder struct {
		ID      uint
		Profile sqlbeve.Value[profile]
		Samples *sqlbeve.Value[[]float64]
		Map     sqlbeve.Value[map[string]any] `gorm:"not null"`
	}
	databases(t, func(t *testing.T, dialect gorm.Dialector) {
		db, err := gorm.Open(dialect, &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
		if err != nil {
			t.Fatal(err)
		}
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		for range 2 { // the second time it finds what it has made
			if err := db.AutoMigrate(&holder{}); err != nil {
				t.Fatal(err)
			}
		}
		columns, err := db.Migrator().ColumnTypes(&holder{})
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range columns {
			if kind := strings.ToLower(column.DatabaseTypeName()); column.Name() != "id" && kind != "blob" && kind != "bytea" {
				t.Errorf("column %s is %s", column.Name(), kind)
			}
		}
		samples := sqlbeve.Of([]float64{1.5, 2})
		for _, want := range []holder{
			{Profile: sqlbeve.Of(someProfile(1)), Samples: &samples, Map: sqlbeve.Of(map[string]any{"zero\x00": "\x00"})},
			{Map: sqlbeve.Of(map[string]any{})},
		} {
			if err := db.Create(&want).Error; err != nil {
				t.Fatal(err)
			}
			var got holder
			if err := db.First(&got, want.ID).Error; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v: %v", got, want, err)
			}
			// Here, unlike with a serializer, what Updates is given is written too.
			if err := db.Model(&got).Update("profile", sqlbeve.Of(someProfile(9))).Error; err != nil {
				t.Fatal(err)
			}
			if err := db.First(&got, want.ID).Error; err != nil || !reflect.DeepEqual(got.Profile, sqlbeve.Of(someProfile(9))) {
				t.Errorf("%+v, %v", got, err)
			}
		}
		if err := db.Create(&holder{}).Error; err == nil {
			t.Error("NULL in a column that takes none")
		}
	})
}

func TestGORMWithoutTheTypeOfTheColumn(t *testing.T) {
	type untyped struct {
		ID      uint
		Profile profile `gorm:"serializer:beve"`
	}
	db, err := gorm.Open(sqlite.Open(t.TempDir()+"/test.db"), &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(&untyped{}); err != nil {
		t.Fatal(err)
	}
	if err := db.Create(&untyped{}).Error; err == nil || !strings.Contains(err.Error(), "type:bytes") {
		t.Errorf("error %v", err)
	}
}

// A model gains fields, in its struct and in its columns, over data that is there.
func TestMigration(t *testing.T) {
	databases(t, func(t *testing.T, dialect gorm.Dialector) {
		db, err := gorm.Open(dialect, &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
		if err != nil {
			t.Fatal(err)
		}
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		type before struct {
			ID      uint
			Profile struct {
				City string `json:"city"`
				Old  int    `json:"old"`
			} `gorm:"serializer:beve;type:bytes"`
		}
		old := before{}
		old.Profile.City, old.Profile.Old = "Delft", 7
		if err := db.Table("accounts").AutoMigrate(&before{}); err != nil {
			t.Fatal(err)
		}
		if err := db.Table("accounts").Create(&old).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.AutoMigrate(&account{}); err != nil {
			t.Fatal(err)
		}
		var got account
		if err := db.First(&got, old.ID).Error; err != nil || got.Profile.City != "Delft" || got.Backup != nil {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestSQL(t *testing.T) {
	open := map[string]func(t *testing.T) (db *sql.DB, column, mark string){
		"sqlite": func(t *testing.T) (*sql.DB, string, string) {
			db, err := sql.Open("sqlite", t.TempDir()+"/test.db")
			if err != nil {
				t.Fatal(err)
			}
			return db, "BLOB", "?"
		},
		"postgres": func(t *testing.T) (*sql.DB, string, string) {
			db, err := sql.Open("pgx", startPostgres(t))
			if err != nil {
				t.Fatal(err)
			}
			return db, "BYTEA", "$1"
		},
	}
	for name, open := range open {
		t.Run(name, func(t *testing.T) {
			db, column, mark := open(t)
			defer db.Close()
			if _, err := db.Exec("CREATE TABLE people (profile " + column + ")"); err != nil {
				t.Fatal(err)
			}
			for _, v := range []sqlbeve.Value[profile]{sqlbeve.Of(someProfile(1)), {}} {
				if _, err := db.Exec("INSERT INTO people VALUES ("+mark+")", v); err != nil {
					t.Fatal(err)
				}
			}
			var got []struct{ Profile sqlbeve.Value[profile] }
			if err := sqlx.NewDb(db, name).Select(&got, "SELECT profile FROM people ORDER BY profile IS NULL"); err != nil {
				t.Fatal(err)
			}
			if len(got) != 2 || !reflect.DeepEqual(got[0].Profile, sqlbeve.Of(someProfile(1))) || got[1].Profile.Valid {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestPgx(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), startPostgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var got, none sqlbeve.Value[profile]
	err = conn.QueryRow(t.Context(), "SELECT $1::bytea, $2::bytea", sqlbeve.Of(someProfile(2)), sqlbeve.Value[profile]{}).Scan(&got, &none)
	if err != nil || !reflect.DeepEqual(got.V, someProfile(2)) || none.Valid {
		t.Errorf("%+v, %+v, %v", got, none, err)
	}
}
