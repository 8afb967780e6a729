import { foreignFolder } from "../originals/foreign.ts";
import { hasOwnRef } from "./worktree-refs.ts";

/** Unfinished operation of git in a work tree. */
export interface UnfinishedOperation {
  /** Such as "a rebase"; null where there is nothing. */
  readonly name: string | null;
  /** Full names of branches that it moves in the end, or returns to. */
  readonly refs: readonly string[];
}

/** Finds what git has begun and not finished in a work tree, by the files that git itself looks for. */
export async function findUnfinished(own: string, gitDir: string): Promise<UnfinishedOperation> {
  const folder = foreignFolder(gitDir);
  // Where it is a pipe or a link the operation is unfinished all the same.
  const read = async (name: string) => ((await folder.readText(name).catch(() => null)) ?? "").trim();
  const has = (name: string) => folder.exists(name);
  const bisects = await has("BISECT_LOG");
  const [cherryPick, revert, todo, updated, ...started] = await Promise.all([
    hasOwnRef(own, gitDir, "CHERRY_PICK_HEAD"),
    hasOwnRef(own, gitDir, "REVERT_HEAD"),
    read("sequencer/todo"),
    read("rebase-merge/update-refs"),
    read("rebase-merge/head-name"),
    read("rebase-apply/head-name"),
    bisects ? read("BISECT_START") : "",
  ]);
  const operations: readonly (readonly [string, boolean])[] = [
    ["a merge", await has("MERGE_HEAD")],
    ["git am", await has("rebase-apply/applying")],
    ["a rebase", (await has("rebase-merge")) || (await has("rebase-apply"))],
    ["a cherry-pick", cherryPick || todo.startsWith("pick")],
    ["a revert", revert || todo.startsWith("revert")],
    ["a bisection", bisects],
  ];
  return {
    name: operations.find(([, unfinished]) => unfinished)?.[0] ?? null,
    refs: [...started.map(toRef), ...refsToUpdate(updated)].filter((ref) => ref !== null),
  };
}

/** Returns the branch that an operation began at; null where it began at a detached HEAD. */
function toRef(name: string): string | null {
  if (name.startsWith("refs/heads/")) return name;
  return name === "" || name === "detached HEAD" || /^[0-9a-f]{40,64}$/.test(name)
    ? null
    : `refs/heads/${name}`;
}

/** Returns the first of each three lines of `update-refs`: ref, commit before and commit after. */
const refsToUpdate = (text: string): string[] =>
  text.split("\n").filter((line) => line.startsWith("refs/heads/"));
