/** Values of a JSON text, keys of objects among them, and levels of it: far more than any body has. */
const maxValues = 1_000_000;
const maxDepth = 100;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns what is wrong with the shape of a JSON text, null for nothing. V8 stops for no limit of memory while it parses,
 * and a value takes several times the memory of its two or three characters.
 */
export function findOddShape(text: Uint8Array): string | null {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) at = endOfString(text, at);
    else if (byte === comma || byte === colon) values++;
    else if (byte === openList || byte === openObject) {
      values++;
      if (++depth > maxDepth) return `the body has more than ${maxDepth} levels`;
    } else if (byte === closeList || byte === closeObject) depth--;
    if (values > maxValues) return `the body has more than ${maxValues} values`;
  }
  return null;
}

/** Returns the index of the quote that ends a string; the end of a text that is cut off. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const byte = text[at];
    if (byte === backslash) at++;
    else if (byte === quote) return at;
  }
  return text.length;
}
