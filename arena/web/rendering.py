"""Templates, and the addresses of what they link to. Everything is escaped unless a template says otherwise."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from arena.web.filters import FILTERS, FUNCTIONS

HERE = Path(__file__).parent
STATIC = HERE / "static"


class Rendering:
    """Makes text of templates."""

    def __init__(self, **known: str) -> None:
        """`known` is what every template may speak of."""
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals |= {"asset": asset, **FUNCTIONS, **known}
        self.environment.filters |= FILTERS

    def text(self, template: str, context: dict[str, Any]) -> str:
        return self.environment.get_template(template).render(context)


@cache
def asset(name: str) -> str:
    """The address of a static file; another one when its bytes are others, so that browsers may keep it for ever."""
    return f"/static/{name}?v={sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"
