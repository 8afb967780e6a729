/** Returns a path's folders, from the outermost to its own. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}

/** Returns the path of a name in a folder; `""` is the root. */
export const joinPath = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name);

/** Returns why a text is not a valid path, null where it is valid. */
export function pathProblem(path: string): string | null {
  if (path === "") return "Enter a name.";
  if (path.startsWith("/") || path.endsWith("/")) return "A path cannot start or end with a slash.";
  const parts = path.split("/");
  if (parts.includes("")) return "A path cannot contain two slashes in a row.";
  if (parts.some((part) => part === "." || part === "..")) return "A path cannot contain “.” or “..”.";
  if (parts.some((part) => part.toLowerCase() === ".git")) return "“.git” is reserved by Git.";
  if (path.includes("\0") || path.includes("\n")) return "A path cannot contain line breaks.";
  return null;
}
