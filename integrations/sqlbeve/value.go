// Package sqlbeve keeps Go values in a column of a database, as BEVE. A [Value] is a
// sql.Scanner and a driver.Valuer, so database/sql, sqlx, pgx and what stands on them
// read and write it like any other value:
//
//	var profile sqlbeve.Value[Profile]
//	err := db.QueryRow(`SELECT profile FROM users WHERE id = ?`, id).Scan(&profile)
//	use(profile.V)
//
// The column is of bytes: BLOB, or BYTEA in PostgreSQL. NULL is a Value that is not
// Valid.
package sqlbeve

import (
	"database/sql/driver"
	"fmt"

	beve "github.com/beve-org/beve-go"
)

// Value is a T that is stored as BEVE, or NULL. The zero Value is NULL.
type Value[T any] struct {
	V     T
	Valid bool // V is not NULL
}

// Of returns v as a Value.
func Of[T any](v T) Value[T] { return Value[T]{v, true} }

// Scan implements sql.Scanner. What V keeps does not alias src. Bytes that are not a
// T leave v as it was.
func (v *Value[T]) Scan(src any) error {
	var data []byte
	switch s := src.(type) {
	case nil:
		*v = Value[T]{}
		return nil
	case []byte:
		data = s
	case string:
		data = []byte(s)
	default:
		return fmt.Errorf("sqlbeve: the column has %T, not bytes: %w", src, beve.ErrMismatch)
	}
	var out T
	if err := beve.Unmarshal(data, &out); err != nil {
		return fmt.Errorf("sqlbeve: %w", err)
	}
	*v = Of(out)
	return nil
}

// Value implements driver.Valuer: the bytes of V, or nil for NULL.
func (v Value[T]) Value() (driver.Value, error) {
	if !v.Valid {
		return nil, nil
	}
	return beve.Marshal(&v.V)
}

// AppendBEVE implements beve.Appender: V, or null. So a model with Values can be sent
// as it is.
func (v Value[T]) AppendBEVE(dst []byte) ([]byte, error) {
	if !v.Valid {
		return beve.Append(dst, nil)
	}
	return beve.Append(dst, &v.V)
}

// UnmarshalBEVE implements beve.Unmarshaler.
func (v *Value[T]) UnmarshalBEVE(data []byte) error {
	view, err := beve.NewView(data)
	if err != nil {
		return err
	}
	*v = Value[T]{}
	if view.IsNull() {
		return nil
	}
	v.Valid = true
	return beve.Unmarshal(data, &v.V)
}
