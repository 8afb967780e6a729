import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

const unixNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];
const macApps = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];
const windowsPaths = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
  "Chromium\\Application\\chrome.exe",
];

/** Returns paths at which browsers that can open an app window may be, best first. */
export function browserCandidates(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (platform === "darwin") return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    return windowsPaths.flatMap((path) => roots.map((root) => `${root}\\${path}`));
  }
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return unixNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first candidate that can be run, null for none. */
export async function findBrowser(candidates: readonly string[]): Promise<string | null> {
  for (const path of candidates) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}
