import { nameOf } from "../../../shared/text/paths.ts";
import { GitRefusal } from "./git-errors.ts";

/** Bytes of the longest path that is accepted: the limit of most file systems. */
const maxPathBytes = 4096;

/** Returns a path as git stores it. Throws {@link GitRefusal} for paths that are unsafe here or on another system. */
export function checkPath(path: string): string {
  if (path.trim() === "") throw new GitRefusal("path_missing", "You must provide a file path");
  // A backslash separates folders on Windows.
  const names = path.split(/[\\/]/);
  if (names.includes("..")) throw new GitRefusal("path_invalid", "Path cannot include directory traversal");
  const parts = path.split("/");
  if (
    parts.some((part) => part === "" || part === ".") ||
    names.some(isGitFolder) ||
    names.slice(0, -1).some(isModules) ||
    path.includes("\0") ||
    Buffer.byteLength(path) > maxPathBytes
  ) {
    throw invalidPath(path);
  }
  return path;
}

/** Returns the refusal of a path that git or a file system would not take. */
export const invalidPath = (path: string) =>
  new GitRefusal("path_invalid", `invalid path: '${path.replaceAll("\0", "").slice(0, 200)}'`);

/** Returns whether a path names `.gitmodules`, which git accepts only as a plain file. */
export const isModulesFile = (path: string): boolean => isModules(nameOf(path));

/** Returns a name as the most lenient file system reads it: without case, ignorable characters, streams, trailing dots and spaces. */
const plainName = (name: string): string =>
  name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/(?<![. ])[. ]+$/, "");

const isGitFolder = (name: string): boolean => [".git", "git~1"].includes(plainName(name));

const isModules = (name: string): boolean =>
  /^(?:\.gitmodules|gitmod~\d|gi7eb[\da-f]?~\d+)$/.test(plainName(name));
