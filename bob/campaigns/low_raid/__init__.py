"""The solitaire campaign: a surprise low-level raid, wave after wave, against a defence by cards."""
