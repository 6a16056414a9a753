"""The `Bot` class of a bot's folder, loaded into this process: for notebooks, debugging and tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from referee.bot import Bot


def bot_class(folder: Path) -> type[Bot]:
    """The one subclass of `Bot` that the folder's bot.py defines."""
    module = bot_module(folder)
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise ImportError(f"{folder}/bot.py defines {len(found)} bots, not one")
    return found[0]


def bot_module(folder: Path) -> ModuleType:
    path = folder / "bot.py"
    spec = spec_from_file_location(f"bot in {path.parent.name}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    with _imports_from(path.parent.resolve()):
        spec.loader.exec_module(module)
    return module


@contextmanager
def _imports_from(folder: Path) -> Iterator[None]:
    """As if started in the folder. Its modules are forgotten afterwards: another bot may have some of the same name."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in sys.modules.keys() - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and Path(file).parent == folder:
                del sys.modules[name]
