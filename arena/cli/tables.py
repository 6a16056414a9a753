"""Reports as tables for people."""

from __future__ import annotations

from typing import Any

from arena.cli.context import print_table


def print_standings(report: dict[str, Any]) -> None:
    rows = [
        [
            _ranks(row),
            row["bot"] + (" (few blocks)" if row["is_provisional"] else ""),
            f"{row['rating']:.0f} ± {row['plus_minus']:.0f}",
            f"{row['los_over_next']:.1%}" if row["los_over_next"] is not None else "–",
            f"{row['score']:.1%}",
            str(row["games"]),
            str(report.get("faults", {}).get(row["bot"], 0)),
        ]
        for row in report["rows"]
    ]
    columns = ["rank", "bot", "rating ± 95 %", "LOS over next", "score", "games", "faults"]
    print_table(report.get("tournament", ""), columns, rows, _note(report))


def _note(report: dict[str, Any]) -> str:
    lines = [f"{report['games']} games in {report['blocks']} blocks"]
    within = report.get("within_blocks")
    if within:
        lines.append("; ".join(f"{name.replace('_', ' ')} {value}" for name, value in within.items()))
    return "\n".join([*lines, *report["warnings"]])


def _ranks(row: dict[str, Any]) -> str:
    best, worst = row["best_rank"], row["worst_rank"]
    return str(best) if best == worst else f"{best}–{worst}"


def print_crosstable(report: dict[str, Any]) -> None:
    cells = {(cell["bot"], cell["opponent"]): cell for cell in report["cells"]}
    bots = report["bots"]
    rows = [[bot, *(_cell(cells.get((bot, opponent))) for opponent in bots)] for bot in bots]
    note = "score of the row against the column; * marks what is more than luck (5 %, all cells together)"
    print_table(report["tournament"], ["", *bots], rows, note)


def _cell(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return "–"
    return f"{cell['score']:.1%}{'*' if cell['is_significant'] else ''}"
