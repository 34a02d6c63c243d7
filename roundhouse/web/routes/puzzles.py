"""Puzzles: the list, the puzzle of the day, the page of one with its drafts, and answers. Nothing here needs an account."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.game import Refused
from roundhouse.core.sentence import BadSetup, HouseError, say
from roundhouse.games import GAMES, find
from roundhouse.play.draft import compose
from roundhouse.play.rating import MEAN, Rating
from roundhouse.puzzles.library import NoSuchPuzzle, find_puzzle, of_the_day, position, shipped
from roundhouse.puzzles.puzzle import Puzzle
from roundhouse.puzzles.themes import NAMES
from roundhouse.ui.page import page_of
from roundhouse.ui.svg import COMPOUND, definitions
from roundhouse.ui.text import translate
from roundhouse.web.http.address import address_of
from roundhouse.web.http.cpu import metered
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.drafts import Trial
from roundhouse.web.live.fragments import PREFIX
from roundhouse.web.live.puzzles import ANSWERED, BEFORE, BEST, MINE, OPEN, PuzzlePage, today
from roundhouse.web.people.guests import Guest
from roundhouse.web.ratings.puzzles import Answer, Attempt, PuzzleRating
from roundhouse.web.routes.table import LONGEST_DRAFT, MAX_DRAFT_TEXT, MAX_SELECTION, ActionBody
from roundhouse.web.server.context import RequestContext, clause_of, reason_of, status_of

_DRAWN_FOR: Final = 3600  # seconds that a browser may keep a drawing
_EMBEDDED: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"  # a drawing holds its own styles


async def show_all(request: Request) -> Response:
    """Show the puzzle of the day, and the puzzles of each game by theme."""
    ctx = await RequestContext.load(request)
    ratings: Mapping[str, PuzzleRating] = {}
    answered: set[str] = set()
    if ctx.guest is not None:
        ratings = await ctx.house.puzzle_ratings.of(ctx.guest.id)
        answered = set(await ctx.house.puzzle_ratings.answered(ctx.guest.id))
    daily = of_the_day(_date(ctx))
    context = {
        "games": [_game_context(ctx, name, ratings.get(name), answered) for name in _games()],
        "daily": None if daily is None else _daily_context(ctx, daily, answered),
    }
    return ctx.page("puzzles.html", context)


async def show_daily(request: Request) -> Response:
    """Lead to the puzzle of the day."""
    ctx = await RequestContext.load(request)
    daily = of_the_day(_date(ctx))
    if daily is None:
        raise HTTPError(404, say("there are no puzzles here"))
    return ctx.redirect(f"/puzzles/{daily.id}")


async def show_next(request: Request) -> Response:
    """Lead to a puzzle of a game, and of a theme if one is asked for, that is about as strong as the reader and new to them."""
    ctx = await RequestContext.load(request)
    wanted = _wanted(request.query_params.get("game", ""), request.query_params.get("theme", ""))
    mean, answered = MEAN, set()
    if ctx.guest is not None:
        ratings = await ctx.house.puzzle_ratings.of(ctx.guest.id)
        mean = ratings[wanted[0].game].rating.mean if wanted[0].game in ratings else MEAN
        answered = set(await ctx.house.puzzle_ratings.answered(ctx.guest.id))
    fresh = [puzzle for puzzle in wanted if puzzle.id not in answered]
    if not fresh:
        return ctx.redirect("/puzzles?done=yes")
    nearest = min(fresh, key=lambda puzzle: (abs(puzzle.rating - mean), puzzle.id))
    return ctx.redirect(f"/puzzles/{nearest.id}")


async def show(request: Request) -> Response:
    """Show a puzzle: to solve, or with its answer if the reader has given one."""
    ctx = await RequestContext.load(request)
    puzzle = _puzzle(request)
    attempt = None if ctx.guest is None else await ctx.house.puzzle_ratings.attempt(ctx.guest.id, puzzle.id)
    tries = 0 if attempt is None else attempt.tries
    page = PuzzlePage(position(puzzle.id), ctx.language, ctx.layout, f"form-{tries}")
    again = attempt is None or "again" in request.query_params
    rating = None if ctx.guest is None else (await ctx.house.puzzle_ratings.of(ctx.guest.id)).get(puzzle.game)
    common = page.common() | _page_context(ctx, page) | {"rating": None if rating is None else rating.rating}
    if again or attempt is None:
        trial = page.trial([])
        context = common | {"fragments": page.panels(), "answer": None, "attempt": attempt, "shown": "", "n": OPEN}
        return _drawn(ctx, page, trial, context, offers=True)
    which = request.query_params.get("show", "")
    which = which if which in (BEFORE, MINE) and not (which == MINE and attempt.move in puzzle.right) else BEST
    answer = await asyncio.to_thread(metered(lambda: page.answer(attempt.move)))
    context = common | {"fragments": {}, "answer": answer, "attempt": _attempt_context(attempt), "shown": which, "n": ANSWERED}
    return _drawn(ctx, page, page.shown_after(which, attempt.move), context, offers=False)


def _drawn(ctx: RequestContext, page: PuzzlePage, trial: Trial, context: dict[str, Any], *, offers: bool) -> Response:
    fragments, frame = page.board(trial, offers=offers)
    parts = {"board_parts": [name for name in fragments if name.startswith(PREFIX)], "frame": frame}
    return ctx.page("puzzle.html", context | parts | {"fragments": fragments | context["fragments"]})


async def draft(request: Request) -> Response:
    """Return what a draft of an answer changes on the page."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    trial = _trial(ctx, page)
    context: dict[str, Any] = {"n": OPEN, "count": len(trial.draft.moves), "complete": trial.draft.complete}
    if trial.error is not None:
        context |= ctx.error_fields(reason_of(trial.error), clause_of(trial.error), page.game.name, page.names)
    return ctx.json(context | {"fragments": page.draft_fragments(trial)})


