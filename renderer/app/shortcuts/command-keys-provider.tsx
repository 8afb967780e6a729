import { type ReactNode, useMemo } from "react";
import { registerCommands } from "../../state/commands/commands.ts";
import { commandKeys, keymap } from "../../state/keymap/keymap.ts";
import { isSingleKey } from "../../state/keymap/strokes.ts";
import { usePreferences } from "../../state/preferences.ts";
import {
  type AddPartActions,
  CommandKeysContext,
  type FindKeys,
  PartActionsContext,
  SingleKeysContext,
} from "../../ui/command-keys.tsx";

/** Connects the user's keymap with `ui`: tooltips and menus show the keys, parts of the page add commands. */
export function CommandKeysProvider({ children }: { readonly children: ReactNode }) {
  const changed = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  const find = useMemo<FindKeys>(
    () => (command) => commandKeys(command, changed).find((key) => singleKeys || !isSingleKey(key)) ?? null,
    [changed, singleKeys],
  );
  return (
    <CommandKeysContext value={find}>
      <SingleKeysContext value={singleKeys}>
        <PartActionsContext value={addPartActions}>{children}</PartActionsContext>
      </SingleKeysContext>
    </CommandKeysContext>
  );
}

const addPartActions: AddPartActions = (part, actions) =>
  registerCommands(
    actions.map(({ id, icon, run }) => {
      const { title = id, group = "" } = keymap[id] ?? {};
      return { id, title, section: group, icon, part, run };
    }),
    "part",
  );
