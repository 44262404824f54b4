// Command lake adds the requests that examples/etl has written to a table of Apache Iceberg,
// by day, where Spark, Trino, DuckDB and pyiceberg find them:
//
//	go run -C ../etl . -output /tmp/day
//	go run . -input '/tmp/day-requests-*.zst' -warehouse /tmp/lake
//
// All files are added or none is, as one commit. Running it again adds them again.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/iceberg-go"
	"github.com/apache/iceberg-go/catalog"
	"github.com/apache/iceberg-go/catalog/hadoop"
	"github.com/apache/iceberg-go/table"
	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/integrations/arrowbeve"
)

var (
	input     = flag.String("input", "", "pattern of files of requests")
	warehouse = flag.String("warehouse", "lake", "folder of the tables")
)

// columns are those of the table. Iceberg has microseconds; a time with more digits is an error.
var columns = arrow.NewSchema([]arrow.Field{
	{Name: "time", Type: arrow.FixedWidthTypes.Timestamp_us},
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "path", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "status", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
	{Name: "bytes", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
}, nil)

// open returns the table logs.requests of a warehouse, which it makes if there is none.
func open(ctx context.Context, warehouse string) (*table.Table, error) {
	tables, err := hadoop.NewCatalog("lake", warehouse, nil)
	if err != nil {
		return nil, err
	}
	name := table.Identifier{"logs", "requests"}
	if there, err := tables.CheckTableExists(ctx, name); err != nil || there {
		if err != nil {
			return nil, err
		}
		return tables.LoadTable(ctx, name)
	}
	schema, err := table.ArrowSchemaToIcebergWithFreshIDs(columns, false)
	if err != nil {
		return nil, err
	}
	byDay, err := iceberg.NewPartitionSpecOpts(iceberg.AddPartitionFieldByName("time", "day", iceberg.DayTransform{}, schema, nil))
	if err != nil {
		return nil, err
	}
	if err := tables.CreateNamespace(ctx, name[:1], nil); err != nil && !errors.Is(err, catalog.ErrNamespaceAlreadyExists) {
		return nil, err
	}
	return tables.CreateTable(ctx, name, schema, catalog.WithPartitionSpec(&byDay))
}

// add adds the values of files to a table, in one commit.
func add(ctx context.Context, to *table.Table, names []string) (*table.Table, error) {
	changes := to.NewTransaction()
	for _, name := range names {
		if err := addFile(ctx, changes, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return changes.Commit(ctx)
}

func addFile(ctx context.Context, changes *table.Transaction, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := io.Reader(bufio.NewReader(f))
	if strings.HasSuffix(name, ".zst") {
		z, err := zstd.NewReader(in)
		if err != nil {
			return err
		}
		defer z.Close()
		in = z
	}
	rows, err := arrowbeve.NewReader(in, arrowbeve.Options{Schema: columns})
	if err != nil {
		return err
	}
	defer rows.Release()
	return changes.Append(ctx, rows, iceberg.Properties{"beve.file": filepath.Base(name)})
}

func run(ctx context.Context, pattern, warehouse string) error {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, ".index") })
	if len(names) == 0 {
		return fmt.Errorf("no file is named %s", pattern)
	}
	requests, err := open(ctx, warehouse)
	if err == nil {
		requests, err = add(ctx, requests, names)
	}
	if err != nil {
		return err
	}
	fmt.Println(requests.MetadataLocation())
	return nil
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := run(context.Background(), *input, *warehouse); err != nil {
		log.Fatal("lake: ", err)
	}
}
