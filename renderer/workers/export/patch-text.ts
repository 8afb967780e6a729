import { type DiffFile, modeChange } from "../../../shared/diff/diff-file.ts";
import { isBinaryDiff } from "../../../shared/diff/empty-diff.ts";
import type { ExportMail } from "./export-types.ts";

/**
 * Returns a file's change as `git diff` writes it; null where the diff lacks what `git apply` needs, as for binary
 * files and those that the service left out.
 */
export function filePatch(file: DiffFile, diff: string): string | null {
  const hunks = diff.slice(Math.max(0, diff.search(/^@@ /m)));
  const hasHunks = /^@@ /.test(hunks);
  const modes = modeChange(file);
  const isEmptyFile = (file.new_file || file.deleted_file) && diff === "" && !isLeftOut(file);
  if (!hasHunks && !file.renamed_file && !modes && !isEmptyFile) return null;
  if (isBinaryDiff(diff) && !hasHunks) return null;
  if (!hasHunks && isLeftOut(file)) return null;
  const [before, after] = [quotePath(`a/${file.old_path}`), quotePath(`b/${file.new_path}`)];
  const head = [`diff --git ${before} ${after}`];
  if (modes) head.push(`old mode ${modes[0]}`, `new mode ${modes[1]}`);
  if (file.new_file) head.push(`new file mode ${modeOf(file.b_mode)}`);
  if (file.deleted_file) head.push(`deleted file mode ${modeOf(file.a_mode)}`);
  if (file.renamed_file && file.old_path !== file.new_path) {
    if (!hasHunks) head.push("similarity index 100%");
    head.push(`rename from ${quotePath(file.old_path)}`, `rename to ${quotePath(file.new_path)}`);
  }
  if (!hasHunks) return `${head.join("\n")}\n`;
  head.push(
    `--- ${file.new_file ? "/dev/null" : endPath(before)}`,
    `+++ ${file.deleted_file ? "/dev/null" : endPath(after)}`,
  );
  return `${head.join("\n")}\n${hunks.endsWith("\n") ? hunks : `${hunks}\n`}`;
}

/** Returns the head of a mail that `git am` makes a commit of. */
export function mailHead({ sha, author, email, date, message }: ExportMail): string {
  const [subject = "", ...rest] = message.trim().split("\n");
  const body = rest.join("\n").trim();
  return [
    `From ${sha} Mon Sep 17 00:00:00 2001`,
    `From: ${encodeHeader(author)} <${email.replace(/[<>\r\n]/g, "")}>`,
    `Date: ${new Date(date).toUTCString().replace("GMT", "+0000")}`,
    `Subject: [PATCH] ${encodeHeader(subject)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    // A line of dashes or the beginning of a diff would end the message.
    ...(body ? [body.replace(/^(---|diff -|Index: )/gm, " $1"), ""] : []),
    "---",
    "",
    "",
  ].join("\n");
}

/** The end of a mail: what follows is not part of the patch. */
export const mailFoot = "-- \nHelve\n";

const isLeftOut = ({ too_large, collapsed }: DiffFile): boolean => too_large === true || collapsed === true;

const modeOf = (mode: string | undefined): string =>
  mode && Number(mode) !== 0 ? mode.padStart(6, "0") : "100644";

const escapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** Returns a path as git writes it: in quotes where it has quotes, backslashes or control characters. */
function quotePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is quoted
  if (!/[\x00-\x1f\x7f"\\]/.test(path)) return path;
  const quoted = path.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is quoted
    /[\x00-\x1f\x7f"\\]/g,
    (char) => escapes[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${quoted}"`;
}

/** Git ends a path with blanks by a tab, as what follows could be a date. */
const endPath = (path: string): string => (/\s/.test(path) && !path.startsWith('"') ? `${path}\t` : path);

/** Returns a header's text with what is not ASCII in the encoding of RFC 2047, in words of at most 75 characters. */
function encodeHeader(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  const words: string[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) words.push(`=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`);
    bytes = [];
  };
  for (const char of line) {
    const more = new TextEncoder().encode(char);
    if (bytes.length + more.length > 42) flush();
    bytes.push(...more);
  }
  flush();
  return words.join("\n ");
}
