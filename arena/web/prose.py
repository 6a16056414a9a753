"""The project's own Markdown as HTML."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markupsafe import Markup


def as_html(text: str) -> Markup:
    """Ours, so it is not escaped; Markdown's own HTML is off all the same."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for token in tokens:
        if token.children:  # links between files lead nowhere here
            token.children = [part for part in token.children if part.type not in ("link_open", "link_close")]
    return Markup(reader.renderer.render(tokens, reader.options, {}))
