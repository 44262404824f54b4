"""Totals by host of the requests that examples/etl has written, as a job of Spark.

    spark-submit --py-files shards.py,source.py totals.py 'out/day-requests-*'

It prints a line of JSON for each host.
"""

import json
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from source import Source

spark = SparkSession.builder.appName("totals").getOrCreate()
spark.dataSource.register(Source)

requests = spark.read.format("beve").schema("host string, status int, bytes bigint").load(sys.argv[1])
totals = requests.groupBy("host").agg(
    f.count("*").alias("requests"),
    f.sum((f.col("status") >= 500).cast("bigint")).alias("errors"),
    f.sum("bytes").alias("bytes"),
)
for row in totals.orderBy("host").collect():
    print(json.dumps(row.asDict()))
spark.stop()
