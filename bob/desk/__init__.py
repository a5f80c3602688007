"""The Qt application, in floors: base, session, map and panels, boards and campaign rooms, window."""

import bob.chart.qt_refcounts  # noqa: F401
