"""The operational game: raids, detection, weather, radio, readiness, navigation, bombing, return."""
