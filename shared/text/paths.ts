/** Returns the folder of a path, or what a project or group is in; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Returns the last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
