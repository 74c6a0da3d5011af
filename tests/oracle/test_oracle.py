"""The record and our rules agree at every recorded position, and a falsified record does not pass."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.__main__ import check_file, main
from tests.oracle.compare import compare
from tests.oracle.trace import read_traces
from trapoula.catalogue.entries import find, ids
from trapoula.patience import Patience

TRACES = Path(__file__).parent / "traces"
FILES = sorted(TRACES.glob("*.jsonl.gz"))


def test_there_is_a_record_for_every_patience() -> None:
    patiences = {id_ for id_ in ids() if isinstance(find(id_).make(), Patience)}
    assert {path.name.removesuffix(".jsonl.gz") for path in FILES} == patiences


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_the_rules_agree_with_the_record(path: Path) -> None:
    traces, positions, differences = check_file(path)
    assert traces >= 12
    assert positions > 0
    assert differences == []


def a_trace(game: str = "klondike") -> dict[str, Any]:
    return next(
        trace for trace in read_traces(TRACES / f"{game}.jsonl.gz") if len(trace["steps"]) > 20
    )


def swap_cards(trace: dict[str, Any]) -> None:
    deck = trace["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def add_a_drag(trace: dict[str, Any]) -> None:
    legal = trace["steps"][10]["legal"]
    legal["drags"].append([6, 1, 7] if [6, 1, 7] not in legal["drags"] else [7, 1, 6])


def drop_a_drag(trace: dict[str, Any]) -> None:
    legal = next(
        step["legal"]
        for step in trace["steps"]
        if any(drag[2] > 5 and drag != step["action"][1:] for drag in step["legal"]["drags"])
    )
    gone = next(drag for drag in legal["drags"] if drag[2] > 5)
    legal["drags"].remove(gone)
    legal["same"] = [pair for pair in legal["same"] if pair[1] != ["drag", *gone]]
    legal["double_clicks"] = []
    legal["same"] = [pair for pair in legal["same"] if pair[0][0] != "double_click"]


def add_a_click(trace: dict[str, Any]) -> None:
    trace["steps"][5]["legal"]["clicks"].append(8)


def drop_the_click(trace: dict[str, Any]) -> None:
    legal = trace["steps"][5]["legal"]
    legal["clicks"], legal["deal"], legal["same"] = [], False, []


def drop_only_the_click(trace: dict[str, Any]) -> None:
    legal = trace["steps"][5]["legal"]
    legal["clicks"], legal["same"] = [], []


def dim_the_deal_button(trace: dict[str, Any]) -> None:
    legal = trace["steps"][5]["legal"]
    legal["deal"], legal["same"] = not legal["deal"], []


def click_where_nothing_is(trace: dict[str, Any]) -> None:
    trace["steps"][5]["legal"]["clicks"].append(len(trace["layout"]))


def add_a_double_click(trace: dict[str, Any]) -> None:
    trace["steps"][5]["legal"]["double_clicks"].append(6)


def turn_a_card_over(trace: dict[str, Any]) -> None:
    slots = trace["steps"][8]["after"]["slots"]
    slots[0] = slots[0].replace("?", "", 1)


def change_the_score(trace: dict[str, Any]) -> None:
    trace["steps"][8]["after"]["score"] = "77"


def call_it_won(trace: dict[str, Any]) -> None:
    trace["steps"][8]["after"]["state"] = "won"


def lose_a_card(trace: dict[str, Any]) -> None:
    slots = trace["steps"][8]["after"]["slots"]
    slots[12] = slots[12].rpartition(" ")[0]


@pytest.mark.parametrize(
    "falsify",
    [
        swap_cards,
        add_a_drag,
        drop_a_drag,
        add_a_click,
        drop_the_click,
        drop_only_the_click,
        dim_the_deal_button,
        click_where_nothing_is,
        add_a_double_click,
        turn_a_card_over,
        change_the_score,
        call_it_won,
        lose_a_card,
    ],
)
def test_a_falsified_trace_is_found_out(falsify: Callable[[dict[str, Any]], None]) -> None:
    trace = a_trace()
    assert compare(copy.deepcopy(trace)).differences == []
    falsify(trace)
    assert compare(trace).differences != []


def test_a_card_sent_from_one_foundation_to_another_is_followed_by_the_rules() -> None:
    """A double click on a foundation may send its card on, but only where the rules let it lie."""
    trace, step = next(
        (trace, step)
        for trace in read_traces(TRACES / "terrace.jsonl.gz")
        for step in trace["steps"]
        if step["action"][0] == "double_click"
        and trace["layout"][step["action"][1]]["kind"] == "foundation"
    )
    assert compare(copy.deepcopy(trace)).differences == []
    slots, clicked = step["after"]["slots"], step["action"][1]
    columns = [slot["id"] for slot in trace["layout"] if slot["kind"] == "tableau"]
    slots[clicked], slots[columns[0]] = slots[columns[0]], slots[clicked]
    assert compare(trace).differences != []


def test_an_unreadable_file_is_named_and_fails(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "klondike.jsonl.gz").write_bytes(b"not a gzip file")
    assert main([str(tmp_path)]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_a_folder_without_traces_fails(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 2
