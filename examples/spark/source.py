"""BEVE as a source of data frames in Spark 4: spark.read.format("beve").schema(…).load("out/day-requests-*")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

import shards


class Source(DataSource):
    """Files of beambeve. Columns are those of the schema that the reader is given: members of the values."""

    @classmethod
    def name(cls) -> str:
        """Return what spark.read.format takes."""
        return "beve"

    def reader(self, schema: StructType) -> Reader:
        """Return what plans and reads."""
        return Reader(self.options["path"], schema.names)


class Reader(DataSourceReader):
    """A task for each block."""

    def __init__(self, pattern: str, columns: list[str]) -> None:
        self.pattern = pattern
        self.columns = columns

    def partitions(self) -> Sequence[InputPartition]:
        """Return the blocks. The driver does so, once."""
        return [InputPartition(block) for block in shards.blocks(self.pattern)]

    def read(self, partition: InputPartition) -> Iterator[tuple[Any, ...]]:
        """Return the rows of a block. A member that a value lacks is null."""
        for value in shards.values(partition.value):
            yield tuple(value.get(name) for name in self.columns)
