import { createHash } from "node:crypto";
import { type FileStats, statsNow } from "../../../system/foreign/quick-stats.ts";
import { GitRefusal } from "../git-refusal.ts";
import { readOwnLink } from "../own-files.ts";
import { isLinked } from "./linked-repository.ts";

/**
 * Returns the part of a cache key that identifies the extent of a history: nothing where hashes
 * suffice, and where the clone is shallow a text that changes when its history gets longer.
 */
export function historyScope(folder: string): string {
  if (!isLinked(folder)) return "";
  const found = scopes.has(folder) ? scopes.get(folder) : shallowOf(folder);
  if (!found) return "";
  return createHash("sha1").update(`${folder}\0${found.mtimeNs}\0${found.size}`).digest("hex").slice(0, 12);
}

function shallowOf(folder: string): FileStats | undefined {
  const shallow = readOwnLink(folder, "shallow");
  return shallow === null ? undefined : statsNow([shallow])[0];
}

/** Stats of the file `shallow` of repositories on volumes that may stop responding, undefined where it is not there. */
const scopes = new Map<string, Pick<FileStats, "mtimeNs" | "size"> | undefined>();

/** Stores what {@link historyScope} would otherwise read from a volume that may stop responding. */
export const rememberScope = (folder: string, shallow: FileStats | undefined): void =>
  void scopes.set(folder, shallow);

/** Throws {@link GitRefusal} in a shallow clone, where two commits may meet in the history that it lacks. */
export function requireWholeHistory(folder: string): void {
  if (historyScope(folder) === "") return;
  throw new GitRefusal(
    "missing_history",
    "This is a shallow clone, and its history ends before the two meet. git fetch --unshallow in its folder fetches the rest.",
  );
}
