"""The languages that the page offers are those that the server speaks."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.third import CODE, NAME, package_with_a_third_language
from tests.web.board import expect
from tests.web.serving import serving


@pytest.mark.parametrize("size", [(1100, 760), (360, 640)])
def test_a_third_language_makes_the_toggle_a_menu(
    size: tuple[int, int], browser: Any, tmp_path: Path
) -> None:
    """Whoever chooses from it reads that language at once, and again when they come back."""
    package = package_with_a_third_language(tmp_path / "package")
    with serving(tmp_path / "tables", package) as server:
        width, height = size
        viewport = {"width": width, "height": height}
        page = browser.new_context(viewport=viewport, base_url=server.url).new_page()
        page.goto("/")
        page.wait_for_selector(".tile")
        page.click("header nav button[aria-haspopup=menu]")
        items = page.get_by_role("menuitemradio")
        expect(items).to_have_text(["English", "Ελληνικά", NAME])
        expect(page.locator("[role=menuitemradio][aria-checked=true]")).to_have_text("English")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector("#search[placeholder^='Αναζήτηση']")
        assert page.evaluate("document.documentElement.lang") == CODE
        page.fill("#search", "klondicum")
        expect(page.locator(".count")).to_have_text(re.compile("^1 "))  # the form that 1 takes
        page.fill("#search", "klond")
        page.reload()
        page.wait_for_selector(f"html[lang={CODE}] .tile")
        page.context.close()
