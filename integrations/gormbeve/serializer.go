// Package gormbeve keeps fields of GORM models as BEVE. Importing it registers the
// serializer "beve":
//
//	type User struct {
//		ID      uint
//		Profile Profile   `gorm:"serializer:beve;type:bytes"`
//		Samples []float64 `gorm:"serializer:beve;type:bytes"`
//	}
//
// The type has to be given, because GORM makes text columns for serializers, and
// most databases refuse bytes in those; a model without it is an error when it is
// written. A nil pointer, slice or map is NULL, and NULL the zero value. To change such
// a column, give GORM the model, db.Model(&user).Select("Profile").Updates(&user): what
// Update and maps of columns are given does not pass through serializers.
package gormbeve

import (
	"context"
	"fmt"
	"reflect"

	"gorm.io/gorm/schema"

	beve "github.com/beve-org/beve-go"
)

// Name is the name of the serializer in tags.
const Name = "beve"

func init() { schema.RegisterSerializer(Name, Serializer{}) }

// Serializer is the serializer with options; register one under a name of your own
// with schema.RegisterSerializer. The zero value is what is registered as "beve".
type Serializer struct {
	Encode beve.EncodeOptions
	// Decode's NoCopy is ignored: drivers use their memory again.
	Decode beve.DecodeOptions
}

// Scan implements schema.SerializerInterface.
func (s Serializer) Scan(ctx context.Context, field *schema.Field, dst reflect.Value, column any) error {
	v := reflect.New(field.FieldType)
	var data []byte
	switch c := column.(type) {
	case nil:
	case []byte:
		data = c
	case string:
		data = []byte(c)
	default:
		return fmt.Errorf("gormbeve: column %s has %T, not bytes: %w", field.DBName, column, beve.ErrMismatch)
	}
	if column != nil {
		opts := s.Decode
		opts.NoCopy = false
		if err := opts.Unmarshal(data, v.Interface()); err != nil {
			return fmt.Errorf("gormbeve: column %s: %w", field.DBName, err)
		}
	}
	field.ReflectValueOf(ctx, dst).Set(v.Elem())
	return nil
}

// Value implements schema.SerializerInterface.
func (s Serializer) Value(_ context.Context, field *schema.Field, _ reflect.Value, value any) (any, error) {
	if field.DataType == schema.String {
		return nil, fmt.Errorf("gormbeve: column %s is text; tag the field %s with type:bytes", field.DBName, field.Name)
	}
	if v := reflect.ValueOf(value); !v.IsValid() || isNil(v) {
		return nil, nil
	}
	data, err := s.Encode.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("gormbeve: column %s: %w", field.DBName, err)
	}
	return data, nil
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return v.IsNil()
	}
	return false
}
