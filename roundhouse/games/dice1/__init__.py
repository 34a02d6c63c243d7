"""Railroad Dice: one line for everybody, dice are its track, and directors collect the passengers; nothing is secret.

RD1-1: every player may lengthen the line, at either of its two ends.
"""
