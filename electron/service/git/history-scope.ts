import { createHash } from "node:crypto";
import { type FileStats, statsNow } from "../../system/foreign/quick-stats.ts";
import { GitRefusal } from "./git-errors.ts";
import { type GitFolder, perRepository } from "./git-folder.ts";
import { isLinked } from "./linked-repository.ts";
import { readOwnLink } from "./own-files.ts";

/**
 * Returns the part of a cache key that identifies the extent of a history: nothing where hashes
 * suffice, and where the clone is shallow a text that changes when its history gets longer.
 */
export function historyScope(repository: GitFolder): string {
  if (!isLinked(repository)) return "";
  const { shallow } = shallowStats(repository);
  const found = shallow === null ? shallowOf(repository.folder) : shallow;
  if (!found) return "";
  return createHash("sha1")
    .update(`${repository.folder}\0${found.mtimeNs}\0${found.size}`)
    .digest("hex")
    .slice(0, 12);
}

function shallowOf(folder: string): FileStats | undefined {
  const shallow = readOwnLink(folder, "shallow");
  return shallow === null ? undefined : statsNow([shallow])[0];
}

/**
 * Stats of the file `shallow` of a repository on a volume that may stop responding, undefined where it is not there; null
 * where they are read each time.
 */
const shallowStats = perRepository(() => ({ shallow: null as FileStats | undefined | null }));

/** Stores what {@link historyScope} would otherwise read from a volume that may stop responding. */
export function rememberScope(repository: GitFolder, shallow: FileStats | undefined): void {
  shallowStats(repository).shallow = shallow;
}

/** Throws {@link GitRefusal} in a shallow clone, where two commits may meet in the history that it lacks. */
export function requireWholeHistory(repository: GitFolder): void {
  if (historyScope(repository) === "") return;
  throw new GitRefusal(
    "missing_history",
    "This is a shallow clone, and its history ends before the two meet. git fetch --unshallow in its folder fetches the rest.",
  );
}
