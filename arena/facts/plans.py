"""A tournament with its plan and how far it is."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from sqlmodel import Session

from arena.facts.tournaments import form_of
from arena.models import Pool, Tournament, TournamentStatus
from arena.progress import progress_of
from arena.store import entrants_of, version_labels
from arena.voids import voids_of


def tournament_report(session: Session, tournament: Tournament) -> dict[str, Any]:
    """All that anybody may know: the seed only when it is over."""
    return {**progress_of(session, tournament).to_json(), **_plan_facts(session, tournament)}


def _plan_facts(session: Session, tournament: Tournament) -> dict[str, Any]:
    pool = session.get_one(Pool, tournament.pool_id)
    entrants = entrants_of(session, tournament.id or 0)
    labels = version_labels(session, entrants)
    return {
        "game": pool.game,
        "players": pool.players,
        "options": pool.options,
        "format": form_of(tournament),
        "bots": [labels[version] for version in entrants],
        "blocks_per_match": tournament.blocks,
        "clock": tournament.clock,
        "limits": tournament.limits,
        "freeze": tournament.freeze,
        "seed": tournament.seed if tournament.status == TournamentStatus.DONE else None,
        "seed_sha256": sha256(bytes.fromhex(tournament.seed)).hexdigest(),
        "voids": voids_of(session, tournament),
    }
