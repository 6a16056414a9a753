"""Golden play-throughs: one random game of each variant as text. `python -m tests.games.golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

from referee.show import as_text
from referee.simulate import Simulation
from tests.variants import VARIANTS, Variant

FOLDER = Path(__file__).parents[1] / "golden"
COMMAND = "python -m tests.games.golden"


def golden_path(variant: Variant) -> Path:
    return FOLDER / variant.game.key / f"{variant.name}.txt"


def play_through(variant: Variant) -> str:
    """The first game of the simulation with seed zero, with everything shown."""
    simulation = Simulation(variant.game, variant.players, dict(variant.options), bytes(32))
    written = simulation.play(0, record=True)
    assert written is not None
    return "".join(f"{line}\n" for line in as_text(written.to_json(), "everything"))


def write_all() -> None:
    wanted = {golden_path(variant): play_through(variant) for variant in VARIANTS}
    for path in set(FOLDER.glob("*/*.txt")) - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(wanted)} play-throughs in {FOLDER}: read the difference before you commit it")


if __name__ == "__main__":
    write_all()
