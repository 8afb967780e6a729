import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { OriginalLayout } from "../originals/original-layout.ts";
import { type OriginalSettings, readSettings } from "../originals/original-settings.ts";

/** A work tree of an original with the ref that it has checked out. */
export interface CheckedOut {
  /** Full name, such as `refs/heads/main`; the branch may have no commit yet. */
  readonly ref: string;
  /** The work tree's folder. */
  readonly folder: string;
  /** Folder with its HEAD and index. */
  readonly gitDir: string;
  /** Why Helve must not update it, as the end of a sentence about it; null where a clean one can be updated. */
  readonly obstacle: string | null;
}

/** Branches that the work trees of an original have checked out, the main one first. Reads a few small files. */
export async function listCheckedOut(layout: OriginalLayout): Promise<CheckedOut[]> {
  if (layout.kind === "bundle") return [];
  const { commonDir } = layout;
  const names = await readdir(join(commonDir, "worktrees")).catch(() => []);
  const linked = await Promise.all(
    names.map(async (name) => {
      const gitDir = join(commonDir, "worktrees", name);
      const text = await readFile(join(gitDir, "gitdir"), "utf8").catch(() => null);
      return text === null ? [] : checkedOutIn(gitDir, dirname(resolve(gitDir, text.trim())));
    }),
  );
  return [...(await inMainWorkTree(layout)), ...linked.flat()];
}

/** Returns whether a work tree still has the same branch checked out. */
export async function checksOut({ ref, gitDir, folder }: CheckedOut): Promise<boolean> {
  const now = await checkedOutIn(gitDir, folder);
  return now.some((checkout) => checkout.ref === ref && checkout.obstacle === null);
}

/** Returns the folder of the main work tree; null where there is none, or where nothing says where it is. */
async function mainWorkTree(
  layout: OriginalLayout,
  { workTree, bare }: Pick<OriginalSettings, "workTree" | "bare">,
): Promise<string | null> {
  const { kind, path, gitDir, commonDir } = layout;
  if (workTree !== null) return resolve(commonDir, workTree);
  if (bare) return null;
  // Its git folder may have any name where a link or a `.git` file leads to it.
  if (kind !== "bare" && gitDir === commonDir) return path;
  return basename(commonDir) === ".git" ? dirname(commonDir) : null;
}

async function inMainWorkTree(layout: OriginalLayout): Promise<CheckedOut[]> {
  const { commonDir } = layout;
  const settings = await readSettings({ ...layout, gitDir: commonDir });
  const folder = await mainWorkTree(layout, settings);
  if (folder !== null) return checkedOutIn(commonDir, folder);
  if (settings.bare) return [];
  // A git folder apart from its work tree (`init --separate-git-dir`): only the work tree knows where both are.
  const found = await checkedOutIn(commonDir, commonDir);
  return found.map((checkout) => ({ ...checkout, obstacle: "belongs to a work tree in an unknown place" }));
}

async function checkedOutIn(gitDir: string, folder: string): Promise<CheckedOut[]> {
  const read = (name: string) => readFile(join(gitDir, name), "utf8").catch(() => "");
  const refs = new Map<string, boolean>();
  const head = /^ref: (\S+)/.exec(await read("HEAD"))?.[1];
  if (head) refs.set(head, false);
  for (const name of ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"]) {
    const branch = (await read(name)).trim();
    if (branch === "" || branch === "detached HEAD") continue;
    refs.set(branch.startsWith("refs/") ? branch : `refs/heads/${branch}`, true);
  }
  const merging = await Promise.all(
    ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].map((name) =>
      stat(join(gitDir, name)).catch(() => null),
    ),
  );
  const unfinished = merging.some((found) => found !== null);
  return [...refs].map(([ref, busy]) => ({
    ref,
    folder,
    gitDir,
    obstacle: busy || unfinished ? "is in the middle of a merge, rebase or cherry-pick" : null,
  }));
}
