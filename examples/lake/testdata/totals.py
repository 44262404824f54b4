"""Prints what a table of Iceberg adds up to by host, and how much of it one day is.

    python totals.py metadata.json 2025-03-02
"""

import datetime
import sys

import duckdb
from pyiceberg.expressions import And, GreaterThanOrEqual, LessThan
from pyiceberg.table import StaticTable

table = StaticTable.from_metadata(sys.argv[1])
requests = table.scan().to_arrow()
for row in duckdb.sql("SELECT host, count(*), sum(status), sum(bytes) FROM requests GROUP BY host ORDER BY host").fetchall():
    print(*row)

day = datetime.date.fromisoformat(sys.argv[2])
next_day = day + datetime.timedelta(days=1)
of_day = table.scan(And(GreaterThanOrEqual("time", f"{day}T00:00:00+00:00"), LessThan("time", f"{next_day}T00:00:00+00:00")))
files = list(of_day.plan_files())
print(day, of_day.to_arrow().num_rows, "rows in", len(files), "of", len(list(table.scan().plan_files())), "files")
