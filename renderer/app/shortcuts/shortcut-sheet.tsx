import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGroupsHere } from "../../state/commands/commands.ts";
import { groupKeys, type KeyGroup, useListedCommands } from "../../state/commands/key-list.ts";
import { usePreferences } from "../../state/preferences.ts";
import { isMac, KbdChoices } from "../../ui/buttons/kbd.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import tones from "../../ui/theme/tone.module.css";
import styles from "./shortcut-sheet.module.css";
import { useShortcutSheet } from "./use-shortcuts.tsx";

const close = () => useShortcutSheet.setState({ open: false });

/** Every key of the app, from the keymap that runs them; those of the current view first. */
export function ShortcutSheet() {
  const { open } = useShortcutSheet();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title="Keyboard shortcuts" size="l">
      <SheetBody />
    </Dialog>
  );
}

function SheetBody() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const here = useGroupsHere();
  const commands = useListedCommands().filter(({ keys }) => keys.length > 0);
  return (
    <>
      <div className={styles.sections}>
        {groupKeys(commands, here).map((group) => (
          <Group key={group.name} group={group} isHere={here.has(group.name)} />
        ))}
      </div>
      <p className={styles.foot}>
        {singleKeys ? "" : "Shortcuts without a modifier key are switched off. "}
        <AppLink href={hrefs.settings("keyboard")} onClick={close}>
          Change keys in Settings
        </AppLink>
      </p>
    </>
  );
}

function Group({ group, isHere }: { readonly group: KeyGroup; readonly isHere: boolean }) {
  const rows = [
    ...group.commands.map(({ id, title, keys }) => ({ id, title, keys })),
    ...group.fixed.map(({ title, keys, macKeys }) => ({
      id: title,
      title,
      keys: (isMac() && macKeys) || keys,
    })),
  ];
  return (
    <section className={styles.section} aria-label={group.name}>
      <h3>
        {group.name}
        {isHere ? <span className={tones.accent}> · this view</span> : null}
      </h3>
      <dl>
        {rows.map(({ id, title, keys }) => (
          <div key={id} className={styles.row}>
            <dt>{title}</dt>
            <dd>
              <KbdChoices keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
