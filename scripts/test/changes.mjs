import { spawnSync } from "node:child_process";

/**
 * Returns the files that differ from where this branch left main, also those that are not committed, and that commit.
 * On main itself it is the commit before. Null without git or without that history.
 */
export function readChanges(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
    return status === 0 ? stdout.trim() : null;
  };
  const head = git("rev-parse", "--verify", "HEAD");
  // Git may find a repository that the project's folder is only inside of.
  if (!head || git("rev-parse", "--show-prefix") !== "") return null;
  const main = ["origin/main", "main"].find((name) => git("rev-parse", "--verify", "--quiet", name));
  const fork = main ? git("merge-base", "HEAD", main) : null;
  const branch = git("symbolic-ref", "--short", "--quiet", "HEAD");
  const isMain = fork === head && (branch === "main" || branch === null);
  const since = isMain ? git("rev-parse", "--verify", "--quiet", "HEAD~1") : fork;
  if (!since) return null;
  const differing = git("diff", "--name-only", "--no-renames", "-z", since);
  const added = git("ls-files", "--others", "--exclude-standard", "-z");
  if (differing === null || added === null) return null;
  const files = `${differing}\0${added}`.split("\0").filter(Boolean);
  return { since: since.slice(0, 8), files: [...new Set(files)].toSorted() };
}
