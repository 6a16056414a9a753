"""What teams are called as accounts: by their own name, or by a pseudonym that says nothing of it."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Container

LONGEST = 80


def _words(text: str) -> list[str]:
    return text.split()


ADJECTIVES = _words(
    """
    amber bold brave bright brisk calm clever cosy crisp curious daring eager early fair fleet fond gentle glad
    golden grand green happy hardy hazel humble jolly keen kind lively loyal lucky mellow merry mild misty modest
    nimble noble patient plucky polite proud quick quiet rapid ready russet shy silver sleepy snowy steady still
    stout sunny swift tidy tranquil velvet warm wary wild wise witty zesty
    """
)
ANIMALS = _words(
    """
    adder badger bat bear beaver bee bison buzzard capercaillie cat cod corncrake crane cricket crow curlew deer
    dipper dolphin dotterel dove duck eagle eel egret falcon ferret finch fox frog gannet goat godwit goose grouse
    gull hare hawk hedgehog heron hobby horse ibis jackdaw jay kestrel kite lamb lapwing lark linnet lynx marten
    merlin mink mole moose moth mouse newt osprey otter owl oyster partridge pine-marten pipit plover polecat pony
    ptarmigan puffin quail rabbit ram raven redshank robin rook salmon seal shrew siskin skua snipe sparrow
    squirrel stag stoat stork swallow swan swift teal tern thrush toad trout vole vulture wagtail weasel whale
    wigeon wolf wren
    """
)


def clean(text: str) -> str:
    """One form of each text, with single spaces: the same to the eye is the same to us."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def account_name(text: str, taken: Container[str]) -> str:
    """A team's name as an owner may be called: printable, without slash, comma or @, and no other's."""
    kept = "".join(" " if letter in "/,@" else letter for letter in text if letter.isprintable())
    name = clean(kept)[:LONGEST].strip() or "team"
    return _unique(name, taken)


def pseudonym(course: str, taken: Container[str]) -> str:
    """`cs101-brave-otter`, drawn at random from what is left."""
    for _ in range(100):
        name = f"{course}-{secrets.choice(ADJECTIVES)}-{secrets.choice(ANIMALS)}"
        if name not in taken:
            return name
    return _unique(name, taken)


def unique_text(text: str, taken: Container[str], longest: int) -> str:
    return _unique(text[:longest], taken, longest)


def _unique(name: str, taken: Container[str], longest: int = LONGEST) -> str:
    """The name, or with the first number that makes it one's own."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name[: longest - len(str(number)) - 1].rstrip()} {number}"
    return found
