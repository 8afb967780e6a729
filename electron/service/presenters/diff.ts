import type { FileDiff } from "../git/finish-file.ts";

/** Characters above which a real service leaves a file's diff out of a version, whatever the rest weighs (docs/compatibility.md, 28). */
const maxDiffLength = 100_000;

/** Returns a changed file of a commit or comparison. */
export const toDiff = (file: FileDiff) => {
  const { patch, oldPath, newPath, oldMode, newMode, status, leftOut, generated } = file;
  return {
    diff: patch,
    old_path: oldPath,
    new_path: newPath,
    a_mode: oldMode,
    b_mode: newMode,
    new_file: status === "A" || status === "C",
    renamed_file: status === "R",
    deleted_file: status === "D",
    too_large: leftOut === "too_large",
    collapsed: leftOut === "collapsed",
    generated_file: generated,
  };
};

/** Returns a changed file of a version of a merge request. */
export const toVersionDiff = (file: FileDiff) =>
  toDiff(file.patch.length > maxDiffLength ? { ...file, patch: "", leftOut: "too_large" } : file);

/** Returns a changed file whose diff begins with the two lines that name it, as `patch` reads it. */
export const withFileLines = (entry: ReturnType<typeof toDiff>) => {
  if (!entry.diff.startsWith("@@")) return entry;
  const from = entry.new_file ? "/dev/null" : `a/${entry.old_path}`;
  const to = entry.deleted_file ? "/dev/null" : `b/${entry.new_path}`;
  return { ...entry, diff: `--- ${from}\n+++ ${to}\n${entry.diff}` };
};
