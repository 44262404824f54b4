package types

import (
	"bytes"
	"container/list"
	"database/sql"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unique"

	"cloud.google.com/go/civil"
	"github.com/Masterminds/semver/v3"
	"github.com/cockroachdb/apd/v3"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/guregu/null/v6"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/oklog/ulid/v2"
	"github.com/shopspring/decimal"
	orderedmap "github.com/wk8/go-ordered-map/v2"
	"go.mongodb.org/mongo-driver/v2/bson"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
)

// sample is a type and values of it: the zero value, typical and extreme ones.
type sample struct {
	group, name string
	typ         reflect.Type
	values      []reflect.Value
}

// of returns the sample of T. What T holds by pointers is made anew by each function.
func of[T any](group string, values ...T) sample {
	s := sample{group: group, name: known(reflect.TypeFor[T]()), typ: reflect.TypeFor[T]()}
	for i := range values {
		s.values = append(s.values, reflect.ValueOf(&values[i]).Elem())
	}
	return s
}

// known returns the name that users know a type by: aliases stand for types of internal packages.
func known(t reflect.Type) string { return strings.ReplaceAll(t.String(), "engine.", "beve.") }

// at is of for a type that must not be copied.
func at[T any](group string, v *T) sample {
	return sample{group: group, name: known(reflect.TypeFor[T]()), typ: reflect.TypeFor[T](), values: []reflect.Value{reflect.ValueOf(v).Elem()}}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

const (
	basic   = "Basic kinds"
	library = "Standard library"
	public  = "Public modules"
	own     = "Types of this library"
	shapes  = "Types with methods, and shapes of types"
)

var zone = time.FixedZone("", 2*60*60)

func samples() []sample {
	instant := time.Date(2024, 2, 29, 23, 59, 58, 123456789, zone)
	all := []sample{
		of(basic, false, true),
		of[int](basic, 0, -1, math.MinInt64, math.MaxInt64),
		of[int8](basic, 0, math.MinInt8, math.MaxInt8),
		of[int16](basic, 0, math.MinInt16), of[int32](basic, 0, math.MinInt32), of[int64](basic, 0, math.MinInt64, 1<<53+1),
		of[uint](basic, 0, math.MaxUint64), of[uint8](basic, 0, 255), of[uint16](basic, 0, math.MaxUint16),
		of[uint32](basic, 0, math.MaxUint32), of[uint64](basic, 0, math.MaxUint64, 1<<63), of[uintptr](basic, 0, 7),
		of[float32](basic, 0, 0.1, math.MaxFloat32, 123456790, 16777216, math.SmallestNonzeroFloat32),
		of[float64](basic, 0, 0.1, math.Copysign(0, -1), math.MaxFloat64, 1e20, 12345678901234567000, 5e-324),
		of(basic+": not finite", math.NaN(), math.Inf(1)),
		of[complex64](basic, 0, 1-2i), of[complex128](basic, 0, 1-2i),
		of(basic, "", "text", "é\x00\u2028<"),
		of(basic+": not UTF-8", "\xff"),
		of(basic, []byte(nil), []byte{}, []byte{0, 255}), of(basic, [3]byte{1, 2, 3}), of(basic, []int(nil), []int{}, []int{1, -1 << 40}),
		of(basic, []float64{1.5, 1e20, 2}), of(basic, []bool{true, false}), of(basic, []string(nil), []string{"", "a"}), of(basic, [2]string{"x"}),
		of(basic, []any(nil), []any{nil, true, "x", 1.5, []any{}}), of(basic, map[string]int(nil), map[string]int{"a": 1}), of(basic, map[int]string{-1: "x"}),
		of(basic, map[string]any{"a": nil, "b": []any{"c"}}), of(basic, struct{}{}), of(basic, struct{ A, b int }{1, 2}),
		of[chan int](basic, nil, make(chan int)), of[func()](basic, nil, func() {}),

		of(library, time.Time{}, instant, instant.UTC()), of(library, time.Duration(0), -90*time.Minute, math.MaxInt64),
		of[time.Month](library, time.May), of(library, *time.UTC),
		of(library, big.Int{}, *big.NewInt(-5), *new(big.Int).Lsh(big.NewInt(1), 100)),
		of(library, new(big.Int), new(big.Int).Lsh(big.NewInt(-1), 120)),
		of(library+": beyond 128 bits", *new(big.Int).Lsh(big.NewInt(1), 200)),
		of(library, *big.NewFloat(1.5), *wideFloat("0.1000000000000000000001")),
		of(library, *big.NewRat(1, 3)),
		of(library, netip.Addr{}, netip.MustParseAddr("fe80::1%eth0")), of(library, netip.MustParseAddrPort("1.2.3.4:5")),
		of(library, netip.MustParsePrefix("10.0.0.0/8")), of(library, net.ParseIP("::1")),
		of(library, net.HardwareAddr{1, 2, 3, 4, 5, 6}), of(library, net.IPNet{IP: net.IP{10, 0, 0, 0}, Mask: net.IPMask{255, 0, 0, 0}}),
		of(library, *must(url.Parse("https://u:p@example.org/a?b=c#d"))), of(library, url.Values{"a": {"1", "2"}}),
		of(library, stdjson.RawMessage(nil), stdjson.RawMessage(`{"a":[1,2.5,"é",null]}`), stdjson.RawMessage(`12345678901234567890`)),
		of(library, stdjson.Number(""), "12", "-0.5", "1e3", "0.1000000000000000000001", "18446744073709551616"),
		of(library, sql.NullString{}, sql.NullString{String: "x", Valid: true}), of(library, sql.NullInt64{Int64: 5, Valid: true}),
		of(library, sql.NullTime{Time: instant.UTC(), Valid: true}), of(library, sql.Null[int]{V: 5, Valid: true}),
		of(library, *regexp.MustCompile(`(?i)^a+`)), of(library, slog.LevelWarn), of[error](library, errors.New("x")),
		of[fmt.Stringer](library, time.May),
		at(library, atomicOf(5)), of(library, sync.Mutex{}), of(library, *bytes.NewBufferString("x")), of(library, *list.New()),
		of(library, strings.Builder{}), of(library, unique.Make("x")),

		of(public, uuid.Nil, uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")), of(public, uuid.NullUUID{}, uuid.NullUUID{UUID: uuid.NameSpaceDNS, Valid: true}),
		of(public+": of gofrs", gofrs.Nil, gofrs.NamespaceDNS), of(public+": of gofrs", gofrs.NullUUID{}, gofrs.NullUUID{UUID: gofrs.NamespaceDNS, Valid: true}),
		of(public, ulid.ULID{}, ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
		of(public, decimal.Decimal{}, decimal.RequireFromString("-0.1000000000000000000001"), decimal.RequireFromString("1e30")),
		of(public, decimal.NullDecimal{}, decimal.NewNullDecimal(decimal.RequireFromString("1.50"))),
		of(public, apd.Decimal{}, *must(apdOf("1.25E+100"))), of(public, apd.NullDecimal{Decimal: *apd.New(1, -1), Valid: true}), of(public, *apd.NewBigInt(5)),
		of(public, null.String{}, null.StringFrom(""), null.StringFrom("x")), of(public, null.Int{}, null.IntFrom(0), null.IntFrom(5)),
		of(public, null.Float{}, null.FloatFrom(1.5)), of(public, null.Bool{}, null.BoolFrom(false)), of(public, null.Time{}, null.TimeFrom(instant.UTC())),
		of(public, null.Value[[]int]{}, null.ValueFrom([]int{1})),
		of(public, pgtype.Text{}, pgtype.Text{String: "x", Valid: true}), of(public, pgtype.Int8{}, pgtype.Int8{Int64: 5, Valid: true}),
		of(public, pgtype.Bool{Bool: true, Valid: true}), of(public, pgtype.Float8{Float64: 1.5, Valid: true}),
		of(public, pgtype.Date{}, pgtype.Date{Time: time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), Valid: true}),
		of(public, pgtype.Timestamptz{}, pgtype.Timestamptz{Time: instant.UTC(), Valid: true}), of(public, pgtype.UUID{}, pgtype.UUID{Bytes: uuid.NameSpaceDNS, Valid: true}),
		of(public, pgtype.Numeric{}, pgtype.Numeric{Int: big.NewInt(125), Exp: -2, Valid: true}), of(public, pgtype.Interval{Days: 1, Valid: true}),
		of(public, civil.Date{}, civil.Date{Year: 2024, Month: 2, Day: 29}), of(public, civil.Time{Hour: 1}), of(public, civil.DateTime{Date: civil.Date{Year: 1, Month: 1, Day: 1}}),
		of(public, *semver.MustParse("1.2.3-rc.1")),
		of(public, bson.ObjectID{}, must(bson.ObjectIDFromHex("507f1f77bcf86cd799439011"))), of(public, must(bson.ParseDecimal128("1.5"))),
		of(public, bson.NewDateTimeFromTime(instant)), of(public, bson.D{{Key: "a", Value: "x"}}), of(public, bson.M{"a": "x"}), of(public, bson.Timestamp{T: 1, I: 2}), of(public, bson.Regex{Pattern: "a"}),
		of(public, timestamppb.New(instant)), of(public, durationpb.New(time.Second)), of(public, wrapperspb.String("x")),
		of(public, orderedOf("b", 1, "a", 2)),

		of(own, beve.Raw(nil), beve.Raw(must(beve.Marshal(map[string]any{"a": 1.5})))), of(own, json.RawValue(nil), json.RawValue(`{"a":1}`)),
		of(own, msgp.Raw(nil), msgp.AppendString(nil, "x")), of(own, beve.UUID{}, beve.UUID{1, 2}), of(own, beve.Timestamp{}, beve.Timestamp{Seconds: 5, Nanoseconds: 7, TimezoneOffset: 60}),
		of(own, beve.Interval{Start: instant.UTC(), End: instant.UTC().Add(time.Hour)}), of(own, beve.RegExpData{Pattern: "a", Flags: extended.FlagIgnoreCase}),
		of(own, beve.Matrix[float64]{Extents: []int{1, 2}, Data: []float64{1, 2.5}}), of(own, beve.Complex[int32]{Real: 1, Imag: -2}),
		of(own, scalar.Float16FromFloat64(1.5)), of(own, scalar.BFloat16FromFloat64(12345678848)), of(own, scalar.Int128{Hi: 1}), of(own, scalar.Uint128{Hi: 1, Lo: 2}),
	}
	return append(all, shapesOf()...)
}

func atomicOf(n int64) *atomic.Int64 {
	var v atomic.Int64
	v.Store(n)
	return &v
}

func wideFloat(s string) *big.Float {
	f, _ := new(big.Float).SetPrec(200).SetString(s)
	return f
}

func apdOf(s string) (*apd.Decimal, error) {
	d, _, err := apd.NewFromString(s)
	return d, err
}

func orderedOf(k1 string, v1 int, k2 string, v2 int) *orderedmap.OrderedMap[string, int] {
	m := orderedmap.New[string, int]()
	m.Set(k1, v1)
	m.Set(k2, v2)
	return m
}
