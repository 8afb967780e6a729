import { decoderOf } from "../../../shared/text/encoding/decode-text.ts";
import { detectTextEncoding } from "../../../shared/text/encoding/detect-encoding.ts";
import { isUtf8 } from "../../../shared/text/encoding/detect-unicode.ts";

/** Decodes bytes that are a whole: a file's content, a message. A byte-order mark stays. */
export const detectAndDecode = (bytes: Uint8Array): string =>
  decoderOf(detectTextEncoding(bytes) ?? { encoding: "windows-1252", legacy: null })(bytes);

/** Decodes what git prints of one object: each part as UTF-8 where it is, the others in one encoding. */
export function decodeParts(parts: readonly Uint8Array[]): string[] {
  const others = parts.filter((part) => !isUtf8(part)).flatMap((part) => [part, lineFeed]);
  // Signs that separate fields are no sign of binary data.
  const found = others.length > 0 && detectTextEncoding(Buffer.concat(others).filter((byte) => byte > 8));
  const decode = decoderOf(found || { encoding: "windows-1252", legacy: null });
  return parts.map((part) => (isUtf8(part) ? Buffer.from(part).toString() : decode(part)));
}

const lineFeed = Buffer.from("\n");

/** Returns a copy of a text that was cut out of a longer one, which would stay in memory with it. */
export const detachText = (text: string): string => Buffer.from(text).toString();
