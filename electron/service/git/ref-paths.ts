import { dirname } from "node:path/posix";
import type { EntryKind } from "../../system/foreign/foreign-folder.ts";
import { foreignFolder, foreignPathRefusal } from "./foreign.ts";
import { GitRefusal } from "./git-errors.ts";

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
  if (kind === "link") throw foreignPathRefusal(path, "link");
  if (kind === "other") throw foreignPathRefusal(path, "not_plain");
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

/**
 * Throws {@link GitRefusal} where the object folder of an original, or one of the folders in it that git writes to, is a
 * link: what is borrowed from elsewhere is read, and never written to.
 */
export async function requireOwnObjectFolders(objects: string): Promise<void> {
  const folder = foreignFolder(objects);
  await folder.requireFolder("");
  for (const { name, kind } of await folder.list("")) {
    if (kind !== "link" && kind !== "other") continue;
    throw foreignPathRefusal(`${objects}/${name}`, kind === "link" ? "link" : "not_plain");
  }
}
