// Verify the shuffle of a finished game with WebCrypto alone: docs/fairness.md in code. It imports nothing, so that it can be read,
// saved and run elsewhere. Possible outcomes and weights follow from the rules of the game, which it does not know: they are given.

const bytes = (/** @type {string} */ hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (/** @type {Uint8Array} */ data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>} */
async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** @type {(secret: string) => Promise<string>} */
export const commitmentOf = async (secret) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(secret))));

/**
 * Return the key of all draws, in hexadecimal. Under protocol 1 there are no nonces, and it is the secret itself.
 * @type {(secret: string, nonces: string[] | null) => Promise<string>}
 */
export const shuffleKey = async (secret, nonces) => nonces ? mixedKey("roundhouse deal 2", secret, nonces) : secret;

/** @type {(label: string, secret: string, nonces: string[]) => Promise<string>} */
export async function mixedKey(label, secret, nonces) {
  const parts = nonces.flatMap((nonce) => [nonce.length / 2, ...bytes(nonce)]);
  return hex(await hmac(bytes(secret), Uint8Array.from([...Array.from(label, (sign) => sign.charCodeAt(0)), ...parts])));
}

/**
 * Return the number of a draw, counted from 0, reduced to 0 ... total - 1. Numbers that would favour small results are skipped.
 * @type {(key: string, index: number, total: bigint) => Promise<bigint>}
 */
export async function below(key, index, total) {
  for (let attempt = 0; ; attempt += 1) {
    const message = new DataView(new ArrayBuffer(12));
    message.setBigUint64(0, BigInt(index));
    message.setUint32(8, attempt);
    const number = new DataView((await hmac(bytes(key), new Uint8Array(message.buffer))).buffer).getBigUint64(0);
    if (number < 2n ** 64n - 2n ** 64n % total) return number % total;
  }
}

/**
 * Check the record of a finished game; `weights` holds the possible outcomes of each draw, in order, with their weights.
 * @param {string} record
 * @param {[string, number][][]} weights
 */
export async function verify(record, weights) {
  const lines = record.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
  const { commitment, secret, nonces } = Object.fromEntries(lines.filter(([mark]) => mark !== "*"));
  const draws = lines.filter(([mark]) => mark === "*").map(([, text]) => text);
  const key = await shuffleKey(secret, nonces ? JSON.parse(nonces) : null);
  const expected = await Promise.all(weights.map(async (outcomes, index) => {
    let place = await below(key, index, BigInt(outcomes.reduce((sum, [, weight]) => sum + weight, 0)));
    return outcomes.find(([, weight]) => (place -= BigInt(weight)) < 0n)?.[0];
  }));
  const wrong = Array.from({ length: Math.max(draws.length, expected.length) }).findIndex((_, index) => draws[index] !== expected[index]);
  const committed = (await commitmentOf(secret)) === commitment;
  return { commitment, committed, nonces: nonces ? JSON.parse(nonces) : null, key, draws: draws.length, wrong };
}
