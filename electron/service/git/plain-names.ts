import { join } from "node:path";
import { foreignFolder, foreignPathRefusal } from "./foreign.ts";
import type { GitRuntime } from "./git-folder.ts";
import type { OriginalLayout } from "./original-layout.ts";

/** Folders of a repository through which git reads and writes; also the last part is no link. */
export const gitFolders = [
  ...["refs", "refs/heads", "refs/tags", "refs/helve"],
  ...["logs", "logs/refs", "logs/refs/heads", "logs/refs/tags", "logs/refs/helve"],
  ...["info", "reftable", "worktrees"],
] as const;
/** Files that git or Helve reads in the folder with refs and objects. */
export const gitFiles = [
  "config",
  "packed-refs",
  "shallow",
  "info/attributes",
  "reftable/tables.list",
] as const;
/** Files that git or Helve reads in the folder of a work tree; HEAD may be a link in place of a symbolic ref. */
export const worktreeFiles = ["HEAD", "index", "config.worktree", "commondir", "gitdir"] as const;

/**
 * Throws {@link GitRefusal} where a name that git reads, or writes to, in an original is anything but a plain file or
 * folder: git would follow a link out of the repository, and wait for ever for a pipe.
 */
export async function checkPlainNames({ commonDir, gitDir }: OriginalLayout): Promise<void> {
  const common = foreignFolder(commonDir);
  for (const name of gitFolders) await common.requireFolder(name);
  for (const name of gitFiles) await common.requireFile(name);
  for (const folder of new Set([commonDir, gitDir])) {
    const own = foreignFolder(folder);
    for (const name of worktreeFiles) if (name !== "HEAD") await own.requireFile(name);
    const head = await own.kind("HEAD");
    if (head !== "file" && head !== "link" && head !== null)
      throw foreignPathRefusal(join(folder, "HEAD"), "not_plain");
  }
  for (const entry of await common.list("reftable"))
    if (entry.kind !== "file") throw foreignPathRefusal(join(commonDir, "reftable", entry.name), "not_plain");
}

/** Returns whether git takes the text of a link for the name of a branch or tag. */
export const isPlainRefName = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names of refs have none
  /^refs\/(?:heads|tags)\/[^\x00-\x20~^:?*[\\]+$/.test(text) &&
  !/\.\.|\/\/|@\{|(?:^|\/)\.|\.lock(?:\/|$)|[./]$/.test(text);

/**
 * Returns a text that changes when something else may be at a name that git reads in an original, or in its object
 * folders: kinds of files, and times of folders. Costs some `lstat` calls; on volumes that are not disks the 256 folders
 * of loose objects are left out.
 */
export async function plainNamesStamp(
  { volumes }: GitRuntime,
  { commonDir, gitDir }: OriginalLayout,
): Promise<string> {
  const folders = ["objects", "objects/info", "objects/info/commit-graphs", "objects/pack"];
  const fans = volumes.isOnDisk(commonDir) ? fanNames : [];
  const timed = [...folders, ...fans].map((name) => join(commonDir, name));
  const kinds = [
    ...[...gitFolders, ...gitFiles].map((name) => join(commonDir, name)),
    ...[...new Set([commonDir, gitDir])].flatMap((folder) => worktreeFiles.map((name) => join(folder, name))),
  ];
  const found = await volumes.statsOf(commonDir, [...timed, ...kinds]);
  return found
    .map((stats, index) => {
      if (!stats) return "";
      const kind = Number(stats.mode) & 0o170000;
      return index < timed.length ? `${kind} ${stats.ino} ${stats.ctimeNs}` : kind;
    })
    .join();
}

const fanNames = Array.from({ length: 256 }, (_, byte) => `objects/${byte.toString(16).padStart(2, "0")}`);
