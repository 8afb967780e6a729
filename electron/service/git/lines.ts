import type { Readable } from "node:stream";

/** Bytes of a line beyond which its rest is left out. */
const maxLineBytes = 1024 * 1024;

/**
 * Yields the lines of git's output without their ends, those of a chunk at once: one by one costs more than git. Of a
 * line that is very long only the beginning.
 */
export async function* linesOf(
  output: Readable,
  separator = 10,
  decode: (line: Buffer) => string = (line) => line.toString(),
): AsyncGenerator<string[]> {
  let kept: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    if (size < maxLineBytes) kept.push(part);
    size += part.length;
  };
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const lines: string[] = [];
    let at = 0;
    for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, at)) {
      keep(chunk.subarray(at, end));
      lines.push(decode(kept.length === 1 ? chunk.subarray(at, end) : Buffer.concat(kept)));
      at = end + 1;
      kept = [];
      size = 0;
    }
    // A copy, since most of the chunk is done with.
    if (at < chunk.length) keep(Buffer.from(chunk.subarray(at)));
    if (lines.length > 0) yield lines;
  }
  if (size > 0) yield [decode(Buffer.concat(kept))];
}
