// SHA-256 in a few lines: on plain http browsers give no `crypto.subtle`, and the page checks the deal itself.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
const fraction = x => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map(p => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The hash of bytes, in hexadecimal. */
export function sha256(bytes) {
  const blocks = new Uint8Array(((bytes.length + 8 >> 6) + 1) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, bytes.length * 8);
  let state = [...START];
  for (let at = 0; at < blocks.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)) + w[i - 16] + w[i - 7] | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => state[i] + word | 0);
  }
  return state.map(word => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Bytes written in hexadecimal. */
export const bytes = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));
