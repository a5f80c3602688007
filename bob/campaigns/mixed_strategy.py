"""Simultaneous choices: the frequency of each, so that an opponent who knows the frequencies cannot exploit them."""

from __future__ import annotations

from collections.abc import Sequence

from bob.core.dice import Stream

Payoffs = Sequence[Sequence[float]]
"""The payoff from the chooser of the column to the chooser of the row, by row and column."""


def mixtures(payoffs: Payoffs, rounds: int = 60) -> tuple[list[float], list[float]]:
    """Return the shares of the rows and of the columns, by fictitious play: each answers in turn the other's choices so far."""
    rows, columns = [0] * len(payoffs), [0] * len(payoffs[0])
    by_row, by_column = [0.0] * len(rows), [0.0] * len(columns)
    for _ in range(rounds):
        row = by_row.index(max(by_row))
        rows[row] += 1
        for column, won in enumerate(payoffs[row]):
            by_column[column] += won
        column = by_column.index(min(by_column))
        columns[column] += 1
        for i, line in enumerate(payoffs):
            by_row[i] += line[column]
    return [n / rounds for n in rows], [n / rounds for n in columns]


def first_mixture(cases: Sequence[Payoffs], rounds: int = 40) -> list[float]:
    """The shares of the columns where the chooser of the row will know which of the cases it is, and the chooser of the column not yet."""
    width = len(cases[0][0])
    columns, so_far = [0] * width, [0.0] * width
    for _ in range(rounds):
        for payoffs in cases:
            answer = max(payoffs, key=lambda line: sum([won * count for won, count in zip(line, columns, strict=True)]))
            for column, won in enumerate(answer):
                so_far[column] += won
        columns[so_far.index(min(so_far))] += 1
    return [n / rounds for n in columns]


def drawn(shares: Sequence[float], stream: Stream) -> int:
    """Draw the number of a choice, as often as its share."""
    at = stream.unit() * sum(shares)
    for i, share in enumerate(shares):
        at -= share
        if at < 0:
            return i
    return max(range(len(shares)), key=lambda i: shares[i])
