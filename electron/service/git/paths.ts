import { refuse } from "../failure.ts";

/** Bytes of the longest path that is accepted, as most file systems have it. */
const longest = 4096;

/** Refuses paths that no repository may hold, here or on another system; answers the path as git will store it. */
export function checkPath(path: string): string {
  if (path.trim() === "") throw refuse(400, "You must provide a file path");
  // What one system takes for a name, another one takes for a path.
  const names = path.split(/[\\/]/);
  if (names.includes("..")) throw refuse(400, "Path cannot include directory traversal");
  const parts = path.split("/");
  if (
    parts.some((part) => part === "" || part === ".") ||
    names.some(isGitFolder) ||
    path.includes("\0") ||
    Buffer.byteLength(path) > longest
  ) {
    throw refuse(400, `invalid path: '${path.replaceAll("\0", "").slice(0, 200)}'`);
  }
  return path;
}

/** Names that some file system takes for `.git`: any case, ignorable characters, trailing dots and spaces, short names. */
function isGitFolder(name: string): boolean {
  const plain = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  return plain === ".git" || plain === "git~1";
}
