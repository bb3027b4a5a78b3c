"""A state as HTML, for notebooks. It draws any game's picture without knowing the game."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._croupier import State

_INKS = {"red": "#b3261e", "black": "#1c1b1f", "blue": "#1f5fbf", "yellow": "#8a6d00", "green": "#2e7d32"}
_SHAPES = {
    "spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣",
    "disc": "●", "lozenge": "◆", "triangle": "▲", "square": "■",
}  # fmt: skip


def _card(face: dict[str, Any]) -> str:
    ink = _INKS.get(str(face["ink"]).lower(), "#1c1b1f")
    shape = _SHAPES.get(str(face["shape"]).lower(), "") if face["shape"] else ""
    style = f"color:{ink};border:1px solid #bbb;border-radius:4px;padding:0 4px;margin:1px;background:#fff"
    return f'<span style="{style}">{escape(str(face["glyph"]))}{shape}</span>'


def _item(item: dict[str, Any]) -> str:
    if "card" in item:
        return _card(item["card"]["face"])
    if "stack" in item:
        return "<b>[</b>" + "".join(_card(card["face"]) for card in item["stack"]) + "<b>]</b>"
    if "placed" in item:
        return _card(item["placed"]["card"]["face"])
    return ""


def page(state: State) -> str:
    """The table as the seat to move sees it."""
    picture = state.picture()
    turn = picture["turn"]
    rows = []
    for zone in picture["zones"]:
        owner = "" if zone["owner"] is None else f" of seat {zone['owner'] - 1}"
        cards = "".join(_item(item) for group in zone["groups"] for item in group["items"])
        hidden = f" {zone['hidden']} hidden" if zone["hidden"] else ""
        name = str(zone["kind"]).replace("_", " ")
        rows.append(f"<tr><td>{escape(name)}{owner}</td><td>{cards}{hidden}</td></tr>")
    now = "the match is over" if turn is None else f"seat {turn - 1} is to move ({escape(state.prompt)})"
    legal = ", ".join(escape(action) for action in state.actions(12))
    return f"<div><b>{escape(state.game)}</b>: {now}<table>{''.join(rows)}</table><div>{legal}</div></div>"