async def text(request: Request) -> Response:
    """Return the puzzle as text, after a draft if there is one."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    return ctx.json({"n": OPEN, "fragments": page.text_fragments(_trial(ctx, page))})


async def choices(request: Request) -> Response:
    """Return a menu of the drawing, by its name or by a move in it; nothing if no menu has the move."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    name, move = request.query_params.get("name", ""), request.query_params.get("move", "")
    markup = page.menu(_trial(ctx, page), name, move)
    if markup is None and not move:
        raise HTTPError(404, say("there is nothing to choose here right now"))
    return ctx.json({"n": OPEN, "name": None if markup is None else markup[0], "markup": "" if markup is None else markup[1]})


async def drawing(request: Request) -> Response:
    """Draw the position of a puzzle as a picture."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    svg = await asyncio.to_thread(metered(page.picture))
    headers = {"Cache-Control": f"private, max-age={_DRAWN_FOR}", "Content-Security-Policy": _EMBEDDED}
    return Response(svg, headers=headers, media_type="image/svg+xml")


async def why(request: Request) -> Response:
    """Say why a move is not possible after a draft."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    body = await ctx.read_body(ActionBody)
    request.app.state.limits.spend("act", address_of(request), ctx.guest_id)
    try:
        _checked(page, [*body.moves, body.move])
    except HouseError as error:
        return ctx.json({"legal": False} | ctx.error_fields(reason_of(error), clause_of(error), page.game.name, page.names))
    return ctx.json({"legal": True})


async def move(request: Request) -> Response:
    """Answer a puzzle with the first of the moves that are sent. A browser without a session gets one."""
    ctx = await RequestContext.load(request)
    page = _page(ctx)
    request.app.state.limits.spend("puzzle", address_of(request), ctx.guest_id)
    body = await ctx.read_body(ActionBody)
    try:
        made = _checked(page, body.moves or [body.move])
    except HouseError as error:
        return ctx.error_response(status_of(error), reason_of(error), clause_of(error), page.game.name, OPEN, names=page.names)
    guest, token = await _guest(ctx)
    puzzle = page.puzzle
    answer = Answer(
        guest=guest.id,
        puzzle=puzzle.id,
        game=puzzle.game,
        rating=puzzle.rating,
        move=page.game.notation(made[0]),
        solved=made[0] in page.position.right,
        request_id=body.rid,
    )
    attempt = await ctx.house.puzzle_ratings.record(answer)
    content = {"n": ANSWERED, "url": page.url, "solved": attempt.solved, "right": attempt.move in puzzle.right}
    response = ctx.action_response(page.url, content)
    if token is not None:
        ctx.house.guests.set_cookie(response, token)
    return response


