import { useMemo } from "react";
import { accountLabel } from "../../state/account-label.ts";
import { useCommands } from "../../state/commands/commands.ts";
import { useAccounts } from "../../state/host-state.ts";
import { usePaletteHistory } from "../../state/palette-history.ts";
import layout from "../../ui/layout.module.css";
import { MarkedText } from "./marked-text.tsx";
import type { PaletteItem } from "./palette-item.ts";
import type { PaletteScope } from "./palette-query.ts";
import { rank } from "./rank.ts";

/** Returns the matching commands; recently used ones first. */
export function useActionItems(scope: PaletteScope, text: string): readonly PaletteItem[] {
  const commands = useCommands();
  const history = usePaletteHistory((state) => state.ids);
  const accounts = useAccounts();
  return useMemo(() => {
    if (scope !== "all" && scope !== "actions") return [];
    const candidates = commands
      .filter(({ id }) => !id.startsWith("palette."))
      .map((command) => {
        const recency = history.indexOf(command.id);
        return {
          command,
          recency,
          label: command.title,
          keywords: command.keywords,
          boost: recency < 0 ? 0 : 0.1,
        };
      })
      .sort((a, b) => (a.recency < 0 ? 999 : a.recency) - (b.recency < 0 ? 999 : b.recency));
    return rank(candidates, text, text || scope === "actions" ? 50 : 8).map(
      ({ item, positions, keyword }) => ({
        id: item.command.id,
        label: item.label,
        marked: (
          <>
            <MarkedText text={item.label} positions={positions} />
            {keyword ? <span className={layout.small}> · {keyword}</span> : null}
          </>
        ),
        icon: item.command.icon,
        hint: (item.command.account && accountLabel(accounts, item.command.account)) ?? undefined,
        shortcut: item.command.keys[0],
        section: item.recency >= 0 && !text ? "Recently used" : text ? "Actions" : item.command.section,
        target: { run: item.command.run },
      }),
    );
  }, [commands, history, scope, text, accounts]);
}
