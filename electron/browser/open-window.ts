import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { restrictToOwner } from "../system/restrict-to-owner.ts";
import { browserCandidates, findBrowser } from "./find-browser.ts";
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
