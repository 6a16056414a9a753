"""Long lists, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import HTTPException, Query

PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class Paging:
    page: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.size


def paging(page: int, size: int, total: int) -> Paging:
    """404 beyond the last page."""
    found = Paging(page, size, total)
    if page > found.pages:
        raise HTTPException(404, f"there is no page {page}: the last one is {found.pages}")
    return found
