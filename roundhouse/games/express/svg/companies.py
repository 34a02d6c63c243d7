"""Companies: their plates, their charters with shares, treasury and locomotives, and the income track."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import COMPANIES, COMPANY_IDS, COMPANY_NAMES, INCOME_TRACK, SHARES
from roundhouse.games.express.consequences import COMPANY_PLACES
from roundhouse.games.express.svg.pieces import CLASSES, plate
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel, column_heads, stack
from roundhouse.ui.svg import box, heading, moved, number, place, rule, seat_mark, shows, sign, spot, titled, wrap, write

_SHARE: Final = (13.0, 14.0)
_LABELS: Final = 98.0  # width of the labels of the charters
_TOP: Final = 27.0  # height of their heads
_PITCH: Final = 16.0
_LABEL_WORDS: Final = (
    say("income"),
    say("dividend a share"),
    say("next share from"),
    say("treasury"),
    say("locomotives left"),
    say("shares sold"),
)


# Charters.


def charters_panel(reader: Reader, room: float) -> Panel:
    """Draw what every company has (CEX-9): a column for each, or on a phone a row."""
    if not reader.wide:
        return _table(reader, room)
    width = (room - _LABELS) / COMPANIES
    content = ""
    for row, label in enumerate(_LABEL_WORDS):
        y = _TOP + row * _PITCH
        content += rule(0, y, room) + write(0, y + 12, reader.tell(label), "t12 quiet")
    for company in range(COMPANIES):
        content += moved(_LABELS + company * width, 0, _column(reader, company, width))
    return content, _TOP + len(_LABEL_WORDS) * _PITCH


def _column(reader: Reader, company: int, width: float) -> str:
    """Draw one charter: its name in full, its figures, and its shares."""
    position = reader.position
    content = box(-4, -4, width, _TOP + len(_LABEL_WORDS) * _PITCH + 4, "card-ring")
    if (reader.bidding or reader.building) and position.company == company:
        content += box(-4, -4, width, _TOP + len(_LABEL_WORDS) * _PITCH + 4, "turn")
    content += spot(f"company-{company}", plate(company, 15, 11, (30, 18)))
    first, _, last = COMPANY_NAMES[company].partition(" ")
    if first == "New":
        first, last = "New York", "Central"
    for i, word in enumerate(filter(None, (first, last))):
        content += write(33, (9 if last else 15) + 12 * i, word, "t10")
    figures = [figure for _, figure in _figures(reader, company)]
    if position.is_open(company):
        for row, figure in enumerate(figures):
            content += write(46, _TOP + row * _PITCH + 12, figure, "t12 strong end")
    else:
        lines = wrap(reader.tell(_closed()), 10, width - 6)
        content += "".join(write(0, _TOP + 12 + 13 * i, line, "t10 quiet") for i, line in enumerate(lines))
        content += write(46, _TOP + 4 * _PITCH + 12, figures[0], "t12 strong end")
    content += moved(0, _TOP + 5 * _PITCH + 2, _shares(reader, company, _SHARE))
    return _shown(reader, company, content)


def _closed() -> Sentence:
    """Say when the Wabash opens (CEX-118)."""
    return say("opens when a company reaches Chicago")


def _figures(reader: Reader, company: int) -> list[tuple[Sentence, str]]:
    """Return the figures of a charter with their labels; a closed company has only its locomotives."""
    position = reader.position
    engines = (say("locomotives left"), str(position.left[company]))
    if not position.is_open(company):
        return [engines]
    sold_out = reader.tell(say("all sold")) if reader.wide else "–"
    opening = reader.money(position.opening_bid(company)) if position.unsold[company] else sold_out
    return [
        (say("income"), reader.money(position.income[company])),
        (say("dividend a share"), reader.money(position.dividend(company))),
        (say("next share from"), opening),
        (say("treasury"), reader.money(position.treasury[company])),
        engines,
    ]


def _shares(reader: Reader, company: int, size: tuple[float, float]) -> str:
    """Draw every share with the mark of its owner; those still on the charter are empty (CEX-3)."""
    width, height = size
    held = [reader.position.share[seat * COMPANIES + company] for seat in range(reader.position.seats)]
    owners = [seat for seat, count in enumerate(held) for _ in range(count)]
    content = ""
    for i in range(int(SHARES[company])):
        x = i * (width + 2.5)
        if i < len(owners):
            content += box(x, 0, width, height, "paper card", 3) + box(x, 0, width, 4, CLASSES[company], 2)
            content += seat_mark(owners[i], x + width / 2, height / 2 + 2, min(width, height) * 0.6)
        else:
            content += box(x, 0, width, height, "void", 3)
    return content


def _hint(reader: Reader, company: int) -> str:
    """Describe a charter in words."""
    figures = ", ".join(f"{reader.tell(label)} {figure}" for label, figure in _figures(reader, company))
    held = [
        f"{reader.names[seat]} {reader.position.share[seat * COMPANIES + company]}"
        for seat in range(reader.position.seats)
        if reader.position.share[seat * COMPANIES + company]
    ]
    shares = reader.tell(
        say("shares: {owners}; unsold {count}", owners=", ".join(held) or "–", count=reader.position.unsold[company])
    )
    return f"{COMPANY_IDS[company]}, {COMPANY_NAMES[company]}: {figures}; {shares}"


_HEADS: Final = (say("income"), say("a share"), say("next from"), say("treasury"))


def _table(reader: Reader, room: float) -> Panel:
    """Draw the charters as rows: figures in columns, the shares below them."""
    ends = [room * share for share in (0.34, 0.5, 0.68, 0.85, 1.0)]
    head = heading(0, 10, reader.tell(say("Companies"))) + column_heads(reader, _HEADS, ends[:-1])
    head += sign("engine", room - 8, 6, 12, "quiet")
    return stack(head, [_row(reader, company, ends, room) for company in range(COMPANIES)], 46)


def _row(reader: Reader, company: int, ends: list[float], room: float) -> str:
    figures = [figure for _, figure in _figures(reader, company)]
    content = rule(0, 0, room)
    if (reader.bidding or reader.building) and reader.position.company == company:
        content += box(0, 1, room, 44, "turn")
    content += spot(f"company-{company}", plate(company, 22, 14, (38, 18), 12))
    if len(figures) < len(ends):
        content += write(52, 18, reader.tell(_closed()), "t12 quiet")
        ends = ends[-1:]
    for x, figure in zip(ends, figures, strict=True):
        content += write(x, 18, figure, "t14 end")
    content += moved(4, 27, _shares(reader, company, (20, 14)))
    return _shown(reader, company, box(0, 1, room, 44, "card-ring") + content)


def _shown(reader: Reader, company: int, content: str) -> str:
    """Draw a charter that points at the network of its company, and is pointed at by the log."""
    name = COMPANY_PLACES[company]
    return place(name, shows([name], _hint(reader, company), content))


# The income track.


def income_panel(reader: Reader, room: float) -> Panel:
    """Draw a ruler from 0 to 50 with a flag for every open company (CEX-16), and a token "+50" on those beyond it (CEX-7)."""
    position = reader.position
    left, top = 8.0, 16.0
    step = (room - left - 12) / INCOME_TRACK
    line = top + 38
    content = heading(0, 10, reader.tell(say("Income")))
    content += _ruler(left, line, step)
    flags = [(flag_of(position.income[company]), company) for company in range(COMPANIES) if position.is_open(company)]
    flags.sort()
    spots = spread([left + step * at for (at, _), _ in flags], 37.0, (left + 10, room - 16))
    for x, ((at, tokens), company) in zip(spots, flags, strict=True):
        content += _flag(reader, company, (x, top + 21), (left + step * at, line), tokens)
    return content, line + 18


def _ruler(left: float, line: float, step: float) -> str:
    end = left + step * INCOME_TRACK
    content = f'<path d="M{number(left)} {number(line)}H{number(end)}" class="axis"/>'
    for dollars in range(INCOME_TRACK + 1):
        long = 6 if dollars % 5 == 0 else 3
        content += f'<path d="M{number(left + step * dollars)} {number(line)}v{long}" class="axis"/>'
        if dollars % (5 if step > 10 else 10) == 0:
            content += write(left + step * dollars, line + 18, dollars, "t12 quiet middle")
    return content


def flag_of(income: int) -> tuple[int, int]:
    """Return where a marker stands, and how many tokens lie beside it: 50 is shown without one, 53 as the token and 3.

    >>> flag_of(50), flag_of(53), flag_of(101)
    ((50, 0), (3, 1), (1, 2))
    """
    tokens = max(income - 1, 0) // INCOME_TRACK
    return income - tokens * INCOME_TRACK, tokens


def _flag(reader: Reader, company: int, at: tuple[float, float], foot: tuple[float, float], tokens: int) -> str:
    """Draw a plate on a staff, with its tokens above."""
    (x, y), (fx, fy) = at, foot
    content = f'<path d="M{number(x)} {number(y + 8)}L{number(fx)} {number(fy)}" class="staff"/>'
    content += f'<circle cx="{number(fx)}" cy="{number(fy)}" r="3" class="plate {CLASSES[company]}"/>'
    content += plate(company, x, y, (33, 15))
    if tokens:
        content += box(x - 14, y - 19, 28, 13, "paper card", 4)
        content += write(x, y - 9, f"+{INCOME_TRACK * tokens}", "t10 strong middle on-yellow")
    words = reader.tell(say("{company}: income {income}", company=COMPANY_IDS[company], income=reader.position.income[company]))
    return titled(words, content)


def spread(wanted: list[float], gap: float, bounds: tuple[float, float]) -> list[float]:
    """Return places in order and at least a gap apart, as near as possible to those wanted.

    >>> spread([0, 1, 50], 10, (-100, 100))
    [-4.5, 5.5, 50.0]
    """
    groups: list[list[float]] = []
    for i, wish in enumerate(wanted):
        groups.append([wish - i * gap])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    low, high = bounds[0], bounds[1] - gap * (len(wanted) - 1)
    flat = [min(max(_mean(group), low), high) for group in groups for _ in group]
    return [low + i * gap for i, low in enumerate(flat)]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
