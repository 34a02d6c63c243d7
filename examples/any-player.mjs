// A player for every game: a random move of an eager kind if there is one. And a small random number generator.

const EAGER = ["claim", "build", "deliver", "lay", "carry"]; // the first word of a move says what kind it is

export function anyMove(view, moves, below) {
  const wanted = moves.filter((move) => EAGER.includes(move.split(" ")[0]));
  const among = wanted.length ? wanted : moves;
  return among[below(among.length)];
}

// Returns a function `below(limit)`; the same seed gives the same game.
export function generator(seed) {
  let state = seed % 2 ** 32 || 1;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
