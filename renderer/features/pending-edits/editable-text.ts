import { detectEncoding } from "../../../shared/text/encoding/detect-encoding.ts";
import { decodeFile, encodeFile, needsOriginal } from "../../../shared/text/encoding/file-codec.ts";
import type { PendingContent } from "../../state/edits.ts";

/** A file's text, from which its bytes can be written again, with its encoding; or a sentence that says why it has none. */
export type EditableText =
  | { readonly text: string; readonly encoding: string }
  | { readonly text: null; readonly reason: string };

/** Returns the text of a file as `decodeFile` has it, or why it cannot be edited without changing other bytes. */
export function editableText(bytes: Uint8Array): EditableText {
  const encoding = detectEncoding(bytes) ?? (isUtf8(bytes) ? "utf-8" : null);
  if (encoding === null) return { text: null, reason: "It is binary." };
  const text = decodeFile(bytes, encoding);
  // The mark is a character of the text.
  if (text !== null) return { text, encoding: encoding === "utf-8-bom" ? "utf-8" : encoding };
  return {
    text: null,
    reason: `It is in ${encoding.toUpperCase()}, and saving it would change bytes that were not edited.`,
  };
}

/** A text with NUL characters looks binary and can be edited all the same. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the text of a file that is pending as bytes, without which it can be written again. */
export function editableContent({ base64 }: Extract<PendingContent, { kind: "bytes" }>): EditableText {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const found = editableText(bytes);
  if (found.text === null || !needsOriginal(found.encoding)) return found;
  const again = encodeFile(found.text, found.encoding);
  const isSame = again instanceof Uint8Array && again.every((byte, i) => byte === bytes[i]);
  return isSame ? found : { text: null, reason: "It has characters that Helve cannot write." };
}
