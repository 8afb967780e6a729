import { readFileAttributes } from "../../../shared/attributes.ts";
import type { Decode } from "../../../shared/text/encoding/decode-text.ts";
import type { AttributesReader } from "./attributes-reader.ts";
import { blobDecoder } from "./blobs.ts";
import { TooLarge } from "./git-errors.ts";
import type { RawChange } from "./raw-changes.ts";
import { isNoObject } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** One file of a diff. */
export interface FileDiff extends RawChange {
  /** Hunks, or git's line for a binary file; empty where it is left out. */
  readonly patch: string;
  /** The patch is left out because of its size, or because the whole diff is too long; null where it is not. */
  readonly leftOut: "too_large" | "collapsed" | null;
  /** Whether `.gitattributes` says that a program wrote the file. */
  readonly generated: boolean;
}

/** The comparison that a file is of. */
export interface Compared {
  readonly repository: Repository;
  readonly from: string;
  readonly to: string;
  /** Attributes that `to` gives its files. */
  readonly attributes: AttributesReader;
}

/**
 * Returns a file of a comparison as it is shown: its lines in the encodings that the content has before and after, as in
 * all other views, and what the attributes `diff`, `-diff`, `gitlab-generated` and `linguist-generated` make of it. `hunks`
 * are those that are not UTF-8; at most `maxBytes` of a file are compared.
 */
export async function finishFile(
  compared: Compared,
  file: FileDiff,
  hunks: Buffer | undefined,
  maxBytes: number,
): Promise<FileDiff> {
  const path = file.status === "D" ? file.oldPath : file.newPath;
  const { generated, diff } = readFileAttributes(await compared.attributes(path));
  const isBinary = file.patch.startsWith("Binary files ");
  if (diff === false && file.patch !== "" && !isBinary)
    return { ...file, generated, patch: binaryLine(file) };
  const text = diff === true && isBinary ? await compareAsText(compared, file, maxBytes) : hunks;
  return text ? { ...file, generated, patch: await decode(compared, file, text) } : { ...file, generated };
}

async function decode({ repository }: Compared, file: FileDiff, hunks: Buffer): Promise<string> {
  const read = (id: string, other: string) => blobDecoder(repository, isNoObject(id) ? other : id);
  const [before, after] = await Promise.all([read(file.oldId, file.newId), read(file.newId, file.oldId)]);
  return decodePatch(hunks, { before, after });
}

/** Returns git's line for a file whose content is not compared. */
function binaryLine({ status, oldPath, newPath }: FileDiff): string {
  const before = status === "A" ? "/dev/null" : `a/${oldPath}`;
  const after = status === "D" ? "/dev/null" : `b/${newPath}`;
  return `Binary files ${before} and ${after} differ\n`;
}

/** Compares a binary file line by line; undefined where that is too long. */
async function compareAsText(
  { repository, from, to }: Compared,
  { oldPath, newPath }: FileDiff,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const options = ["--text", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"];
  const args = ["diff-tree", "-r", "-M", "-p", ...options, from, to, "--", ...new Set([oldPath, newPath])];
  try {
    const { stdout } = await git(repository, args, { boundedMemory: true, maxBytes });
    const start = stdout.indexOf("\n@@ ");
    return start < 0 ? undefined : stdout.subarray(start + 1);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** Decoders of the lines of each side of a patch. */
interface Sides {
  readonly before: Decode;
  readonly after: Decode;
}

/** Decodes the hunks of a file, the lines of each side as those of the file that they are of. */
function decodePatch(hunks: Buffer, { before, after }: Sides): string {
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
