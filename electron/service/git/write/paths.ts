import { httpError } from "../../http/http-error.ts";

/** Bytes of the longest path that is accepted, as most file systems have it. */
const longest = 4096;

/** Refuses paths that no repository may hold, here or on another system; answers the path as git will store it. */
export function checkPath(path: string): string {
  if (path.trim() === "") throw httpError(400, "You must provide a file path");
  // What one system takes for a name, another one takes for a path.
  const names = path.split(/[\\/]/);
  if (names.includes("..")) throw httpError(400, "Path cannot include directory traversal");
  const parts = path.split("/");
  if (
    parts.some((part) => part === "" || part === ".") ||
    names.some(isGitFolder) ||
    names.slice(0, -1).some(isModules) ||
    path.includes("\0") ||
    Buffer.byteLength(path) > longest
  ) {
    throw httpError(400, `invalid path: '${path.replaceAll("\0", "").slice(0, 200)}'`);
  }
  return path;
}

/** Whether the file at a path tells git of submodules; git takes it only as a plain file. */
export const isModulesFile = (path: string): boolean => isModules(path.slice(path.lastIndexOf("/") + 1));

/** A name as the most forgiving file system sees it: no case, ignorable characters, streams, trailing dots and spaces. */
const plainName = (name: string): string =>
  name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");

const isGitFolder = (name: string): boolean => [".git", "git~1"].includes(plainName(name));

const isModules = (name: string): boolean =>
  /^(?:\.gitmodules|gitmod~\d|gi7eb[\da-f]?~\d+)$/.test(plainName(name));
