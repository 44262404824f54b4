package main

import (
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/integrations/redisbeve"
	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

// start returns an empty database, a server of Redis and a client of it.
func start(t *testing.T) (*gorm.DB, *redistest.Server, *redis.Client) {
	t.Helper()
	db, err := open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeDB(db) })
	server := redistest.Run(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr(), MaxRetries: -1})
	t.Cleanup(func() { client.Close() })
	return db, server, client
}

func TestRun(t *testing.T) {
	db, _, client := start(t)
	var out strings.Builder
	if err := run(t.Context(), &out, db, client); err != nil {
		t.Fatal(err)
	}
	const want = `first         roof {Offset:0.25 Curve:[1 1.02 1.05]}, 1 question(s) to the database
again         roof {Offset:0.25 Curve:[1 1.02 1.05]}, 0 question(s) to the database
recalibrated  roof {Offset:-0.5 Curve:[1]}, 1 question(s) to the database
none, twice   1 question(s) to the database
`
	if out.String() != want {
		t.Errorf("printed\n%s", out.String())
	}
}

// The column and the key hold plain BEVE, for programs in other
// languages too.
func TestStoredFormsAreMessages(t *testing.T) {
	db, _, client := start(t)
	sensors := newStore(db, client)
	sensor := &Sensor{Name: "roof", Calibration: Calibration{1, []float64{2, 3}}}
	if err := sensors.Create(t.Context(), sensor); err != nil {
		t.Fatal(err)
	}
	got, err := sensors.Get(t.Context(), sensor.ID)
	if err != nil || !got.Changed.Equal(sensor.Changed) || !reflect.DeepEqual(got.Calibration, sensor.Calibration) {
		t.Fatalf("%+v, %v", got, err)
	}

	var column []byte
	if err := db.Raw("SELECT calibration FROM sensors").Row().Scan(&column); err != nil {
		t.Fatal(err)
	}
	var c Calibration
	if err := beve.Unmarshal(column, &c); err != nil || !reflect.DeepEqual(c, sensor.Calibration) {
		t.Errorf("the column holds %+v, %v", c, err)
	}
	cached, err := client.Get(t.Context(), "example:sensor:"+key(sensor.ID)).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if name, err := extended.Field[string](cached, "name"); name != "roof" || err != nil {
		t.Errorf("the cache holds %q, %v", name, err)
	}
}

func TestAbsenceEndsWhenASensorIsCreated(t *testing.T) {
	db, _, client := start(t)
	sensors := newStore(db, client)
	if _, err := sensors.Get(t.Context(), 1); !errors.Is(err, redisbeve.ErrNotFound) {
		t.Fatalf("error %v", err)
	}
	if err := sensors.Recalibrate(t.Context(), 1, Calibration{}); !errors.Is(err, redisbeve.ErrNotFound) {
		t.Errorf("error %v", err)
	}
	sensor := &Sensor{Name: "roof"}
	if err := sensors.Create(t.Context(), sensor); err != nil || sensor.ID != 1 {
		t.Fatalf("sensor %d, %v", sensor.ID, err)
	}
	if got, err := sensors.Get(t.Context(), 1); err != nil || got.Name != "roof" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := sensors.Delete(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := sensors.Get(t.Context(), 1); !errors.Is(err, redisbeve.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

// Without Redis reading goes on, and changing says that the cache was not told.
func TestRedisIsKilled(t *testing.T) {
	db, server, client := start(t)
	sensors := newStore(db, client)
	sensor := &Sensor{Name: "roof"}
	if err := sensors.Create(t.Context(), sensor); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	if got, err := sensors.Get(t.Context(), sensor.ID); err != nil || got.Name != "roof" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := sensors.Recalibrate(t.Context(), sensor.ID, Calibration{Offset: 1}); err == nil {
		t.Error("nobody was told that the cache is old")
	}
	if got, err := sensors.Get(t.Context(), sensor.ID); err != nil || got.Calibration.Offset != 1 || !got.Changed.After(sensor.Changed) {
		t.Errorf("%+v, %v", got, err)
	}
}
