import { join } from "node:path";
import { foreignFolder } from "../originals/foreign.ts";
import type { OriginalSettings } from "../originals/original-layout.ts";
import { git } from "../run.ts";
import type { CheckedOut } from "./checked-out.ts";

/** A work tree with the settings that say how its files relate to blobs. */
export interface WorktreeTarget {
  readonly worktree: CheckedOut;
  readonly settings: Pick<OriginalSettings, "checkout" | "sparse">;
}

/** Update of a clean work tree from one commit to another; null is a branch without commits. */
export interface WorktreeMove extends WorktreeTarget {
  readonly before: string | null;
  readonly after: string;
}

/** Bytes of a listing of a work tree: a million files. */
const maxBytes = 256 * 1024 * 1024;

/** Returns a function that runs git on a work tree with Helve's own configuration, and with the work tree's index or another one. */
export function inWorktree(folder: string, { worktree, settings }: WorktreeTarget, index?: string) {
  const options = ["--work-tree", worktree.folder, ...settings.checkout.flatMap((value) => ["-c", value])];
  const env = { GIT_INDEX_FILE: index ?? join(worktree.gitDir, "index") };
  return async (
    args: readonly string[],
    more: { input?: string | Buffer; expect?: readonly number[] } = {},
  ) => {
    if (index === undefined) await foreignFolder(worktree.gitDir).requireFile("index");
    // git reads it to its end, which that of a device has not; links it does not follow.
    const files = foreignFolder(worktree.folder);
    if ((await files.kind(".gitattributes")) === "other") await files.requireFile(".gitattributes");
    return git(folder, [...options, ...args], { env, cwd: worktree.folder, asUser: true, maxBytes, ...more });
  };
}
