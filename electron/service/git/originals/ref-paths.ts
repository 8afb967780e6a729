import { dirname } from "node:path/posix";
import type { EntryKind } from "../../../system/foreign/foreign-folder.ts";
import { GitRefusal } from "../git-refusal.ts";
import { foreignFolder, refuseForeign } from "./foreign.ts";
import { requireOwnObjectFolders } from "./object-folders.ts";

/** Files with all packed refs, and what git writes before it replaces them. */
const packed = ["packed-refs", "packed-refs.lock", "packed-refs.new"];

/**
 * Throws {@link GitRefusal} where a path that git writes for an update of these refs has a link in it, or anything but
 * plain files and folders: the file of a ref, its lock and its log, and the folders above. git would follow a link, and
 * a line of a log that another program runs is a program.
 */
export async function requirePlainRefPaths(root: string, refs: readonly string[]): Promise<void> {
  const names = refs.flatMap((ref) => [ref, `${ref}.lock`, `logs/${ref}`, `logs/${ref}.lock`]);
  const byFolder = new Map<string, string[]>();
  for (const path of [...names, ...packed]) {
    const folder = dirname(path) === "." ? "" : dirname(path);
    const files = byFolder.get(folder) ?? [];
    files.push(path.slice(folder === "" ? 0 : folder.length + 1));
    byFolder.set(folder, files);
  }
  const folder = foreignFolder(root);
  for (const [above, files] of byFolder) {
    for (const [index, kind] of (await folder.kinds(above, files)).entries()) {
      const path = [root, above, files[index]].filter(Boolean).join("/");
      requirePlain(path, kind);
    }
  }
}

/** A folder in the place of a ref holds other refs: git itself says so. */
function requirePlain(path: string, kind: EntryKind | null): void {
  if (kind === "link") throw refuseForeign(path, "link");
  if (kind === "other") throw refuseForeign(path, "not_plain");
}

/**
 * Returns why git may not receive these refs into an original: what {@link requirePlainRefPaths} and
 * {@link requireOwnObjectFolders} refuse, as a sentence; null where it may.
 */
export async function findLinkOnTheWay(root: string, refs: readonly string[]): Promise<string | null> {
  try {
    await requirePlainRefPaths(root, refs);
    await requireOwnObjectFolders(`${root}/objects`);
    return null;
  } catch (error) {
    if (error instanceof GitRefusal) return error.message;
    throw error;
  }
}
