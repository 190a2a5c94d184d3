"""The position as text, for terminals (``render_mode="ansi"``) and logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concordia_env.game import ConcordiaGame


def text_of(game: ConcordiaGame, seat: int | None = None) -> str:
    """Board, seats and display in some forty lines: the whole position, or what a seat may see."""
    view = game.snapshot(seat)
    return "\n".join(
        [
            _headline(view),
            "",
            *_seats(game, view),
            *_contrarius(game, view),
            "",
            *_map(game, view),
            "",
            *_cards(view),
        ]
    )


def _headline(view: dict[str, Any]) -> str:
    config = view["config"]
    state = "over" if view["phase"] == "over" else f"seat {view['seat']} to decide: {view['phase']}"
    role = f" ({view['act']['role']})" if view["act"]["role"] else ""
    last = "" if view["turns_left"] is None else f", {view['turns_left']} turns after this one"
    board = f"{config['board']}, {config['players']} players"
    if config["team"]:
        board += " in teams"
    if config["difficulty"]:
        board += f" and Contrarius ({config['difficulty']})"
    return f"Concordia on {board}, turn {view['turns']} of seat {view['turn']}{last}: {state}{role}"


def _seats(game: ConcordiaGame, view: dict[str, Any]) -> list[str]:
    lines = [
        "seat   money  brick  food  tool  wine  cloth  houses left"
        "  colonists at home  points  top card"
    ]
    scores = game.scores()
    for seat, player in enumerate(view["players"]):
        goods = " ".join(f"{number:5d}" for number in player["goods"].values())
        home = f"{player['home']['land']} land {player['home']['sea']} sea"
        marks = "M" if view["magnus"] == seat else " "
        marks += "C" if view["concordia"] == seat else " "
        top = (player["pile"][-1] if player["pile"] else None) or "-"
        hand = player["hand"]
        hidden = isinstance(hand, int)  # another seat's, which may not be seen
        points = "?" if hidden else scores[seat]["total"]
        lines.append(
            f"{seat:4d}{marks}{player['money']:6d}  {goods}  {player['houses_left']:11d}"
            f"  {home:>17}  {points:>6}  {top}"
        )
        lines.append(f"      hand: {f'{hand} cards' if hidden else ', '.join(hand)}")
        lines.append(f"      on the board: {', '.join(player['colonists']) or '-'}")
    return lines


def _contrarius(game: ConcordiaGame, view: dict[str, Any]) -> list[str]:
    party = view["contrarius"]
    if party is None:
        return []
    mark = " (Concordia card)" if view["concordia"] == "C" else ""
    track = f", on the track at {', '.join(map(str, party['track']))}" if party["track"] else ""
    return [
        f"   C{mark}: {game.scores()['C']['total']} points, {party['vp']} of them on the track; "
        f"{party['houses_left']} houses left{track}",
        f"      face up: {', '.join(party['up']) or '-'}",
        f"      face down: {', '.join(party['down']) or '-'}",
        f"      on the board: {', '.join(party['colonists'])}",
    ]


def _map(game: ConcordiaGame, view: dict[str, Any]) -> list[str]:
    lines = []
    board = game.scenario.board
    for province in board.provinces:
        if province.name not in view["bonus"]:
            continue
        cities = []
        for index in province.cities:
            name = board.cities[index].name
            owners = "".join(str(owner) for owner in view["houses"].get(name, []))
            cities.append(f"{name} {view['goods'][name]}{f' [{owners}]' if owners else ''}")
        side = "coins" if view["markers"][province.name] == "coin" else view["bonus"][province.name]
        lines.append(f"{province.name:>16} ({side:>5}): {', '.join(cities)}")
    return lines


def _cards(view: dict[str, Any]) -> list[str]:
    slots = [f"{number} {card or '-'}" for number, card in enumerate(view["display"], start=1)]
    return ["display: " + "  ".join(slots), f"deck: {len(view['deck'])} cards"]
