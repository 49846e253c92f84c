"""Print jar labels on the 62 mm roll.

Batch code: two digits of the year, two of the ISO week, a dash, the variety.
Example: 2639-QUINCE for quince jelly cooked in week 39 of 2026.
"""

from __future__ import annotations

import datetime as dt

ROLL_MM = 62
MARGIN_MM = 3
SHELF_LIFE_MONTHS = {"QUINCE": 18, "PLUM": 15, "ELDER": 9}


def batch_code(day: dt.date, variety: str) -> str:
    year, week, _ = day.isocalendar()
    return f"{year % 100:02d}{week:02d}-{variety.upper()}"


def best_before(day: dt.date, variety: str) -> dt.date:
    """First day of the month in which the shelf life ends."""
    months = SHELF_LIFE_MONTHS.get(variety.upper(), 12)
    total = day.year * 12 + day.month - 1 + months
    return dt.date(total // 12, total % 12 + 1, 1)


def label_lines(day: dt.date, variety: str, grams: int) -> list[str]:
    return [
        variety.title(),
        f"{grams} g",
        batch_code(day, variety),
        f"best before {best_before(day, variety):%m/%Y}",
    ]


if __name__ == "__main__":
    print("\n".join(label_lines(dt.date(2026, 9, 24), "quince", 210)))
