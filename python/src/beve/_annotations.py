"""What the annotations of public functions name, also where it is newer than the running Python.

typing.get_type_hints can so resolve them with nothing installed.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Buffer as Buffer
    from typing_extensions import Unpack as Unpack

    DataFrame = pd.DataFrame
else:
    if sys.version_info >= (3, 12):
        from collections.abc import Buffer
    else:
        Buffer = bytes | bytearray | memoryview
    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:

        class Unpack:
            """Keyword arguments by their names."""

            def __class_getitem__(cls, item: Any) -> Any:
                """Return the names."""
                return item

    #: pandas need not be installed, and is not imported before it is used.
    DataFrame = Any
