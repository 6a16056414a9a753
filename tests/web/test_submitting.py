"""Bots that come over the web: taken in, checked by a real referee, and nobody else's business."""

from __future__ import annotations

import io
import re
import shutil
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from arena.db import reading, writing
from arena.leases import clock
from arena.models import Package, Version
from arena.services import services
from arena.submissions import MOST_BYTES, packed
from arena.uploads import store
from arena.uploads.checker import checking
from arena.uploads.models import Upload, UploadStatus
from arena.web.bodies import SMALL_BYTES
from tests.arena.arenas import SAMPLES
from tests.web.conftest import short_folder
from tests.web.duel import Played
from tests.web.sites import Site, Visitor

SECONDS = 240


@pytest.fixture(scope="module")
def checked(valkey: str) -> Iterator[Site]:
    """An arena that checks what is uploaded."""
    root = short_folder()
    site = Site.at(root, valkey, trust_bots=1)
    with services(site.settings, 0, referee=True) as ready, checking(ready):
        yield site
    for path in root.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(root, ignore_errors=True)


def archive(**files: str) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo(name.replace("_toml", ".toml").replace("_py", ".py"))
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return raw.getvalue()


def claim_bot(folder: Path) -> bytes:
    """A sample bot that says it plays one game: less to check."""
    bot = folder / "bot"
    shutil.copytree(SAMPLES / "python-random", bot, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = bot / "bot.toml"
    manifest.write_text(re.sub(r"(?m)^games = .*$", 'games = ["claim"]', manifest.read_text()))
    return packed(bot)


BROKEN = archive(
    bot_toml='name = "broken"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n',
    bot_py='print("<script>alert(1)</script> my secret")\nraise SystemExit(3)\n',
)


def upload(visitor: Visitor, data: bytes) -> str:
    """Where it can be watched."""
    answer = visitor.send("/submit", "/submit", files={"package": ("bot.tar.gz", data)})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def watched(visitor: Visitor, path: str) -> str:
    """The page when the check is over."""
    deadline = time.monotonic() + SECONDS
    while 'data-status="waiting"' in (text := visitor.get(path).text):
        assert time.monotonic() < deadline, text
        time.sleep(0.2)
    return text


def test_a_good_bot_is_checked_and_active_at_once_and_can_be_retired_and_activated(
    checked: Site, tmp_path: Path
) -> None:
    anna = checked.signed_in("anna")
    page = watched(anna, upload(anna, claim_bot(tmp_path)))
    assert "Accepted." in page
    assert page.count("✓ passed") >= 5
    for change, status in (("retire", "retired"), ("activate", "active")):
        own = re.search(rf'action="(/versions/\d+/{change})"', anna.get("/submit").text)
        assert own
        assert anna.send(own[1], "/submit").status_code == 303
        assert f'state-{status}"' in anna.get("/submit").text


def test_a_broken_bot_is_refused_and_its_owner_sees_why(checked: Site) -> None:
    bert = checked.signed_in("bert")
    path = upload(bert, BROKEN)
    page = watched(bert, path)
    assert "Refused." in page
    assert "✗ failed" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; my secret" in page
    assert "<script>alert" not in page
    for other in (checked.signed_in("cleo"), checked.visitor()):
        answer = other.get(path)
        assert "my secret" not in answer.text
        assert answer.status_code in (303, 404)
    with reading(checked.settings.database) as session:
        version = session.exec(select(Version).where(Version.status == "refused")).one()
    activated = bert.send(f"/versions/{version.id}/activate", "/submit")
    assert activated.status_code == 400
    assert "only what has passed its check" in activated.text


@pytest.mark.parametrize("data", [b"no archive at all", archive(readme="hello"), archive(bot_toml="name = 1")])
def test_what_is_no_bot_is_refused_in_a_sentence(checked: Site, data: bytes) -> None:
    dora = checked.signed_in("dora")
    page = watched(dora, upload(dora, data))
    assert re.search(r"Refused\.</strong>\s+\w", page)


def test_nobody_changes_the_version_of_somebody_else(played: Played) -> None:
    bert = played.site.signed_in("bert")
    assert bert.send(f"/versions/{played.annas_version}/retire").status_code == 403
    assert bert.send(f"/versions/{played.berts_version}/retire").status_code == 303


def test_who_is_not_signed_in_is_sent_to_sign_in(site: Site) -> None:
    assert site.visitor().get("/submit").headers["location"] == "/login?next=/submit"
    assert site.visitor().get("/submissions/1").headers["location"] == "/login?next=/submissions/1"


def test_packages_have_a_limit_and_nothing_of_a_larger_one_is_kept(site: Site) -> None:
    anna = site.signed_in("anna")
    token = anna.form_token("/submit")
    for length in (MOST_BYTES * 2, 10**15 - 1):
        headers = {"X-Form-Token": token, "Content-Length": str(length)}
        assert anna.post("/submit", content=b"x", headers=headers).status_code == 413
    with reading(site.settings.database) as session:
        assert session.exec(select(Package)).all() == []


def test_strangers_cannot_send_much_at_all(site: Site) -> None:
    stranger = site.visitor()
    token = stranger.form_token()
    for path in ("/submit", "/login"):
        headers = {"X-Form-Token": token, "Content-Length": str(SMALL_BYTES + 1)}
        assert stranger.post(path, content=b"x", headers=headers).status_code == 413
        endless = stranger.post(path, content=iter([b"x"]), headers={"X-Form-Token": token})
        assert endless.status_code == 411


def test_an_empty_form_is_a_sentence(site: Site) -> None:
    answer = site.signed_in("anna").send("/submit", "/submit")
    assert answer.status_code == 400
    assert "package is empty" in answer.text


def test_one_owner_cannot_fill_the_queue(site: Site) -> None:
    anna, bert = site.signed_in("anna"), site.signed_in("bert")
    paths = [upload(anna, b"%d" % number) for number in range(store.MOST_WAITING)]
    assert len(set(paths)) == store.MOST_WAITING
    assert upload(anna, b"0") == paths[0], "the same package again is the same upload"
    refused = anna.send("/submit", "/submit", files={"package": ("bot.tar.gz", b"one more")})
    assert (refused.status_code, "wait for one of them" in refused.text) == (400, True)
    assert f"{store.MOST_WAITING} before yours" in bert.get(upload(bert, b"mine")).text


def test_uploads_are_limited_in_number(site: Site) -> None:
    anna = site.signed_in("anna")
    token = anna.form_token("/submit")
    answers = [anna.post("/submit", data={"form_token": token}).status_code for _ in range(21)]
    assert answers == [400] * 20 + [429]


def test_an_upload_is_checked_by_one_and_by_another_if_that_one_dies(root: Path, valkey: str) -> None:
    site = Site.at(root, valkey)
    with writing(site.settings.database) as session:
        taken = store.take_in(session, "anna", b"package")
        first = store.claim(session, 30)
        assert first is not None
        assert store.claim(session, 30) is None
        first.lease_until = clock(session)
        session.add(first)
    with writing(site.settings.database) as session:
        stale = Upload(id=taken.id, owner_id=1, digest="", lease_token=first.lease_token)
        assert store.claim(session, 30) is not None
        assert not store.end(session, stale, UploadStatus.ACCEPTED), "the first may not end it any more"
