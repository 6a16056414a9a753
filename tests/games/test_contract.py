"""What every game promises, checked for every variant and number of players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.games import GAMES, game_of
from referee.games.base import GameError, IllegalAction, NotationError, OptionError, PositionError
from tests.variants import VARIANTS, Variant, random_states

GAMES_PLAYED = 6

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def states(variant: Variant, games: int = GAMES_PLAYED) -> Iterator[Any]:
    for number in range(games):
        for state, _ in random_states(variant, number):
            yield state


def described(variant: Variant, games: int = GAMES_PLAYED) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The states that a position describes, with that position."""
    for state in states(variant, games):
        try:
            yield state, variant.game.to_position(state)
        except PositionError:
            continue


@every_variant
def test_random_play_comes_to_an_end_with_a_result_for_every_seat(variant: Variant) -> None:
    for number in range(GAMES_PLAYED):
        course = random_states(variant, number)
        assert len(course) - 1 <= variant.game.max_decisions
        outcome = variant.game.outcome(course[-1][0])
        assert outcome is not None
        assert len(outcome.placings) == len(outcome.scores) == variant.players
        assert 1 in outcome.placings
        assert all(place == 1 + sum(other < place for other in outcome.placings) for place in outcome.placings)
        assert outcome.detail


@every_variant
def test_before_the_end_there_is_always_a_legal_action_and_no_result(variant: Variant) -> None:
    for state in states(variant):
        assert bool(state.legal) == (state.to_act is not None)
        assert (variant.game.outcome(state) is None) == (state.to_act is not None)
        assert variant.game.legal_actions(state) == state.legal


@every_variant
def test_legal_actions_are_sorted_by_text_without_repeats(variant: Variant) -> None:
    for state in states(variant):
        texts = [action.text for action in state.legal]
        assert texts == sorted(set(texts))


@every_variant
def test_every_legal_action_has_a_text_that_reads_back_as_itself(variant: Variant) -> None:
    for state in states(variant):
        assert all(variant.game.parse_action(action.text) is action for action in state.legal)


@every_variant
def test_a_legal_action_can_be_taken_by_its_index(variant: Variant) -> None:
    game, state = variant.game, variant.deal(0)
    for index, action in enumerate(state.legal):
        assert game.advance_by(state, index) == game.advance(state, action)
    for index in (-1, len(state.legal)):
        with pytest.raises(IllegalAction, match=f"none has the index {index}"):
            game.advance_by(state, index)


@every_game
def test_every_card_has_a_text_that_reads_back_as_itself(game: Any) -> None:
    for text in game.cards:
        assert game.parse_card(text).text == text
        assert game.parse_card(text) is game.cards[text]


@every_game
@pytest.mark.parametrize("text", ["", "play", "PLAY G7", "play G7 ", "fly to the moon", "play  G7"])
def test_a_text_that_is_no_action_is_refused(game: Any, text: str) -> None:
    with pytest.raises(NotationError, match="is no action"):
        game.parse_action(text)


@every_game
@pytest.mark.parametrize("text", ["", "Z9", "g7", "G07"])
def test_a_text_that_is_no_card_is_refused(game: Any, text: str) -> None:
    with pytest.raises(NotationError, match="is no card"):
        game.parse_card(text)


@every_variant
def test_the_same_seed_and_choices_give_the_same_game(variant: Variant) -> None:
    first, second = random_states(variant, 1), random_states(variant, 1)
    assert [action for _, action in first] == [action for _, action in second]
    assert [state for state, _ in first] == [state for state, _ in second]


@every_variant
def test_another_seed_gives_another_deal(variant: Variant) -> None:
    assert variant.game.to_position(variant.deal(1)) != variant.game.to_position(variant.deal(2))


@every_variant
def test_an_action_leaves_the_state_it_was_applied_to_unchanged(variant: Variant) -> None:
    for state, action in random_states(variant, 2):
        if action is not None:
            before = repr(state)
            variant.game.apply(state, action)
            assert repr(state) == before


@every_variant
def test_apply_and_advance_lead_to_the_same_state(variant: Variant) -> None:
    for state, action in random_states(variant, 3):
        if action is not None:
            after, events = variant.game.apply(state, action)
            assert after == variant.game.advance(state, action)
            assert events, "something happened, so there is an event"
            assert all(event.text for event in events)


@every_variant
def test_every_action_that_is_not_legal_is_refused_and_changes_nothing(variant: Variant) -> None:
    random = Random(4)
    course = random_states(variant, 4)
    for state, _ in [*random.sample(course, min(len(course), 12)), course[-1]]:
        before = repr(state)
        for action in set(variant.game.actions.values()) - set(state.legal):
            with pytest.raises(IllegalAction):
                variant.game.advance(state, action)
        assert repr(state) == before


def cards_in(value: object, names: frozenset[str]) -> Counter[str]:
    """Every card named anywhere in a position."""
    if isinstance(value, str):
        return Counter([value] if value in names else [])
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return sum((cards_in(entry, names) for entry in entries), Counter())


KNOWLEDGE = {"prizes", "under", "options"}
"""Keys of a position that name cards which lie elsewhere."""


def cards_on_the_table(variant: Variant, position: dict[str, Any]) -> Counter[str]:
    places = {key: value for key, value in position.items() if key not in KNOWLEDGE}
    return cards_in(places, frozenset(variant.game.cards))


