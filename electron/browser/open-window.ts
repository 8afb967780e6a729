import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { restrictToOwner } from "../system/restrict-to-owner.ts";
import { openerOf, startProgram } from "./shell.ts";

/** Result of opening the page. */
export type Opened =
  | { readonly kind: "window"; readonly process: ChildProcess }
  | { readonly kind: "browser" }
  | { readonly kind: "none" };

/** Returns whether this machine can show a window at all. */
export const hasDisplay = (): boolean =>
  process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Opens a local page in an app window of a Chromium with a profile of its own, else in the default browser. Only the
 * page's path is on a command line. On a machine without either nothing is opened.
 */
export async function openWindow(page: string, folder: string): Promise<Opened> {
  const browser = await findBrowser(browserCandidates(process.platform, process.env));
  const address = pathToFileURL(page).href;
  if (browser) {
    const profile = join(folder, "window");
    restrictToOwner(profile, { contents: true });
    const mask = process.umask(0o077);
    const child = spawn(
      browser,
      [`--app=${address}`, `--user-data-dir=${profile}`, "--no-first-run", "--no-default-browser-check"],
      { stdio: "ignore" },
    );
    process.umask(mask);
    const started = await new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("spawn", () => resolve(true));
    });
    if (started) return { kind: "window", process: child };
  }
  const { command, args } = openerOf(process.platform);
  return (await startProgram(command, [...args, address])) ? { kind: "browser" } : { kind: "none" };
}

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
