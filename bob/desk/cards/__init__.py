"""The card dogfight at the screen: the table, its sheet, and the dialog that sets a battle up."""

from bob.desk.cards.opening import CardWindow, fly, opened
from bob.desk.cards.playing import CardPlan, CardTable
from bob.desk.cards.setting_up import CardSetup
from bob.desk.cards.sheet import CardSheet

__all__ = ["CardPlan", "CardSetup", "CardSheet", "CardTable", "CardWindow", "fly", "opened"]
