"""A real browser, Debian's chromium, that looks at a real arena. Every page is watched while a test uses it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.browser.sharing import shared_site
from tests.browser.site import Site

NewPage: TypeAlias = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with shared_site() as site:
        yield site


@pytest.fixture(scope="module")  # not longer: while Playwright is there, asyncio.run is not to be had in this thread
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the tests in a browser need Debian's chromium: make test installs it"
    # Chromium's own sandbox does not run as root; it only ever sees our pages here.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()
    asyncio.run(asyncio.sleep(0))  # whoever comes next in this process can use asyncio


@pytest.fixture
def new_page(browser: Browser, site: Site) -> Iterator[NewPage]:
    """Opens pages with the options of a Playwright context; `refusals=True` if the server is meant to refuse something.

    At the end nothing may have gone wrong in any of them: no error in the console, no request to another host.
    """
    contexts, complaints = [], []
    host = urlsplit(site.url).netloc

    def open_page(refusals: bool = False, **options: Any) -> Page:
        context = browser.new_context(base_url=site.url, **options)
        contexts.append(context)
        page = context.new_page()

        def hear(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not (refusals and "Failed to load resource" in message.text):
                complaints.append(f"{page.url}: {message.text}")

        def see(request: Request) -> None:
            address = urlsplit(request.url)
            if address.scheme not in ("data", "blob", "about") and address.netloc != host:
                complaints.append(f"{page.url} asked {request.url}")

        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("request", see)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
