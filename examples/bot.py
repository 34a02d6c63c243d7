"""A bot in plain Python, without libraries: claims and builds when it can, otherwise plays at random.

    roundhouse arena tickets --bots "cmd:python3 examples/bot.py,greedy,random" --games 30

The protocol is in docs/bots.md: one line of JSON in, one line of JSON out. Standard error is yours, for logging.
"""

import json
import random
import sys

EAGER = ("claim", "build", "deliver", "lay", "carry")  # the first word of a move says what kind it is

rng = random.Random()


def choose(view, moves):
    """Return a random move of an eager kind if there is one. `view` has everything you may know, by field name."""
    wanted = [move for move in moves if move.startswith(EAGER)]
    return rng.choice(wanted or moves)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        rng.seed(message["seed"])  # the same seed gives the same game
        answer = {"ready": True}
    else:
        answer = {"move": choose(message["view"], message["moves"])}
    print(json.dumps(answer), flush=True)
