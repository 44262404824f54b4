// The model, and the store that reads it through the cache.

package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	_ "github.com/beve-org/beve-go/integrations/gormbeve" // the serializer "beve"
	"github.com/beve-org/beve-go/integrations/redisbeve"
)

// Sensor is the model: a row of the database, and a value of the cache.
type Sensor struct {
	ID          uint        `json:"id"`
	Name        string      `json:"name" gorm:"uniqueIndex"`
	Changed     time.Time   `json:"changed" gorm:"autoUpdateTime"`
	Calibration Calibration `json:"calibration" gorm:"serializer:beve;type:bytes"`
}

// Calibration is a column of BEVE: one value for the database, a struct for Go.
type Calibration struct {
	Offset float64   `json:"offset"`
	Curve  []float64 `json:"curve"`
}

// store keeps sensors in the database, and those that are asked for in the cache.
type store struct {
	db    *gorm.DB
	cache *redisbeve.Cache[Sensor]
	asked atomic.Int64 // questions to the database
}

func newStore(db *gorm.DB, client *redis.Client) *store {
	return &store{db: db, cache: redisbeve.New[Sensor](client, redisbeve.Options{
		Prefix:      "example:sensor:",
		TTL:         time.Hour, // also bounds how long a change that the cache missed stays unseen
		NegativeTTL: time.Minute,
	})}
}

func key(id uint) string { return strconv.FormatUint(uint64(id), 10) }

// Get returns a sensor from the cache, or else from the database. The error matches
// redisbeve.ErrNotFound if there is none.
func (s *store) Get(ctx context.Context, id uint) (Sensor, error) {
	return s.cache.GetOrLoad(ctx, key(id), func(ctx context.Context) (Sensor, error) {
		s.asked.Add(1)
		sensor, err := gorm.G[Sensor](s.db).Where("id = ?", id).First(ctx)
		if errors.Is(err, gorm.ErrRecordNotFound) {
			err = fmt.Errorf("sensor %d: %w", id, redisbeve.ErrNotFound)
		}
		return sensor, err
	})
}

// Create stores a new sensor and gives it its ID.
func (s *store) Create(ctx context.Context, sensor *Sensor) error {
	if err := gorm.G[Sensor](s.db).Create(ctx, sensor); err != nil {
		return err
	}
	return s.cache.Delete(ctx, key(sensor.ID)) // that there was none
}

// Recalibrate changes the column. The database comes first: were the cache emptied
// before it, a reader between the two would fill it with what is old. Where the cache
// fails the database has the change all the same, and the caller tries again.
func (s *store) Recalibrate(ctx context.Context, id uint, c Calibration) error {
	sensor := Sensor{ID: id, Calibration: c}
	result := s.db.WithContext(ctx).Model(&sensor).Select("Calibration").Updates(&sensor)
	switch {
	case result.Error != nil:
		return result.Error
	case result.RowsAffected == 0:
		return fmt.Errorf("sensor %d: %w", id, redisbeve.ErrNotFound)
	}
	return s.cache.Delete(ctx, key(id))
}

// Delete removes a sensor.
func (s *store) Delete(ctx context.Context, id uint) error {
	if _, err := gorm.G[Sensor](s.db).Where("id = ?", id).Delete(ctx); err != nil {
		return err
	}
	return s.cache.Delete(ctx, key(id))
}
