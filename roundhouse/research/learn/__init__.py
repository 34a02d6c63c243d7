"""Learning by self-play: proximal policy optimisation with masks, for every game alike. It needs torch."""
