import { useCommands } from "../../state/commands.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Section } from "../../ui/section.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Table } from "../../ui/table.tsx";
import { savePreferences } from "./save-preferences.ts";
import styles from "./settings.module.css";

export function KeyboardSection() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const commands = useCommands().filter(({ shortcut }) => shortcut);
  return (
    <>
      <div className={styles.switches}>
        <Switch
          label="Single-key shortcuts"
          description="Letters and signs alone, such as ? or g p. Switch them off if you dictate, or press keys by accident."
          checked={singleKeys}
          onChange={(next) => savePreferences({ singleKeys: next })}
        />
      </div>
      <Section title="Shortcuts" description="Those of this window; views add their own while they are open.">
        <Table
          label="Shortcuts"
          rows={commands}
          rowKey={({ id }) => id}
          columns={[
            { key: "title", header: "Action", cell: ({ title }) => title },
            { key: "section", header: "Where", cell: ({ section }) => section },
            {
              key: "keys",
              header: "Keys",
              align: "end",
              cell: ({ shortcut }) => <Kbd keys={shortcut ?? ""} />,
            },
          ]}
        />
      </Section>
    </>
  );
}
