import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { ProblemError } from "../../shared/errors.ts";
import type { Shell } from "../../shared/host/shell.ts";
import { confirmInTerminal } from "./confirm-in-terminal.ts";

const desktopOnly = (what: string) =>
  new ProblemError({
    code: "not_implemented",
    message: `${what} needs Helve's desktop app.`,
  });

/** Starts a detached program. Resolves false where it cannot be started. */
export function startProgram(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: false, windowsHide: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
  });
}

/** The command that opens a URL in the default browser. The URL is an argument of its own, never a shell's text. */
export function openerOf(platform: NodeJS.Platform): { command: string; args: readonly string[] } {
  if (platform === "darwin") return { command: "open", args: [] };
  if (platform === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler"] };
  return { command: "xdg-open", args: [] };
}

/** Returns the shell of a browser. `print` writes a line in the terminal. */
export function createBrowserShell(print: (text: string) => void = console.log): Shell {
  return {
    kind: "browser",
    can: { chooseFolder: false, showInFolder: false, notify: false },
    async openExternal(url) {
      const { command, args } = openerOf(process.platform);
      if (await startProgram(command, [...args, url])) return;
      throw new ProblemError({
        code: "not_implemented",
        message: "No program on this computer opens links. Copy the link instead.",
      });
    },
    chooseFolder: async () => {
      throw desktopOnly("Choosing a folder");
    },
    confirm: confirmInTerminal(print),
    showInFolder: async () => {
      throw desktopOnly("Showing a file in its folder");
    },
    showKeys: async () => {},
    showBadge: async () => {},
    showTray: async () => {},
    notify: async () => {
      throw desktopOnly("Showing a notification");
    },
    // Proxies of the environment are read by the host itself.
    resolveProxy: async () => null,
    // Linux names it in the user's language; where nothing sets the variable, the usual name.
    downloadsFolder: () => process.env.XDG_DOWNLOAD_DIR || join(homedir(), "Downloads"),
  };
}
