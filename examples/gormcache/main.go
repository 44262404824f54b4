// Command gormcache keeps a GORM model in SQLite, one of its columns as BEVE, and the
// model as BEVE in Redis, from where it is read.
//
//	GOWORK=off go run -C examples/gormcache .
//
// It runs a redis-server of its own, unless REDIS_ADDR names one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/glebarez/sqlite"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/beve-org/beve-go/integrations/redisbeve"
	"github.com/beve-org/beve-go/integrations/redisbeve/redistest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := connect(ctx, os.Getenv("REDIS_ADDR")); err != nil {
		stop()
		log.Fatal(err)
	}
}

// connect runs the example with the redis-server at an address, or with one of its
// own, and with a new database.
func connect(ctx context.Context, addr string) error {
	if addr == "" {
		server, err := redistest.Start(ctx)
		if err != nil {
			return err
		}
		defer server.Close()
		addr = server.Addr()
	}
	client := redis.NewClient(&redis.Options{Addr: addr})
	defer client.Close()
	if err := client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("redis at %s: %w", addr, err)
	}
	dir, err := os.MkdirTemp("", "gormcache-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := open(filepath.Join(dir, "example.db"))
	if err != nil {
		return err
	}
	defer closeDB(db)
	return run(ctx, os.Stdout, db, client)
}

// open opens a database of SQLite and makes the tables.
func open(path string) (*gorm.DB, error) {
	db, err := gorm.Open(sqlite.Open(path), &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
	if err != nil {
		return nil, err
	}
	if err := db.AutoMigrate(&Sensor{}); err != nil {
		closeDB(db)
		return nil, err
	}
	return db, nil
}

func closeDB(db *gorm.DB) {
	pool, err := db.DB()
	if err == nil {
		err = pool.Close()
	}
	if err != nil {
		log.Print(err)
	}
}

func run(ctx context.Context, w io.Writer, db *gorm.DB, client *redis.Client) error {
	sensors := newStore(db, client)

	sensor := &Sensor{Name: "roof", Calibration: Calibration{Offset: 0.25, Curve: []float64{1, 1.02, 1.05}}}
	if err := sensors.Create(ctx, sensor); err != nil {
		return err
	}
	defer func() {
		if err := sensors.Delete(context.WithoutCancel(ctx), sensor.ID); err != nil {
			log.Print(err)
		}
	}()

	read := func(when string) error {
		got, err := sensors.Get(ctx, sensor.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-13s %s %+v, %d question(s) to the database\n", when, got.Name, got.Calibration, sensors.asked.Swap(0))
		return nil
	}
	for _, when := range []string{"first", "again"} {
		if err := read(when); err != nil {
			return err
		}
	}
	if err := sensors.Recalibrate(ctx, sensor.ID, Calibration{Offset: -0.5, Curve: []float64{1}}); err != nil {
		return err
	}
	if err := read("recalibrated"); err != nil {
		return err
	}

	for range 2 {
		if _, err := sensors.Get(ctx, sensor.ID+1); !errors.Is(err, redisbeve.ErrNotFound) {
			return fmt.Errorf("a sensor that does not exist: %w", err)
		}
	}
	fmt.Fprintf(w, "%-13s %d question(s) to the database\n", "none, twice", sensors.asked.Swap(0))
	return nil
}
