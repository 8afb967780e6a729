import { type DiffFile, modeChange } from "../../../shared/diff/diff-file.ts";
import { isBinaryDiff } from "../../../shared/diff/empty-diff.ts";
import { compareTexts } from "../diff/compare-texts.ts";
import { blobId } from "../search/read-archive.ts";
import { binaryPatch } from "./binary-patch.ts";
import type { PatchPart } from "./patch-mail.ts";

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
