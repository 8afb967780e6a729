import { isUtf8 } from "node:buffer";
import { GitRefusal } from "../git-refusal.ts";

/** Characters behind a backslash in what git quotes. */
const escapes: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", '"': '"' },
};

/**
 * Returns the paths in a list of alternates: one a line, quoted as in C where it begins with a quote; `#` begins a
 * comment. Throws {@link GitRefusal} where git and Helve might not understand the same, and git would read a folder that
 * nobody agreed to.
 */
export function parseAlternates(content: Buffer, file: string): string[] {
  const unclear = () =>
    new GitRefusal("original_unreadable", `${file} has a line that names no folder.`, { path: file });
  const lines = content.toString("latin1").split("\n");
  return lines.flatMap((line) => {
    if (line === "" || line.startsWith("#")) return [];
    const path = line.startsWith('"') ? unquote(line) : line;
    const bytes = Buffer.from(path ?? "", "latin1");
    if (path === null || path === "" || path.includes("\0") || !isUtf8(bytes)) throw unclear();
    return [bytes.toString()];
  });
}

/** Returns the content of a quoted text; null where it is not exactly one. */
function unquote(quoted: string): string | null {
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(quoted)?.[1];
  if (inner === undefined) return null;
  let isWhole = true;
  const text = inner.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) => {
    const byte = code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : escapes[code];
    if (byte === undefined) isWhole = false;
    return byte ?? "";
  });
  return isWhole ? text : null;
}
