"""A picture of ratios: panels of groups of bars, on a logarithmic scale around 1."""

from __future__ import annotations

import math

COLOURS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#a463f2")
WIDTH, GROUP, BAR, LEFT, TOP = 860, 22, 13, 110, 54
LEAST, MOST = 1 / 32, 4


def _x(ratio: float) -> float:
    """Return where a ratio lies."""
    inside = min(max(ratio, LEAST), MOST)
    return LEFT + (WIDTH - LEFT - 50) * math.log(inside / LEAST) / math.log(MOST / LEAST)


def _text(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{text}</text>'


def draw(panels: dict[str, dict[str, dict[str, float]]]) -> str:
    """Return an SVG: for each panel and document the time of beve by that of each other codec."""
    names = list(next(iter(next(iter(panels.values())).values())))
    parts, y = [], float(TOP)
    parts.append(_text(10, 20, "Documents: time of beve ÷ time of another, shorter bars are better", weight="bold"))
    for i, name in enumerate(names):
        x = 10 + 110 * i
        parts.append(f'<rect x="{x}" y="30" width="10" height="10" fill="{COLOURS[i]}"/>')
        parts.append(_text(x + 14, 39, name))
    for panel, documents in panels.items():
        y += 8
        parts.append(_text(10, y + 10, panel, weight="bold"))
        y += 18
        for document, ratios in documents.items():
            parts.append(_text(LEFT - 6, y + BAR * len(names) / 2 + 4, document, "end"))
            for i, name in enumerate(names):
                width, top = _x(ratios[name]) - LEFT, y + BAR * i
                parts.append(
                    f'<rect x="{LEFT}" y="{top:.1f}" width="{width:.1f}" height="{BAR - 2}" fill="{COLOURS[i]}"/>'
                )
                parts.append(_text(LEFT + width + 4, top + 10, f"{ratios[name]:.2f}"))
            y += BAR * len(names) + GROUP - BAR
    one = _x(1)
    parts.append(f'<line x1="{one:.1f}" y1="{TOP}" x2="{one:.1f}" y2="{y:.1f}" stroke="#333" stroke-dasharray="3 3"/>')
    parts.append(_text(one, y + 14, "as fast", "middle"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 24:.0f}" '
    head += 'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, *parts, "</svg>", ""])