@every_variant
def test_no_card_is_lost_or_doubled(variant: Variant) -> None:
    for number in range(GAMES_PLAYED):
        dealt = cards_on_the_table(variant, variant.game.to_position(variant.deal(number)))
        for state, _ in random_states(variant, number):
            try:
                position = variant.game.to_position(state)
            except PositionError:
                continue
            assert cards_on_the_table(variant, position) == dealt


@every_variant
def test_a_position_reads_back_as_itself(variant: Variant) -> None:
    for _, position in described(variant):
        as_json = json.loads(json.dumps(position))
        assert as_json == position, "a position is plain JSON"
        assert variant.game.to_position(variant.game.from_position(as_json)) == position


@every_variant
def test_a_game_goes_on_from_its_position_as_it_would_have(variant: Variant) -> None:
    game = variant.game
    course = random_states(variant, 5)
    for start in range(0, len(course) - 1, max(1, len(course) // 6)):
        try:
            state = game.from_position(game.to_position(course[start][0]))
        except PositionError:
            continue
        for original, action in course[start:-1]:
            assert action is not None
            assert (state.to_act, state.legal) == (original.to_act, original.legal)
            state = game.advance(state, action)
        assert game.outcome(state) == game.outcome(course[-1][0])


@every_variant
def test_an_unknown_key_in_a_position_is_refused(variant: Variant) -> None:
    position = variant.game.to_position(variant.deal(0))
    with pytest.raises(PositionError, match="'weather'"):
        variant.game.from_position({**position, "weather": "rain"})


@every_variant
def test_a_mistyped_value_in_a_position_is_refused_by_its_key(variant: Variant) -> None:
    position = variant.game.to_position(variant.deal(0))
    for key in position:
        for wrong in (17.5, "x", [17], [[["x"]]], object()):
            with pytest.raises(PositionError):
                variant.game.from_position({**position, key: wrong})


@every_variant
def test_a_position_without_one_of_its_keys_is_read_or_refused_with_that_key(variant: Variant) -> None:
    position = variant.game.to_position(variant.deal(0))
    needed = 0
    for key in position:
        try:
            variant.game.from_position({name: value for name, value in position.items() if name != key})
        except PositionError as error:
            needed += f"lacks {key!r}" in str(error)
    assert needed >= 5, "hands, decks and whose turn it is have no default"


@every_variant
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(variant: Variant) -> None:
    game, random = variant.game, Random(6)
    differed = 0
    for state in states(variant, 3):
        for viewer in [None, *range(variant.players)]:
            view = game.observe(state, viewer)
            other = game.determinize(view, random)
            assert game.observe(other, viewer) == view
            differed += other != state
            if viewer is not None and state.to_act == viewer:
                assert other.legal == state.legal
    assert differed > 50, "the permuted games must really be different"


@every_variant
def test_a_spectator_sees_no_more_than_any_seat(variant: Variant) -> None:
    game, random = variant.game, Random(7)
    for state in states(variant, 2):
        public = game.observe(state, None)
        for seat in range(variant.players):
            other = game.determinize(game.observe(state, seat), random)
            assert game.observe(other, None) == public


@every_variant
def test_an_event_shows_a_seat_the_same_whatever_is_hidden_from_it(variant: Variant) -> None:
    """The seat that acts sees the same events in a world where all it cannot see is different,

    as long as nothing hidden comes to light; what comes to light is in its view afterwards.
    """
    game, random = variant.game, Random(8)
    for number in range(2):
        for state, action in random_states(variant, number):
            if action is None:
                continue
            for viewer in [None, *range(variant.players)]:
                other = game.determinize(game.observe(state, viewer), random)
                if action not in other.legal:
                    continue
                after, events = game.apply(state, action)
                after_other, events_other = game.apply(other, action)
                if game.observe(after, viewer) == game.observe(after_other, viewer):
                    seen = [event.as_seen_by(viewer) for event in events]
                    assert seen == [event.as_seen_by(viewer) for event in events_other]


@every_variant
def test_the_view_names_who_decides_and_what(variant: Variant) -> None:
    for state in states(variant, 1):
        view = variant.game.observe(state, 0)
        assert view.viewer == 0
        assert view.to_act == state.to_act
        assert view.pending


@every_variant
def test_a_spectator_has_no_hand(variant: Variant) -> None:
    assert variant.game.observe(variant.deal(0), None).hand == ()


@every_game
def test_a_number_of_players_that_the_game_does_not_have_is_refused(game: Any) -> None:
    for players in {0, 1, 6, -1} - set(game.player_counts):
        with pytest.raises(OptionError, match="players, not"):
            game.deal(bytes(32), players)


@every_game
def test_an_unknown_option_is_refused(game: Any) -> None:
    with pytest.raises(OptionError, match="has no option 'weather'"):
        game.deal(bytes(32), None, {"weather": True})


@every_game
def test_an_option_with_a_wrong_value_is_refused(game: Any) -> None:
    for spec in game.option_specs:
        for wrong in (1, 0, "true", None, 2.5):
            with pytest.raises(OptionError, match=f"option {spec.name} is"):
                game.deal(bytes(32), None, {spec.name: wrong})


@every_variant
def test_options_are_resolved_in_the_state(variant: Variant) -> None:
    assert variant.game.options(variant.deal(0)) == dict(variant.options)
    assert variant.game.players(variant.deal(0)) == variant.players


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(GameError, match="there is no game 'bridge'; there are: claim"):
        game_of("bridge")


def test_a_games_key_is_its_module() -> None:
    for key, game in GAMES.items():
        assert type(game).__module__.split(".")[:3] == ["referee", "games", key]
