import { delimiter } from "node:path";

/** Where package managers of macOS put git. */
const macFolders = ["/opt/homebrew/bin", "/usr/local/bin"] as const;

/**
 * The PATH with the folders that a terminal of macOS has and an app that is started from Finder has not. At the end,
 * so that nothing of the system is replaced.
 */
export function completePath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== "darwin") return path;
  const folders = path.split(delimiter).filter(Boolean);
  return [...folders, ...macFolders.filter((folder) => !folders.includes(folder))].join(delimiter);
}
