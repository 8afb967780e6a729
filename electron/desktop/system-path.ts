import { delimiter } from "node:path";

/** Folders in which package managers of macOS install git. */
const macFolders = ["/opt/homebrew/bin", "/usr/local/bin"] as const;

/**
 * Returns the PATH with the folders that a terminal of macOS has and an app started from Finder has not. They are at
 * the end, so that no program of the system is replaced.
 */
export function completePath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== "darwin") return path;
  const folders = path.split(delimiter).filter(Boolean);
  return [...folders, ...macFolders.filter((folder) => !folders.includes(folder))].join(delimiter);
}
