"""Rooms: games that several screens, browsers and programs play over a network.

A `GameRoom` is one game with its people, without I/O, thread or clock; a `Host` keeps rooms awake and lets them sleep; `web` is its face.
"""
