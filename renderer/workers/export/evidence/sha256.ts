/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = new Uint32Array(64);
/** The same of the square roots of the first eight (5.3.3). */
const initial = new Uint32Array(8);
for (let count = 0, candidate = 2; count < 64; candidate++) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) isPrime = false;
  if (!isPrime) continue;
  if (count < 8) initial[count] = fraction(Math.sqrt(candidate));
  constants[count++] = fraction(Math.cbrt(candidate));
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/** SHA-256 of bytes that arrive in parts: the platform's own takes a whole buffer. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Returns the hash in hexadecimal; nothing may be added afterwards. */
  hex(): string;
}

const blockBytes = 64;

/** Starts a hash. */
export function createSha256(): Sha256 {
  const state = new Uint32Array(initial);
  const words = new Uint32Array(64);
  const block = new Uint8Array(blockBytes);
  const view = new DataView(block.buffer);
  let filled = 0;
  let total = 0;

  function compress(): void {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(4 * i);
    for (let i = 16; i < 64; i++) {
      const [w15, w2] = [at(words, i - 15), at(words, i - 2)];
      const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
    }
    let a = at(state, 0);
    let b = at(state, 1);
    let c = at(state, 2);
    let d = at(state, 3);
    let e = at(state, 4);
    let f = at(state, 5);
    let g = at(state, 6);
    let h = at(state, 7);
    for (let i = 0; i < 64; i++) {
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)) | 0;
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
  }

  function add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + blockBytes - filled);
      block.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < blockBytes) continue;
      compress();
      filled = 0;
    }
  }

  return {
    update(bytes) {
      total += bytes.length;
      add(bytes);
    },
    hex() {
      const bits = total * 8;
      const padding = new Uint8Array(((119 - (total % blockBytes)) % blockBytes) + 1 + 8);
      padding[0] = 0x80;
      const end = new DataView(padding.buffer, padding.length - 8);
      end.setUint32(0, Math.floor(bits / 2 ** 32));
      end.setUint32(4, bits >>> 0);
      add(padding);
      return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
    },
  };
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;
