// Package sqlbeve keeps Go values in a column of a database, as BEVE. A [Value] is a
// sql.Scanner and a driver.Valuer, so database/sql, sqlx, pgx and what stands on them
// read and write it like any other value:
//
//	var profile sqlbeve.Value[Profile]
//	err := db.QueryRow(`SELECT profile FROM users WHERE id = ?`, id).Scan(&profile)
//	use(profile.V)
//
// The column is of bytes: BLOB, or BYTEA in PostgreSQL; GORM makes it so. NULL is a Value
// that is not Valid. A V that is nil is another thing in a column: it is stored as the null of
// BEVE, also where NULL is not allowed, and comes back Valid. A message has null alone: in BEVE and JSON
// that is what both become, and it is read as a Value that is not Valid.
package sqlbeve

import (
	"database/sql/driver"
	"fmt"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
)

// Value is a T that is stored as BEVE, or NULL. The zero Value is NULL.
type Value[T any] struct {
	V     T
	Valid bool // V is not NULL
}

// Of returns v as a Value.
func Of[T any](v T) Value[T] { return Value[T]{v, true} }

// Scan implements sql.Scanner. What V keeps does not alias src. NULL makes v the zero Value; bytes
// make it Valid, those of null with the V that beve.Unmarshal makes of it. Bytes that are not a
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

// GormDataType tells GORM that the column is of bytes, which it calls so in every
// database: a model needs no type in its tag.
func (Value[T]) GormDataType() string { return "bytes" }

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

// UnmarshalBEVE implements beve.Unmarshaler. It leaves v unchanged if data is not a T.
func (v *Value[T]) UnmarshalBEVE(data []byte) error {
	view, err := beve.NewView(data)
	if err != nil {
		return err
	}
	if view.IsNull() {
		*v = Value[T]{}
		return nil
	}
	var out T
	if err := beve.Unmarshal(data, &out); err != nil {
		return err
	}
	*v = Of(out)
	return nil
}

// MarshalJSON implements json.Marshaler: V, or null. So a model with Values is the same
// in BEVE and JSON.
func (v Value[T]) MarshalJSON() ([]byte, error) {
	if !v.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(&v.V)
}

// UnmarshalJSON implements json.Unmarshaler. It leaves v unchanged if text is not a T.
func (v *Value[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*v = Value[T]{}
		return nil
	}
	var out T
	if err := json.Unmarshal(text, &out); err != nil {
		return err
	}
	*v = Of(out)
	return nil
}
