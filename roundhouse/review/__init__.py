"""Reviews of finished games: the chances of each seat, luck and skill apart, turning points and missed chances."""
