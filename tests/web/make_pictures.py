"""The pictures of the README, taken in a real browser: `python -m tests.web.make_pictures`."""

import tempfile
from pathlib import Path

from tests.web.board import until
from tests.web.screens import LAYS, PLAY
from tests.web.serving import browsing, serving

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = {  # name: language, size, page, moves that are played first
    "desktop": ("en", (1280, 800), "/game/klondike?deal=617", 14),
    "phone": ("el", (390, 800), "/game/klondike?deal=617", 14),
}


def main() -> None:
    """Take every picture."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        browsing() as browser,
    ):
        for name, (lang, (width, height), path, moves) in PICTURES.items():
            context = browser.new_context(
                base_url=server.url,
                locale=lang,
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(path)
            until(page, LAYS)
            for turn in range(moves):
                page.evaluate(PLAY, turn)
                page.wait_for_timeout(250)
            page.wait_for_timeout(800)
            page.screenshot(path=DOCS / f"{name}.png")
            context.close()


if __name__ == "__main__":
    main()
