"""The position as text, for terminals (``render_mode="ansi"``) and logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comuni_env.constants import STONES

if TYPE_CHECKING:
    from comuni_env.game import ComuniGame


def text_of(game: ComuniGame, seat: int | None = None) -> str:
    """Columns, supplies and seats in some thirty lines: the whole position, or a seat's view."""
    view = game.snapshot(seat)
    return "\n".join(
        [_headline(game, view), "", *_columns(view), "", _supply(view), "", *_seats(game, view)]
    )


def _headline(game: ComuniGame, view: dict[str, Any]) -> str:
    state = "over" if view["phase"] == "over" else f"seat {view['seat']} to decide: {view['phase']}"
    turn = f"turn {view['turns']} of seat {view['active']}"
    last = "" if view["last_turns"] is None else f", {view['last_turns']} turns after this one"
    attackers = game.scenario.figures.attackers
    ahead = f"next invasion: {attackers[view['invasions']]}; " if view["invasions"] < 4 else ""
    return f"Comuni, {view['players']} players, {turn}{last}: {ahead}{state}"


def _columns(view: dict[str, Any]) -> list[str]:
    lines = []
    for number, column in enumerate(view["columns"], start=1):
        envoy = "" if column["envoy"] is None else f"  seat {column['envoy']} bids {column['gold']}"
        lines.append(f"column {number}: {' '.join(column['cards']) or '-':<14}{envoy}".rstrip())
    decks = ", ".join(f"{letter} {len(deck)}" for letter, deck in view["decks"].items())
    return [*lines, f"decks: {decks}"]


def _supply(view: dict[str, Any]) -> str:
    stones = ", ".join(f"{number} {stone}" for stone, number in view["supply"].items())
    masters = ", ".join(
        f"{kind} {'-' if seat is None else seat}" for kind, seat in view["guild_masters"].items()
    )
    return f"supply: {stones}, {view['bonus_walls']} bonus walls; guild masters: {masters}"


def _seats(game: ComuniGame, view: dict[str, Any]) -> list[str]:
    lines = ["seat  comune    gold  armies  pilgrims  craftsmen  envoys  loot  points  total"]
    scores = game.scores()
    majorities_show = all(player["stones"] for player in view["seats"])
    for seat, player in enumerate(view["seats"]):
        hidden = player["stones"] is None  # behind another seat's screen
        stones = dict.fromkeys(STONES, "?") if hidden else player["stones"]
        loot = "?" if hidden else player["loot"]
        total = scores[seat]["total"] if majorities_show else "?"
        mark = "L" if view["leader"] == seat else " "
        lines.append(
            f"{seat:4d}{mark} {player['name']:<8}{stones['gold']:>6}{stones['armies']:>8}"
            f"{stones['pilgrims']:>10}{stones['craftsmen']:>11}{player['envoys']:8d}"
            f"{loot:>6}{player['points']:8d}{total:>7}"
        )
        built = [
            f"{kind} {' '.join(map(str, heights))}{'*' if player['activated'][kind] else ''}"
            for kind, heights in player["buildings"].items()
            if heights
        ]
        hand = f"{player['hand']} cards" if hidden else " ".join(player["hand"])
        lines.append(f"      hand: {hand or '-'}")
        lines.append(f"      buildings (* activated): {', '.join(built) or '-'}")
        heroes = "?" if hidden else ", ".join(map(str, player["heroes"]))
        walls = " ".join(map(str, player["walls"])) or "-"
        lines.append(f"      walls: {walls}; heroes: {heroes or '-'}")
    return lines
