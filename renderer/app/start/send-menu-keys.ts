import { sendMenuKeys } from "../../api/settings.ts";
import { commandKeys, keymap } from "../../state/keymap/keymap.ts";
import { usePreferences } from "../../state/preferences.ts";

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
