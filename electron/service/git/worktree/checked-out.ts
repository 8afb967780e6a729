import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { OriginalLayout } from "../originals/original-layout.ts";
import { readSettings } from "../originals/original-settings.ts";

/** A work tree of an original with the ref that it has checked out. */
export interface CheckedOut {
  /** Full name, such as `refs/heads/main`; the branch may have no commit yet. */
  readonly ref: string;
  /** The work tree's folder. */
  readonly folder: string;
  /** Folder with its HEAD and index. */
  readonly gitDir: string;
  /** A rebase or bisection of the branch is in progress. */
  readonly busy: boolean;
}

/** Branches that the work trees of an original have checked out, the main one first. Reads a few small files. */
export async function listCheckedOut(layout: OriginalLayout): Promise<CheckedOut[]> {
  if (layout.kind === "bundle") return [];
  const { commonDir } = layout;
  const names = await readdir(join(commonDir, "worktrees")).catch(() => []);
  const main = await mainWorkTree(layout);
  const linked = await Promise.all(
    names.map(async (name) => {
      const gitDir = join(commonDir, "worktrees", name);
      const text = await readFile(join(gitDir, "gitdir"), "utf8").catch(() => null);
      return text === null ? [] : checkedOutIn(gitDir, dirname(resolve(gitDir, text.trim())));
    }),
  );
  return [...(main === null ? [] : await checkedOutIn(commonDir, main)), ...linked.flat()];
}

async function mainWorkTree(layout: OriginalLayout): Promise<string | null> {
  const { commonDir } = layout;
  const settings = await readSettings({ ...layout, gitDir: commonDir });
  if (settings.workTree !== null) return resolve(commonDir, settings.workTree);
  // The common folder of a bare repository has no work tree.
  if (settings.bare || layout.kind === "bare") return null;
  return basename(commonDir) === ".git" ? dirname(commonDir) : null;
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
  return [...refs].map(([ref, busy]) => ({ ref, folder, gitDir, busy: busy || unfinished }));
}
