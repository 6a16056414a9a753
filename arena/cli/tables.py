"""Reports as tables for people: what a number means stands below it."""

from __future__ import annotations

from typing import Any

from arena.cli.context import console, print_table

LEGEND = (
    "rank: the places that the results leave open. ± 95 %: the true rating is that near. "
    "LOS: how likely a bot is better than the next one."
)


def print_standings(report: dict[str, Any], title: str) -> None:
    if not report["rows"]:
        print_table(title, [], [], "Nobody has played yet.")
        return
    columns = ["rank", "bot", "rating ± 95 %>", "LOS>", "score>", "games>"]
    columns += [name for name in ("faults>", "Elo>") if name.lower().rstrip(">") in report]
    print_table(title, columns, [_row(row, report) for row in report["rows"]], *_notes(report))


def _row(row: dict[str, Any], report: dict[str, Any]) -> list[str]:
    best, worst = row["best_rank"], row["worst_rank"]
    cells = [
        str(best) if best == worst else f"{best}–{worst}",
        row["bot"],
        f"{row['rating']:.0f} ± {row['plus_minus']:.0f}{'°' if row['is_provisional'] else ' '}",
        likelihood(row["los_over_next"]) if row["los_over_next"] is not None else "–",
        f"{row['score']:.1%}" if row["games"] else "–",
        str(row["games"]),
    ]
    if "faults" in report:
        cells.append(str(report["faults"].get(row["bot"], 0)))
    if "elo" in report:
        cells.append(f"{report['elo'][row['bot']]:.0f}")
    return cells


def likelihood(value: float) -> str:
    """Never certain: 100 % would be."""
    if 0.0005 <= value < 0.9995:
        return f"{value:.1%}"
    return ">99.9%" if value > 0.5 else "<0.1%"


def _notes(report: dict[str, Any]) -> list[str]:
    """What a reader must know before believing it."""
    notes = [f"{report['games']} games in {report['blocks']} blocks; {report['draw_share']:.0%} of results were draws."]
    if any(row["is_provisional"] for row in report["rows"]):
        notes.append(f"° fewer than {report['minimum_blocks']} blocks: too few to trust the interval.")
    seats = ", ".join(
        f"seat {seat['seat']} {round(seat['advantage']):+d} ± {seat['plus_minus']:.0f}" for seat in report["seats"]
    )
    notes.append(f"What a seat is worth: {seats} points.")
    notes += _duplicate_play(report["within_blocks"])
    if report.get("void_blocks"):
        notes.append(f"{report['void_blocks']} void blocks do not count.")
    if "elo" in report:
        notes.append("Elo goes up and down as games end; the rating weighs all results at once.")
    return [*notes, *(f"Beware: {warning}." for warning in report["warnings"]), LEGEND]


def _duplicate_play(within: dict[str, Any] | None) -> list[str]:
    if within is None:
        return []
    saved = f"saved {within['saved']:.0%} of the games" if within["saved"] > 0 else "saved no games here"
    return [f"Correlation within blocks {within['correlation']:+.2f}: duplicate play {saved}."]


def print_crosstable(report: dict[str, Any], title: str) -> None:
    """Columns have the numbers of the rows; a table that is too wide comes in several parts."""
    if not report["bots"]:
        print_table(title, [], [], "Nobody has played yet.")
        return
    cells = {(cell["bot"], cell["opponent"]): cell for cell in report["cells"]}
    bots: list[str] = report["bots"]
    longest = max(map(len, bots))
    fitting = max(1, (console().width - min(longest, 30) - 6) // 8)
    for start in range(0, len(bots), fitting):
        across = list(enumerate(bots))[start : start + fitting]
        rows = [
            [f"{number}", bot, *(_cell(cells.get((bot, opponent))) for _, opponent in across)]
            for number, bot in enumerate(bots, start=1)
        ]
        print_table(
            title if not start else "", [">", "score against", *(f"{number + 1} >" for number, _ in across)], rows
        )
    print_table("", [], [], "* more than luck (all marks together are wrong with a chance of 5 % at most).")


def _cell(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return "– "
    return f"{cell['score']:.1%}{'*' if cell['is_significant'] else ' '}"
