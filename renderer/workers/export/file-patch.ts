import { type DiffFile, isBinaryDiff, modeChange } from "../../../shared/diff/diff-file.ts";
import { compareTexts } from "../diff/compare-texts.ts";
import { blobId } from "../search/files-of-tar.ts";
import type { ExportMail } from "./export-types.ts";

/** The contents of a file before and after a change; null where there is none. */
export interface FileSides {
  readonly before: Uint8Array<ArrayBuffer> | null;
  readonly after: Uint8Array<ArrayBuffer> | null;
}

/**
 * Returns a file's change as `git diff --binary` writes it; null where neither the diff nor the contents have what
 * `git apply` needs. `readSides` is called where the diff alone, which is text, cannot be trusted for each byte; it returns
 * null where the contents cannot be read. `commit` is one of the same repository.
 */
export async function filePatch(
  file: DiffFile,
  diff: string,
  readSides: () => Promise<FileSides | null>,
  commit: string,
): Promise<PatchPart[] | null> {
  const hunks = hunksOf(diff);
  if (isSubmodule(file))
    return hunks === "" ? null : [header(file, true, submoduleIds(hunks, commit)), hunks];
  if (needsContents(file, diff, hunks)) {
    const sides = await readSides();
    if (sides) return patchOf(file, sides, commit);
    if (isTypeChange(file) || hunks === "" || isLeftOut(file)) return null;
  }
  return [header(file, hunks !== "", null), hunks];
}

function hunksOf(diff: string): string {
  const start = diff.search(/^@@ /m);
  if (start < 0) return "";
  const hunks = diff.slice(start);
  return hunks.endsWith("\n") ? hunks : `${hunks}\n`;
}

/** Returns whether a diff lacks bytes of the file: those that are no text, or none of ASCII, which services decode. */
function needsContents(file: DiffFile, diff: string, hunks: string): boolean {
  if (isLeftOut(file) || isTypeChange(file) || isBinaryDiff(diff)) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every character but ASCII
  if (hunks !== "") return /[^\x01-\x7f]|\x1b/.test(hunks);
  return file.new_file || file.deleted_file || (!file.renamed_file && !modeChange(file));
}

async function patchOf(
  file: DiffFile,
  { before, after }: FileSides,
  commit: string,
): Promise<PatchPart[] | null> {
  if (isTypeChange(file)) {
    const gone = { ...file, deleted_file: true, b_mode: undefined };
    const made = { ...file, new_file: true, a_mode: undefined };
    const parts = [
      await patchOf(gone, { before, after: null }, commit),
      await patchOf(made, { before: null, after }, commit),
    ];
    return parts.flatMap((part) => part ?? []);
  }
  const [old, fresh] = [before ?? new Uint8Array(), after ?? new Uint8Array()];
  if (file.new_file ? !after : file.deleted_file ? !before : !before || !after) return null;
  if (isBinary(old) || isBinary(fresh)) {
    const none = "0".repeat(commit.length);
    const ids = [
      file.new_file ? none : await blobId(old, commit),
      file.deleted_file ? none : await blobId(fresh, commit),
    ] as const;
    if (ids[0] === ids[1]) return [header(file, false, null)];
    return [header(file, false, ids), await binaryPatch(old, fresh)];
  }
  const hunks = compareTexts(toUnits(old), toUnits(fresh));
  return [header(file, hunks !== "", null), toBytes(hunks)];
}

/** Bytes among which git looks for a NUL. */
const sniffedBytes = 8_000;
const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, sniffedBytes).includes(0);

/** Characters that are made of one list of arguments. */
const chunk = 8_192;

/** Returns a text with a character for each byte. */
function toUnits(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return parts.join("");
}

const toBytes = (units: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: units.length }, (_, index) => units.charCodeAt(index));

const isLeftOut = ({ too_large, collapsed }: DiffFile): boolean => too_large === true || collapsed === true;

const kindOf = (mode: string | undefined): string => modeOf(mode).slice(0, 2);

/** Returns whether a file became a link or the like; git writes that as a deletion and a creation. */
const isTypeChange = (file: DiffFile): boolean =>
  modeChange(file) !== null && kindOf(file.a_mode) !== kindOf(file.b_mode);

const isSubmodule = (file: DiffFile): boolean =>
  !isTypeChange(file) && kindOf(file.new_file ? file.b_mode : file.a_mode) === "16";

function submoduleIds(hunks: string, commit: string): readonly [string, string] {
  const none = "0".repeat(commit.length);
  return [
    /^-Subproject commit ([0-9a-f]+)/m.exec(hunks)?.[1] ?? none,
    /^\+Subproject commit ([0-9a-f]+)/m.exec(hunks)?.[1] ?? none,
  ];
}

const modeOf = (mode: string | undefined): string =>
  mode && Number(mode) !== 0 ? mode.padStart(6, "0") : "100644";

/** Returns the lines above a file's hunks; `ids` are those of its contents. */
function header(file: DiffFile, hasHunks: boolean, ids: readonly [string, string] | null): string {
  const modes = modeChange(file);
  const [before, after] = [quotePath(`a/${file.old_path}`), quotePath(`b/${file.new_path}`)];
  const head = [`diff --git ${before} ${after}`];
  if (modes) head.push(`old mode ${modes[0]}`, `new mode ${modes[1]}`);
  if (file.new_file) head.push(`new file mode ${modeOf(file.b_mode)}`);
  if (file.deleted_file) head.push(`deleted file mode ${modeOf(file.a_mode)}`);
  if (file.renamed_file && file.old_path !== file.new_path) {
    if (!hasHunks && !ids) head.push("similarity index 100%");
    head.push(`rename from ${quotePath(file.old_path)}`, `rename to ${quotePath(file.new_path)}`);
  }
  if (ids) {
    const isInPlace = !file.new_file && !file.deleted_file && !modes;
    head.push(`index ${ids.join("..")}${isInPlace ? ` ${modeOf(file.b_mode)}` : ""}`);
  }
  if (hasHunks)
    head.push(
      `--- ${file.new_file ? "/dev/null" : endPath(before)}`,
      `+++ ${file.deleted_file ? "/dev/null" : endPath(after)}`,
    );
  return `${head.join("\n")}\n`;
}

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

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
/** Bytes of a line of git's binary patches. */
const lineBytes = 52;

