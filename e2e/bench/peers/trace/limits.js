const pieceBytes = 1024 * 1024;

/** Measures the highest rate of each step alone, over pieces of the trace as they arrive. */
export async function draw(_root, response) {
  const took = { scan: 0, decode: 0, search: 0, pattern: 0 };
  let bytes = 0;
  let found = 0;
  const timed = (name, work) => {
    const began = performance.now();
    const result = work();
    took[name] += performance.now() - began;
    return result;
  };
  for await (const piece of piecesOf(response.body)) {
    bytes += piece.length;
    found += timed("scan", () => {
      let lines = 0;
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
      return lines;
    });
    const text = timed("decode", () => new TextDecoder().decode(piece));
    found += timed("search", () => {
      let matches = 0;
      for (let at = text.indexOf("lumen-7f3a9c"); at >= 0; at = text.indexOf("lumen-7f3a9c", at + 1))
        matches++;
      return matches;
    });
    found += timed("pattern", () => {
      let matches = 0;
      for (const _ of text.matchAll(/turn \d+7 .*lumen/gi)) matches++;
      return matches;
    });
  }
  const rate = (ms) => bytes / 1e6 / (ms / 1000);
  const rates = Object.fromEntries(Object.entries(took).map(([step, ms]) => [step, rate(ms)]));
  globalThis.limits = { ...rates, found };
}

async function* piecesOf(body) {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  yield piece.subarray(0, filled);
}
