import { type ReactNode, useMemo } from "react";
import { keysOf } from "../../state/keymap/keymap.ts";
import { isSingleKey } from "../../state/keymap/strokes.ts";
import { usePreferences } from "../../state/preferences.ts";
import { CommandKeysContext, type FindKeys } from "../../ui/command-keys.tsx";

/** Lets tooltips and menus show the keys that commands have now. */
export function CommandKeysProvider({ children }: { readonly children: ReactNode }) {
  const changed = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  const find = useMemo<FindKeys>(
    () => (command) => keysOf(command, changed).find((key) => singleKeys || !isSingleKey(key)) ?? null,
    [changed, singleKeys],
  );
  return <CommandKeysContext value={find}>{children}</CommandKeysContext>;
}
