// Verify that the seats of a finished game were drawn by lot: docs/fairness.md in code.

import { below, mixedKey } from "./verify-shuffle.js";

/**
 * Return for each seat the place that its player had before the lot; `nonces` are in that order, those of seats without one last.
 * @type {(secret: string, nonces: string[]) => Promise<number[]>}
 */
export async function drawLot(secret, nonces) {
  const key = await mixedKey("roundhouse lot 1", secret, nonces);
  const places = nonces.map((_, place) => place);
  for (let last = nonces.length - 1; last > 0; last -= 1) {
    const chosen = Number(await below(key, nonces.length - 1 - last, BigInt(last + 1)));
    [places[last], places[chosen]] = [places[chosen], places[last]];
  }
  return places;
}

/**
 * Return whether the seats of a record follow from the lot; null if they were not drawn by lot.
 * @type {(record: string) => Promise<boolean | null>}
 */
export async function verifyLot(record) {
  const field = (/** @type {string} */ name) => record.match(new RegExp(`^${name} (.*)$`, "m"))?.[1];
  /** @type {number[] | null} */
  const lot = JSON.parse(field("lot") ?? "null");
  if (!lot) return null;
  /** @type {string[]} */
  const nonces = JSON.parse(field("nonces") ?? "[]");
  const before = lot.map((_, place) => nonces[lot.indexOf(place)] ?? "");
  const ordered = before.every((nonce, place) => !place || !nonce || (before[place - 1] && before[place - 1] <= nonce));
  return ordered && (await drawLot(field("secret") ?? "", before)).join() === lot.join();
}
