import { useCommands } from "../../state/commands.ts";
import { changePreferences, usePreferences } from "../../state/preferences.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Switch } from "../../ui/switch.tsx";
import { formatShortcuts } from "../../ui/text-format/format-keys.ts";
import { toast } from "../../ui/toast.tsx";
import { useShortcutSheet } from "./sheet-state.ts";
import styles from "./shortcut-sheet.module.css";

/** Every shortcut that works here, from the same registry that runs them. */
export function ShortcutSheet() {
  const { open } = useShortcutSheet();
  const singleKeys = usePreferences((state) => state.singleKeys);
  const commands = useCommands().filter(({ shortcut }) => shortcut);
  const sections = [...Map.groupBy(commands, ({ section }) => section)];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => useShortcutSheet.setState({ open: next })}
      title="Keyboard shortcuts"
      size="l"
    >
      <div className={styles.sections}>
        {[...sections, inComments].map(([section, entries]) => (
          <section key={section} className={styles.section} aria-label={section}>
            <h3>{section}</h3>
            <dl>
              {entries.map((command) => (
                <div key={command.id} className={styles.row}>
                  <dt>{command.title}</dt>
                  <dd>
                    <Kbd keys={command.shortcut ?? ""} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <Switch
          label="Single-key shortcuts"
          description="Letters and signs alone. Switch them off if you dictate or press keys by accident."
          checked={singleKeys}
          onChange={(next) =>
            void changePreferences({ singleKeys: next }).catch((error: unknown) =>
              toast.error("The setting could not be kept", { detail: String(error) }),
            )
          }
        />
      </div>
    </Dialog>
  );
}

/** Keys that a text box handles itself, so that they are no commands. */
const inComments: readonly [
  string,
  readonly { readonly id: string; readonly title: string; readonly shortcut: string | undefined }[],
] = [
  "In a comment",
  [
    { id: "bold", title: "Bold", shortcut: formatShortcuts.bold },
    { id: "italic", title: "Italic", shortcut: formatShortcuts.italic },
    { id: "code", title: "Code", shortcut: formatShortcuts.code },
    { id: "link", title: "Link", shortcut: formatShortcuts.link },
    { id: "send", title: "Send", shortcut: "mod+enter" },
  ],
];
