"""Deals that were played by hints alone: kept in files, put together, told in a table."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bench import hints
from bench.hints import Played, complete, main, read, rows


def followed(deal: int, **more: Any) -> Played:
    """A deal of Golf that hints won and simple play did not."""
    told = {"game": "golf", "options": {}, "deal": deal, "solver": hints.version(), "won": True}
    told |= {"simple": False, "winnable": True, "points": 52, "simple_points": 20, "hints": 40}
    return Played(**{**told, "seconds": 0.8, "twice": 0, **more})


def keep(file: Path, played: list[Played]) -> None:
    file.write_text("".join(json.dumps(asdict(one)) + "\n" for one in played), "utf-8")


def test_a_second_run_plays_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another version of the solver played is missing too."""
    file = tmp_path / "deals"
    keep(file, [followed(1), followed(2, solver="older")])
    asked = []
    monkeypatch.setattr(hints, "warm", lambda: None)
    monkeypatch.setattr(
        hints, "play", lambda game, options, deal: asked.append(deal) or followed(deal)
    )
    complete(file, ["golf"], [], range(1, 4))
    assert asked == [2, 3]
    complete(file, ["golf"], [], range(1, 4))
    assert asked == [2, 3]
    assert [one.deal for one in read(file)] == [1, 2, 3]


def test_parts_make_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options have a row of their own, a deal counts once, and a share has its interval where it can."""
    one, other = tmp_path / "one", tmp_path / "other"
    keep(one, [followed(deal) for deal in range(1, 12)])
    keep(other, [followed(deal, won=deal < 15) for deal in range(11, 21)])
    with other.open("a", encoding="utf-8") as more:
        lone = followed(1, options={"wrap": True}, winnable=None, won=False, seconds=0.02)
        more.write(json.dumps(asdict(lone)) + "\n")
    main(["table", str(one), str(other)])
    *_, plain, chosen = capsys.readouterr().out.splitlines()
    assert plain.split(" | ")[1:5] == ["20", "14 (48–85 %)", "0 (0–16 %)", "20 (84–100 %)"]
    assert plain.split(" | ")[8] == "20"
    assert chosen.split(" | ")[:5] == ["| Golf (wrap on)", "1", "0", "0", "0, 1 undecided"]
    assert chosen.split(" | ")[8] == "0.5"


def test_the_table_goes_where_its_place_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says where; what stood there before goes, and the rest of the page stays."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{hints.BEGIN}\nold\n\n{hints.END}\nafter\n", "utf-8")
    monkeypatch.setattr(hints, "PAGE", page)
    keep(tmp_path / "deals", [followed(1)])
    for _ in range(2):
        main(["publish", str(tmp_path / "deals")])
    table = "\n".join((hints.HEAD, *rows([followed(1)])))
    assert page.read_text("utf-8") == f"before\n\n{hints.BEGIN}\n{table}\n\n{hints.END}\nafter\n"
    assert hints.BEGIN in (Path(hints.__file__).parents[1] / "docs" / "hints.md").read_text("utf-8")


def test_a_line_that_is_no_deal_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    keep(file, [followed(1)])
    file.write_text(file.read_text("utf-8") + '{"game": "go', "utf-8")
    with pytest.raises(SystemExit, match="line 2, is not a deal"):
        [*read(file)]
