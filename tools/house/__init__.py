"""The ratchet: measures of how the house is built, each of which may get better and not worse.

    python -m tools.house                     # every measure: today and as written
    python -m tools.house --places NAME       # the places that a measure counted
    python -m tools.house --write             # write the better figures back
    python -m tools.house --root CHECKOUT     # measure another commit
    python -m tools.house --walks             # the walks of a scramble at the desk instead, by a profile

`layout.toml` says where things belong, `language.toml` which words and sentences count, `figures.toml` what was measured last.
"""
