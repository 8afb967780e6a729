import type { DesktopBridge } from "../../../shared/host/desktop-bridge.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { callHost } from "../../api/fetch-host.ts";
import { runCommand } from "../../state/commands/commands.ts";
import { commandKeys, keymap } from "../../state/keymap/keymap.ts";
import { usePreferences } from "../../state/preferences.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** Sends the keys of all commands to the desktop's menu, now and whenever the user changes some. */
export function followMenuKeys(): void {
  if (!desktopBridge()) return;
  const send = (changed: Readonly<Record<string, readonly string[]>>) => {
    const ids = [...Object.keys(keymap()), ...Object.keys(changed)];
    // The keys work without the menu's help.
    callHost(shellRoutes.showKeys, {
      body: Object.fromEntries(ids.map((id) => [id, commandKeys(id, changed)])),
    }).catch(() => undefined);
  };
  send(usePreferences.getState().keys);
  usePreferences.subscribe(({ keys }, previous) => {
    if (keys !== previous.keys) send(keys);
  });
}

/** Runs a command that was chosen in the system's menu, which lists all of them everywhere. */
export function runFromMenu(id: string): void {
  if (!runCommand(id)) toast.info("Open a project first", { description: "This command acts on one." });
}

declare global {
  interface Window {
    readonly helveDesktop?: DesktopBridge;
  }
}

/** Returns what the desktop shell gives the page; undefined in a browser. */
export const desktopBridge = (): DesktopBridge | undefined => window.helveDesktop;
