import type { Decode } from "../../../../shared/text/encoding/decode-text.ts";

/** Decoders of the lines of each side of a patch. */
export interface Sides {
  readonly before: Decode;
  readonly after: Decode;
}

/** Decodes the hunks of a file, the lines of each side as those of the file that they are of. */
export function decodePatch(hunks: Buffer, { before, after }: Sides): string {
  const parts: string[] = [];
  for (let at = 0; at < hunks.length; ) {
    const isOld = hunks[at] === minus;
    const isHeader = hunks[at] === sign;
    let end = endOfLine(hunks, at);
    // Lines of one side that follow each other are decoded at once.
    while (!isHeader && end < hunks.length && hunks[end] !== sign && (hunks[end] === minus) === isOld)
      end = endOfLine(hunks, end);
    const text = (isOld ? before : after)(hunks.subarray(at, end));
    // git cuts the line behind a header after so many bytes.
    parts.push(isHeader ? text.replace(/\ufffd+(?=\n|$)/, "") : text);
    at = end;
  }
  return parts.join("");
}

const minus = 45;
const sign = 64;

function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(10, at);
  return end < 0 ? bytes.length : end + 1;
}
