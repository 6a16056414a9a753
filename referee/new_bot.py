"""A new bot out of a sample bot: its sources under the new name, with the .proto files that its build needs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from referee.samples import Sample, protos
from referee.sandbox.manifest import FILE_NAME, parse_manifest

LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "target", "node_modules", "bin", "build", "dist", "generated")
"""What builds leave behind."""
PROTO_IN_PROJECT, PROTO = "../../proto", "proto"
README = "README.md"
ABOUT_THE_PROJECT = re.compile(r"^## (Run it|Test it|How strong)", re.MULTILINE)
"""From here on a sample's README speaks of the project that it is part of."""
LINK_OUT = re.compile(r"\[([^\]]*)\]\(\.\./[^)]*\)")


def make_bot(sample: Sample, folder: Path) -> list[str]:
    """Fill a folder, new or empty, with a bot of its name; says which files there are."""
    name = folder.absolute().name
    manifest = _renamed(sample, name)
    shutil.copytree(sample.folder, folder, dirs_exist_ok=True, ignore=LEFT_OUT)
    if sample.is_built:
        _add_protos(folder)
    for path in _files(folder):
        if PROTO not in path.relative_to(folder).parts and path.name != README:
            _adapt(path, sample, name)
    (folder / FILE_NAME).write_text(manifest, encoding="utf-8")
    _write_readme(folder / README, name, is_built=sample.is_built)
    return sorted(path.relative_to(folder).as_posix() for path in _files(folder))


def _renamed(sample: Sample, name: str) -> str:
    """The manifest; a name that no bot can have is refused here, before anything is written."""
    manifest = (sample.folder / FILE_NAME).read_text(encoding="utf-8")
    renamed = re.sub(r'(?m)^name = ".*?"', lambda _: f'name = "{name}"', manifest, count=1)
    parse_manifest(renamed.encode())
    return renamed


def _add_protos(folder: Path) -> None:
    for path, text in protos().items():
        (folder / PROTO / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / PROTO / path).write_text(text, encoding="utf-8")


def _adapt(path: Path, sample: Sample, name: str) -> None:
    """Names and paths in a source file. Packages are called bot-NAME, which every language's tools take."""
    before = path.read_text(encoding="utf-8")
    after = before.replace(PROTO_IN_PROJECT, PROTO).replace(f"bothy-{sample.name}", f"bot-{name}")
    after = after.replace(f'name = "{sample.name}-minimal"', f'name = "{name[:32]}-minimal"')
    if after != before:
        path.write_text(after, encoding="utf-8")


def _write_readme(path: Path, name: str, *, is_built: bool) -> None:
    """What the sample says about its files and its build, and what to do next, from inside the folder."""
    text = path.read_text(encoding="utf-8")
    own = ABOUT_THE_PROJECT.split(text, maxsplit=1)[0].rstrip()
    own = re.sub(r"^# .*", f"# {name}", own, count=1)
    own = LINK_OUT.sub(r"\1", own).replace(PROTO_IN_PROJECT, PROTO)
    own = re.sub(r"^```(\w+) file=.*", r"```\1", own, flags=re.MULTILINE)
    next_steps = NEXT_STEPS.replace("MAKE", "make\n" if is_built else "")
    path.write_text(f"{own}\n{next_steps}", encoding="utf-8")


NEXT_STEPS = """
## Test it against the referee

Here, in this folder:

```sh
MAKEreferee check .
referee play claim . . --blocks 10
```

## Submit it

```sh
arena bot submit .
```
"""


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
