import { sendMenuKeys } from "../../api/settings.ts";
import { runCommand } from "../../state/commands/commands.ts";
import { commandKeys, keymap } from "../../state/keymap/keymap.ts";
import { usePreferences } from "../../state/preferences.ts";
import { toast } from "../../ui/toast-store.ts";

/** Sends the keys of all commands to the desktop's menu, now and whenever the user changes some. */
export function followMenuKeys(): void {
  if (!window.helveDesktop) return;
  const send = (changed: Readonly<Record<string, readonly string[]>>) => {
    const ids = [...Object.keys(keymap), ...Object.keys(changed)];
    // The keys work without the menu's help.
    sendMenuKeys(Object.fromEntries(ids.map((id) => [id, commandKeys(id, changed)]))).catch(() => undefined);
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