/** Returns what follows the `index` line of a binary file: its content after and before, as `git diff --binary` has it. */
async function binaryPatch(before: Uint8Array<ArrayBuffer>, after: Uint8Array<ArrayBuffer>): Promise<string> {
  return `GIT binary patch\n${await literal(after)}\n${await literal(before)}\n`;
}

async function literal(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  const lines = [`literal ${bytes.length}\n`];
  for (let at = 0; at < packed.length; at += lineBytes)
    lines.push(encodeLine(packed.subarray(at, at + lineBytes)));
  return lines.join("");
}

/** A letter for the number of bytes, and five characters for every four of them. */
function encodeLine(bytes: Uint8Array): string {
  const size = bytes.length;
  let line = String.fromCharCode(size <= 26 ? 64 + size : 96 + size - 26);
  for (let at = 0; at < size; at += 4) {
    let number = 0;
    for (let i = 0; i < 4; i++) number = number * 256 + (bytes[at + i] ?? 0);
    let group = "";
    for (let i = 0; i < 5; i++) {
      group = alphabet[number % 85] + group;
      number = Math.floor(number / 85);
    }
    line += group;
  }
  return `${line}\n`;
}

/** A part of a patch: text that is written as UTF-8, or bytes as they are. */
export type PatchPart = string | Uint8Array<ArrayBuffer>;

/**
 * Returns a mail of which `git am` makes a commit with the same author, date and message as `mail`, and the changes of
 * `patch`. `git am` itself alters some messages: it removes several blank lines in a row and blanks at ends of lines. What
 * it would take for the beginning of the patch is indented by one blank.
 */
export async function patchMail(mail: ExportMail, patch: readonly PatchPart[]): Promise<PatchPart[]> {
  const message = mail.message
    .replace(/\r\n/g, "\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
  const [title = "", ...rest] = message.split("\n\n");
  const isPlain = isPlainTitle(title);
  const body = isPlain ? rest.join("\n\n") : message;
  const content: PatchPart[] = [
    // The line after a header in the body is text, whatever it looks like.
    isPlain && !looksLikeHeader(body) ? "" : `From: ${addressOf(mail)}\n\n`,
    body === "" ? "" : `${body.replace(patchBreak, " $&")}\n`,
    "---\n\n",
    ...patch,
    "-- \nHelve\n",
  ];
  const bytes = new Uint8Array(await new Blob(content).arrayBuffer());
  // Mail readers, `git am` among them, drop the CR of CRLF, and take a line that begins with "From " for another mail.
  const isEncoded = hasCarriageReturn(bytes) || /^>*From /m.test(body);
  const head = [
    `From ${mail.sha} Mon Sep 17 00:00:00 2001`,
    `From: ${addressOf(mail)}`,
    `Date: ${dateHeader(mail.date)}`,
    `Subject: [PATCH]${isPlain ? ` ${encodeHeader(title.replaceAll("\n", " "))}` : ""}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    `Content-Transfer-Encoding: ${isEncoded ? "base64" : "8bit"}`,
    "",
    "",
  ].join("\n");
  return [head, ...(isEncoded ? [base64(bytes)] : content)];
}

/** Lines at which `git am` ends the message (`patchbreak` of its mailinfo). */
const patchBreak = /^(?:diff -|Index: |---(?:\s*$| \S))/gm;

/** Returns whether `git am` makes the same first line of a subject: it removes marks, and folds blanks. */
const isPlainTitle = (title: string): boolean =>
  title !== "" && !/^(?:re:|\[|:|\s)|\s\s|\n|[\t\r]/i.test(title) && !/\s$/.test(title);

const looksLikeHeader = (body: string): boolean =>
  /^\s*(?:>?From|Subject|Date|\[PATCH\]|[\w-]+:)/i.test(body);

/** Returns an address; a name with signs that have a meaning there in quotes. */
function addressOf({ author, email }: ExportMail): string {
  const name = author.replace(/[\r\n]+/g, " ");
  const quoted = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
  return `${encodeHeader(quoted)} <${email.replace(/[<>\r\n]/g, "")}>`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns an ISO date as the header of a mail, in its own zone. */
function dateHeader(iso: string): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d\d):?(\d\d)$/.exec(iso) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const local = new Date(Date.parse(iso) + offset * 60_000);
  const day = `${weekdays[local.getUTCDay()]}, ${local.getUTCDate()} ${months[local.getUTCMonth()]}`;
  return `${day} ${local.getUTCFullYear()} ${local.toISOString().slice(-13, -5)} ${sign}${hours}${minutes}`;
}

/** Returns a header's text with what is not ASCII in the encoding of RFC 2047, in words of at most 75 characters. */
function encodeHeader(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return line;
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

function hasCarriageReturn(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1))
    if (bytes[at + 1] === 10) return true;
  return false;
}

/** Bytes of a line of base64. */
const encodedLine = 57;

function base64(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += encodedLine)
    lines.push(btoa(String.fromCharCode(...bytes.subarray(at, at + encodedLine))));
  return `${lines.join("\n")}\n`;
}
