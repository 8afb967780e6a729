import type { AttributesReader } from "../objects/attributes.ts";
import { blobDecoder } from "../objects/blob-encoding.ts";
import { isNoObject } from "../refs/refs.ts";
import type { Repository } from "../repository.ts";
import { git } from "../run.ts";
import { TooLarge } from "../too-large.ts";
import { decodePatch } from "./decode-patch.ts";
import type { RawChange } from "./raw-changes.ts";

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
  const attributes = await compared.attributes(path);
  const mark = attributes.get("gitlab-generated") ?? attributes.get("linguist-generated");
  const generated = mark === true || mark === "true";
  const isBinary = file.patch.startsWith("Binary files ");
  const diff = attributes.get("diff");
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
    const { stdout } = await git(repository.folder, args, { boundedMemory: true, maxBytes });
    const start = stdout.indexOf("\n@@ ");
    return start < 0 ? undefined : stdout.subarray(start + 1);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
