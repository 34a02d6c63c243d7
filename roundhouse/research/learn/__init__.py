"""Self-play training: proximal policy optimisation (PPO) with action masks, for every game. Needs torch."""
