"""A bot in plain Python, without any library: claims and builds when it can, else plays at random.

    roundhouse arena tickets --bots "cmd:python3 examples/bot.py,greedy,random" --games 30

The protocol is in docs/bots.md: a line of JSON in, a line of JSON out. Standard error is free for your own notes.
"""

import json
import random
import sys

EAGER = ("claim", "build", "deliver", "lay", "carry")  # the first word of a move says what kind it is

rng = random.Random()


def choose(view, moves):
    """The best kind of move that there is. `view` has all you may know, by name; see the state of the game."""
    wanted = [move for move in moves if move.startswith(EAGER)]
    return rng.choice(wanted or moves)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        rng.seed(message["seed"])  # the same seed, the same game
        answer = {"ready": True}
    else:
        answer = {"move": choose(message["view"], message["moves"])}
    print(json.dumps(answer), flush=True)
