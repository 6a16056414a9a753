"""Numbers that a database can look for."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

HIGHEST = 2**31 - 1
Id = Annotated[int, Path(ge=1, le=HIGHEST)]
