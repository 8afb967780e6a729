import { ProblemError } from "../../shared/errors.ts";
import { encodeFile, type UnwritableCharacter } from "../../shared/text/encoding/file-codec.ts";

/** A file's content as the interface takes it. */
export interface SentContent {
  readonly content: string;
  readonly encoding: "text" | "base64";
}

/**
 * Returns a text of `decodeFile` as the interface takes it; `original` are the bytes that were edited. Throws ProblemError
 * where the encoding does not have one of its characters.
 */
export function sentContent(
  path: string,
  text: string,
  encoding: string,
  original?: Uint8Array,
): SentContent {
  const bytes = encodeFile(text, encoding, original);
  if (!(bytes instanceof Uint8Array)) throw unwritable(path, encoding, bytes);
  // Services take text as UTF-8, and none with NUL characters.
  if (encoding === "utf-8" && text.isWellFormed() && !text.includes("\0")) {
    return { content: text, encoding: "text" };
  }
  return { content: toBase64(bytes), encoding: "base64" };
}

function unwritable(path: string, encoding: string, { character, line }: UnwritableCharacter): ProblemError {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const shown = character.isWellFormed() && character !== "\ufffd" ? `“${character}” (${code})` : code;
  return new ProblemError({
    code: "refused",
    message: `${path} is in ${encoding.toUpperCase()}, which has no ${shown}: line ${line}. Nothing was committed. Write that line in other characters, or convert the file to UTF-8 in the editor.`,
    changed: "no",
  });
}

/** Bytes that become characters at once; a multiple of three, so that the parts fit together. */
const chunk = 8_190;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += chunk)
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + chunk)));
  return text;
}
