"""What the card dogfights of a campaign lie in: linked missions, and the campaigns beside them."""