def _checked(page: PuzzlePage, texts: Sequence[str]) -> tuple[int, ...]:
    """Return the moves in these texts. Raise Refused, DraftEnded or BadText if one of them is not possible."""
    view = page.position.view
    moves = [page.game.parse(one) for one in texts[:LONGEST_DRAFT]]
    refusal = page.game.refusal(view.position, moves[0]) if moves else None
    if refusal is not None:
        raise Refused(refusal)
    made = compose(page.game, view, moves).moves
    if not made:
        raise HTTPError(422, say("there is no move to make"))
    return made


def _puzzle(request: Request) -> Puzzle:
    try:
        return find_puzzle(request.path_params["id"])
    except NoSuchPuzzle as error:
        raise HTTPError(404, error.sentence) from error


def _page(ctx: RequestContext) -> PuzzlePage:
    return PuzzlePage(position(_puzzle(ctx.request).id), ctx.language, ctx.layout)


def _trial(ctx: RequestContext, page: PuzzlePage) -> Trial:
    query = ctx.request.query_params
    moves = [one for one in query.get("moves", "")[:MAX_DRAFT_TEXT].split(COMPOUND) if one]
    return page.trial(moves[:LONGEST_DRAFT], query.get("selection", "")[:MAX_SELECTION])


async def _guest(ctx: RequestContext) -> tuple[Guest, str | None]:
    """Return the guest, or register a new one. The second value is the cookie of a new guest."""
    if ctx.guest is not None:
        return ctx.guest, None
    return await ctx.house.guests.register(ctx.request, ctx.text(say("Guest")))


def _date(ctx: RequestContext) -> Any:
    return today(ctx.house.now())


def _games() -> list[str]:
    """Return the names of the games that have puzzles."""
    return [game.name for game in GAMES if shipped(game)]


def _wanted(game: str, theme: str) -> list[Puzzle]:
    """Return the puzzles of a game, of one theme if it is given. Raise HTTPError 404 if there are none."""
    try:
        found = [puzzle for puzzle in shipped(find(game)) if not theme or theme in puzzle.themes]
    except BadSetup as error:
        raise HTTPError(404, error.sentence) from error
    if not found:
        raise HTTPError(404, say("there are no puzzles here"))
    return found


# What templates need.


def _page_context(ctx: RequestContext, page: PuzzlePage) -> dict[str, Any]:
    puzzle = page.puzzle
    daily = of_the_day(_date(ctx))
    return {
        "puzzle": {
            "id": puzzle.id,
            "rating": puzzle.rating,
            "seats": puzzle.seats,
            "seat": puzzle.seat,
            "name": page.names[puzzle.seat],
            "themes": page.themes,
            "daily": daily is not None and daily.id == puzzle.id,
            "next_url": f"/puzzles/next?game={puzzle.game}",
        },
        "layout": page.layout,
        "backdrop": page.backdrop(),
        "defs": definitions(),
        "board_class": page_of(page.game).board_class,
    }


def _attempt_context(attempt: Attempt) -> dict[str, Any]:
    return {
        "solved": attempt.solved,
        "tries": attempt.tries,
        "points": round(attempt.after),
        "change": round(attempt.after) - round(attempt.before),
    }


def _daily_context(ctx: RequestContext, puzzle: Puzzle, answered: set[str]) -> dict[str, Any]:
    page = PuzzlePage(position(puzzle.id), ctx.language, ctx.layout)
    return {
        "url": page.url,
        "picture": f"{page.url}/board.svg",
        "title": page.game.title,
        "rating": puzzle.rating,
        "answered": puzzle.id in answered,
    }


def _game_context(ctx: RequestContext, name: str, rated: PuzzleRating | None, answered: set[str]) -> dict[str, Any]:
    game = find(name)
    puzzles = shipped(game)
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    themes = [
        {
            "name": translate(NAMES[theme], ctx.language),
            "url": f"/puzzles/next?game={name}&theme={theme}",
            "count": count,
        }
        for theme, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
    rating: Rating | None = None if rated is None else rated.rating
    return {
        "name": name,
        "title": game.title,
        "count": len(puzzles),
        "answered": sum(puzzle.id in answered for puzzle in puzzles),
        "solved": 0 if rated is None else rated.solved,
        "rating": rating,
        "themes": themes,
        "url": f"/puzzles/next?game={name}",
    }
