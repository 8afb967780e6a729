import { Pencil, RotateCcw, Search } from "lucide-react";
import { useState } from "react";
import { savePreferences } from "../../../features/preferences/save-preferences.ts";
import { type ListedCommand, useListedCommands } from "../../../state/commands/key-list.ts";
import { fixedKeys } from "../../../state/keymap/fixed-keys.ts";
import { resetKeys } from "../../../state/keymap/keymap.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import { KbdChoices } from "../../../ui/kbd.tsx";
import { isMac, keyNames } from "../../../ui/key-names.ts";
import layout from "../../../ui/layout.module.css";
import { Section } from "../../../ui/section.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Table } from "../../../ui/table.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import settings from "../settings.module.css";
import { KeyRecorder } from "./key-recorder.tsx";
import styles from "./keyboard.module.css";

/** All keys of the app: those of commands can be changed, one by one, and reset. */
export function KeyboardSection() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const isNarrow = useMedia("(width < 600px)");
  const commands = useListedCommands();
  const [query, setQuery] = useState("");
  const [recorded, setRecorded] = useState<string | null>(null);
  const current = commands.find(({ id }) => id === recorded);
  const isAnyChanged = commands.some(({ isChanged }) => isChanged);
  const shown = commands.filter((command) => matches(command.title, command.group, command.keys, query));
  const fixed = fixedKeys.filter((each) => matches(each.title, each.group, each.keys, query));
  return (
    <>
      <div className={settings.switches}>
        <Switch
          label="Shortcuts without a modifier key"
          description="Letters and symbols, such as ? or g p. Switch them off if you dictate, or press keys by accident."
          checked={singleKeys}
          onChange={(next) => savePreferences({ singleKeys: next })}
        />
      </div>
      <Section
        title="Shortcuts"
        description="A view's shortcuts work while it is open, and take precedence over those of the window."
        actions={
          <Button icon={RotateCcw} disabled={!isAnyChanged} onClick={resetAll}>
            Reset all
          </Button>
        }
      >
        <div className={flow.stack}>
          <TextField
            label="Find a shortcut"
            hideLabel
            icon={Search}
            placeholder="Find by action, view or key"
            value={query}
            onChange={setQuery}
          />
          <Table
            label="Shortcuts"
            rows={shown}
            rowKey={({ id }) => id}
            empty={<p className={layout.muted}>No matches</p>}
            columns={[
              {
                key: "title",
                header: "Action",
                cell: (command) => <Action command={command} withGroup={isNarrow} />,
              },
              ...(isNarrow ? [] : [where]),
              { key: "keys", header: "Keys", align: "end", cell: ({ keys }) => <Keys keys={keys} /> },
              {
                key: "change",
                header: <VisuallyHidden>Change</VisuallyHidden>,
                align: "end",
                cell: (command) => <Tools command={command} onChange={() => setRecorded(command.id)} />,
              },
            ]}
          />
        </div>
      </Section>
      <Section
        title="Fixed keys"
        description="Keys of lists, text fields and the editor. They cannot be changed."
      >
        <Table
          label="Fixed keys"
          rows={fixed}
          rowKey={({ group, title }) => `${group} ${title}`}
          empty={<p className={layout.muted}>No matches</p>}
          columns={[
            {
              key: "title",
              header: "Action",
              cell: ({ title, group }) => (
                <>
                  {title}
                  {isNarrow ? <Group name={group} /> : null}
                </>
              ),
            },
            ...(isNarrow ? [] : [where]),
            {
              key: "keys",
              header: "Keys",
              align: "end",
              cell: ({ keys, macKeys }) => <Keys keys={(isMac() && macKeys) || keys} />,
            },
          ]}
        />
      </Section>
      {current ? <KeyRecorder key={current.id} command={current} onClose={() => setRecorded(null)} /> : null}
    </>
  );
}

const where = { key: "group", header: "Where", cell: ({ group }: { readonly group: string }) => group };

/** The part of the app in which a key works, below its action in a narrow window. */
const Group = ({ name }: { readonly name: string }) => <span className={styles.group}>{name}</span>;

interface ActionProps {
  readonly command: ListedCommand;
  readonly withGroup: boolean;
}

const Action = ({ command: { title, group, conflicts }, withGroup }: ActionProps) => (
  <>
    {title}
    {withGroup ? <Group name={group} /> : null}
    {conflicts.length > 0 ? (
      <span className={styles.conflict}>
        <Badge tone="warning">Also used by {conflicts.join(", ")}</Badge>
      </span>
    ) : null}
  </>
);

const Keys = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.length === 0 ? <span className={layout.muted}>None</span> : <KbdChoices keys={keys} />;

interface ToolsProps {
  readonly command: ListedCommand;
  readonly onChange: () => void;
}

const Tools = ({ command: { id, title, isChanged }, onChange }: ToolsProps) => (
  <span className={styles.tools}>
    <IconButton label={`Change keys of ${title}`} icon={Pencil} size="s" onClick={onChange} />
    <IconButton
      label={`Reset keys of ${title}`}
      icon={RotateCcw}
      size="s"
      disabled={!isChanged}
      onClick={() => void resetKeys(id).catch(reportUnsaved)}
    />
  </span>
);

function resetAll(): void {
  const { keys } = usePreferences.getState();
  resetKeys().catch(reportUnsaved);
  toast.info("All shortcuts reset", {
    action: { label: "Undo", onSelect: () => savePreferences({ keys }) },
  });
}

const reportUnsaved = (error: unknown): void =>
  void toast.error("The shortcut could not be saved", { detail: String(error) });

/** Returns whether all words of the query are in a row's texts or in the names of its keys. */
function matches(title: string, group: string, keys: readonly string[], query: string): boolean {
  const names = keys.map((key) => keyNames(key, isMac()).flat().join("+"));
  const text = [title, group, ...keys, ...names].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
