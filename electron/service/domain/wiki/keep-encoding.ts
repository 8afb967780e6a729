import type { EncodedText } from "../../../../shared/text/encoding/encoded-text.ts";
import { encodeFile } from "../../../../shared/text/encoding/file-codec.ts";
import { decodeText } from "../../git/decode-text.ts";
import { toText } from "./read-page.ts";

/**
 * Returns the bytes of a page's new content where its file is not UTF-8: lines that it has stay as they are, others are
 * written in its encoding. Null where the file is UTF-8. Returns the first character that the encoding does not have.
 */
export function keepEncoding(before: Buffer, content: string): EncodedText | null {
  const encoding = toText(before).encoding.toLowerCase();
  if (encoding === "utf-8") return null;
  const texts = decodeText(before).split("\n");
  const lines = splitLines(before);
  // Lines of UTF-16 are not lines of bytes.
  if (texts.length !== lines.length) return encodeFile(content, encoding, before);
  const known = new Map(texts.map((text, i) => [text, lines[i]]));
  const written: Uint8Array[] = [];
  for (const [i, line] of content.split("\n").entries()) {
    const bytes = known.get(line) ?? encodeFile(line, encoding);
    if (!(bytes instanceof Uint8Array)) return { ...bytes, line: i + 1 };
    written.push(...(i > 0 ? [Buffer.from("\n")] : []), bytes);
  }
  return Buffer.concat(written);
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}
