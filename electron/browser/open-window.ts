import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { browserCandidates, findBrowser } from "./find-browser.ts";
import { launch, openerOf } from "./shell.ts";

/** How the page came onto a screen. */
export type Opened =
  | { readonly kind: "window"; readonly process: ChildProcess }
  | { readonly kind: "browser" }
  | { readonly kind: "none" };

/** Whether this machine can show a window at all. */
const hasDisplay = (): boolean =>
  process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Opens a link in an app window of a Chromium with a profile of its own, else in the default browser. On a machine
 * without either nothing is opened.
 */
export async function openWindow(link: string, folder: string): Promise<Opened> {
  if (!hasDisplay()) return { kind: "none" };
  const browser = await findBrowser(browserCandidates(process.platform, process.env));
  if (browser) {
    const child = spawn(
      browser,
      [
        `--app=${link}`,
        `--user-data-dir=${join(folder, "window")}`,
        "--no-first-run",
        "--no-default-browser-check",
      ],
      { stdio: "ignore" },
    );
    const started = await new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("spawn", () => resolve(true));
    });
    if (started) return { kind: "window", process: child };
  }
  const { command, args } = openerOf(process.platform);
  return (await launch(command, [...args, link])) ? { kind: "browser" } : { kind: "none" };
}
